import { concatMap, share } from 'rxjs';
import { createAccountCore } from '../account-core.ts';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createFakePushInbox } from '../fakes/fake-push-inbox.ts';
import { createFakeSessionArchive, textIn } from '../fakes/fake-session-archive.ts';
import { createFakeVaultCrypto, createFakeVaultStorage } from './fake-vault.fixture.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { createGuardedGateway } from './guarded-gateway.ts';
import { createGuardedStore, lockAtSignOut, resumeStored } from './guarded-store.ts';
import { TABLES } from './local-data.ts';
import { createEncryptedArchive } from './encrypted-archive.ts';
import { createEncryptedRows } from './encrypted-rows.ts';
import type { FakeGates } from '../fakes/fake-gates.ts';
import type { Credentials } from '../ports/account-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import type { VaultStore } from '../ports/vault.ts';
import { createVault, type VaultFault } from './vault.ts';

export const TECHNICIAN = 'id-technician';

export const GATES = ['storage', 'accounts', 'put', 'key', 'rows', 'login'] as const;

export type Gates = Pick<FakeGates<(typeof GATES)[number]>, 'pass'>;

const heardLater = (store: KeyValueStore, pass: () => Promise<void>): KeyValueStore => ({
  ...store,
  changes$: store.changes$.pipe(
    concatMap(async (key) => {
      await pass();
      return key;
    }),
    share(),
  ),
});

/** Delays the calls that need another tab or the disk. */
const later = <T extends VaultStore>(store: T, { pass }: Gates, clock: Clock): T => ({
  ...store,
  accounts: () => pass('accounts').then(store.accounts),
  key: async (userId) => {
    await new Promise<void>((resolve) => clock.after(1, resolve)); // other tabs answer in tasks of their own
    await pass('key');
    return store.key(userId);
  },
  put: (userId, account) => pass('put').then(() => store.put(userId, account)),
});

const readLater = (store: WorkspaceStore, { pass }: Gates): WorkspaceStore => ({
  ...store,
  read: (...asked) => pass('rows').then(() => store.read(...asked)),
});

/** A computer with an account server. Each tab is a browser tab, or the same tab after a reload. */
export const createComputer = () => {
  const clock = createFakeClock();
  const gateway = createFakeAccountGateway();
  const storage = createFakeStorage();
  const rows = createFakeWorkspaceStorage();
  const archive = createFakeSessionArchive();
  const keys = createFakeVaultStorage();
  const crypto = createFakeVaultCrypto();

  /** `gates` delays the storage events, the vault and the logins of the tab. */
  const openTab = async (gates?: Gates) => {
    const kept = storage.openTab();
    const stored = keys.open();
    const texts = gates === undefined ? kept : heardLater(kept, () => gates.pass('storage'));
    const own = gates === undefined ? stored : later(stored, gates, clock);
    const vault = createVault({
      crypto,
      store: own,
      rows: gates === undefined ? rows.open() : readLater(rows.open(), gates),
      archive: archive.archive,
      texts,
      clock,
    });
    const faults: VaultFault[] = [];
    vault.faults$.subscribe((fault) => faults.push(fault));
    const lockedToken = await resumeStored(texts, vault, false);
    const store = createGuardedStore(texts, vault);
    const server = gates && {
      ...gateway,
      login: async (asked: Credentials) => {
        const answer = await gateway.login(asked);
        await gates.pass('login');
        return answer;
      },
    };
    const guarded = createGuardedGateway(server ?? gateway, vault);
    const { session, notices, dispose } = createAccountCore({
      gateway: guarded,
      store,
      push: createFakePushInbox(),
      clock,
      log: createFakeLog(),
    });
    lockAtSignOut(session, store, vault);
    const noticed: string[] = [];
    notices.notices$.subscribe(({ kind }) => noticed.push(kind));
    session.state$.subscribe((state) => {
      if (state.kind === 'signedIn') void vault.remember({ ...state.user }, state.user.userid);
    });
    return {
      vault,
      session,
      guarded,
      texts,
      rows: createEncryptedRows(rows.open(), vault.accesses),
      archive: createEncryptedArchive(archive.archive, vault.accesses),
      faults,
      /** The kinds of the notices that the user has seen. */
      noticed,
      lockedToken,
      who: (): string => {
        const state = session.state$.value;
        return state.kind === 'signedIn' ? state.user.userName : `out: ${state.cause}`;
      },
      /** Signs in, and lets everything settle. */
      signIn: async (user = 'technician', pass = 'secret') => {
        const signedIn = session.login(user, pass);
        await clock.settle();
        await clock.settle();
        return Promise.race([signedIn, Promise.resolve(undefined)]);
      },
      kill: () => {
        own.kill();
        dispose();
      },
    };
  };

  /** Returns everything that is stored, as one text. */
  const everything = async (): Promise<string> => {
    const parts: unknown[] = [...storage.kept(), [...keys.accounts()]];
    for (const userId of [TECHNICIAN, 'id-viewer']) {
      for (const table of TABLES) parts.push(rows.rows(userId, table));
      const infos = await archive.archive.list(userId);
      parts.push(infos);
      for (const kind of ['samples', 'events'])
        parts.push(await archive.archive.read(userId, 's1', kind));
    }
    return textIn(parts);
  };
  return { clock, gateway, storage, rows, archive, keys, crypto, openTab, everything };
};

export type Tab = Awaited<ReturnType<ReturnType<typeof createComputer>['openTab']>>;

/** A text that occurs nowhere unless a test has written it. */
export const SECRET = 'Order of Nordwind 4711';

/** Writes the text into every kind of store. */
export const writeEverywhere = async (
  tab: Tab,
  userId = TECHNICIAN,
  text = SECRET,
): Promise<void> => {
  const { vault, rows, archive } = tab;
  vault.storeOf(userId).set('terminalHistory', JSON.stringify([text]));
  for (const table of ['outbox', 'drafts', 'copies'] as const)
    await rows.write(userId, [
      { table, id: '1', value: { text, bytes: new TextEncoder().encode(text) } },
    ]);
  const chunk = { kind: 'events', index: 0, data: { text } };
  await archive.save({ userId, sessionId: 's1', info: { id: 's1', name: text }, chunks: [chunk] });
};

/** Returns where the text can be read by the signed-in user. */
export const readable = async (
  tab: Tab,
  userId = TECHNICIAN,
  text = SECRET,
): Promise<readonly string[]> => {
  const { vault, rows, archive } = tab;
  const found: (readonly [string, unknown])[] = [
    ['texts', vault.storeOf(userId).get('terminalHistory')],
  ];
  for (const table of ['outbox', 'drafts', 'copies'] as const)
    found.push([table, await rows.read(userId, table)]);
  found.push(['sessions', await archive.list(userId)]);
  found.push(['events', await archive.read(userId, 's1', 'events')]);
  return found.filter(([, value]) => textIn(value).includes(text)).map(([name]) => name);
};

export const ALL = ['texts', 'outbox', 'drafts', 'copies', 'sessions', 'events'];

/** Creates a computer with a tab in which the technician is signed in. */
export const signedIn = async () => {
  const computer = createComputer();
  const tab = await computer.openTab();
  await tab.signIn();
  return { computer, tab };
};

/** The same, with data of the technician in every store. */
export const withData = async () => {
  const made = await signedIn();
  await writeEverywhere(made.tab);
  return made;
};
