import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createLive } from '@batbot/core';
import {
  createFakeClock,
  createFakeKeyValueStore,
  createFakeTabs,
  createFakeWorkspaceStorage,
  type CallEnd,
} from '@batbot/core/fakes';
import { createWorkspace, type OutboxItem, type WorkspaceStore } from '@batbot/core/workspace';
import { createGraphqlWorkspaceServer } from './graphql-workspace-server.ts';

/** Sends a waiting request and ends it. */
type Pending = (end: CallEnd) => Promise<void>;

const never = new Promise<never>(() => undefined);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The values of rows that change without a change of the row. The names are those of accounts above the user. */
const PASSING = [
  ...['seenAt', 'packCount', 'progress'],
  ...['actorName', 'openedByName', 'assigneeName', 'authorName'],
];

/** Makes every call of a closed tab pending for ever: a tab that is killed neither reads nor writes any more. */
const whileOpen = (store: WorkspaceStore, isOpen: () => boolean): WorkspaceStore => ({
  ...store,
  read: (...call) =>
    isOpen() ? store.read(...call).then((end) => (isOpen() ? end : never)) : never,
  write: (...call) =>
    isOpen() ? store.write(...call).then((end) => (isOpen() ? end : never)) : never,
});

/**
 * A computer of a user with one tab. No request leaves it before `deliver`, so that a test decides about the order and
 * the end of each.
 */
export const createComputer = (url: string, userId: string) => {
  const clock = createFakeClock();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const token = createLive<string | undefined>('none');
  const random = () => 0.5;

  const openTab = () => {
    let isOpen = true;
    const pending: Pending[] = [];
    const request: typeof fetch = (input, init) =>
      new Promise((resolve, reject) => {
        pending.push(async (end) => {
          if (end === 'lostBefore') return reject(new TypeError('lost'));
          const response = await fetch(input, { ...init, signal: null });
          const body = await response.arrayBuffer();
          if (!isOpen) return undefined;
          if (end === 'lostAfter') return reject(new TypeError('lost'));
          const { status, headers } = response;
          return resolve(new Response(body.byteLength === 0 ? null : body, { status, headers }));
        });
      });
    const tab = tabs.open();
    const store = storage.open();
    const workspace = createWorkspace({
      server: createGraphqlWorkspaceServer({
        url,
        fetch: request,
        clock,
        store: createFakeKeyValueStore(),
        app: 'Test 1.0',
        random,
      }),
      store: whileOpen(store, () => isOpen),
      tabs: tab,
      tools: {
        gzip: (bytes) => Promise.resolve(bytes),
        gunzip: (bytes) => Promise.resolve(bytes),
        sha256: (bytes) => Promise.resolve(sha256(bytes)),
      },
      clock,
      random,
      randomBytes,
      userId,
      token$: token.live,
      isReached$: createLive(true).live,
    });
    const kill = (): void => {
      isOpen = false;
      workspace.dispose();
      store.dispose();
      tab.close();
    };
    return { workspace, pending, kill };
  };

  let tab = openTab();
  const isBusy = (): boolean => tab.workspace.sync.state$.value.kind === 'working';

  /** Waits until the tab has sent the next request, or has nothing to do. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn += 1) {
      await clock.settle();
      await setImmediate();
      if (turn >= 3 && (tab.pending.length > 0 || !isBusy())) return;
    }
  };
  const deliver = async (end: CallEnd): Promise<void> => {
    await tab.pending.shift()?.(end);
    await settle();
  };

  return {
    userId,
    clock,
    storage,
    /** The token of the user's session. */
    token: () => token.live.value ?? '',
    signIn: (value: string): void => token.set(value),
    settle,
    deliver,
    sha256,
    randomBytes,
    workspace: () => tab.workspace,
    /** Returns the copied rows. */
    copies: (): ReadonlyMap<string, object> =>
      new Map(
        tab.workspace.rows$.value.map(({ kind, id, row }) => [
          `${kind} ${id}`,
          Object.fromEntries(Object.entries(row).filter(([name]) => !PASSING.includes(name))),
        ]),
      ),
    /**
     * Sends all changes that the server did not accept again, as the user does, or discards them. Returns the ids of
     * those that were discarded.
     */
    decide: async (isAgain: boolean): Promise<readonly string[]> => {
      const { outbox, sync } = tab.workspace;
      const items = outbox.items$.value.filter(({ answer }) => answer !== undefined);
      const again = items.map(({ answer, ...item }): OutboxItem => {
        if (answer?.code === 'SERIAL_KNOWN')
          return { ...item, input: { ...item.input, twin: true } };
        return answer?.status === 'conflict' ? { ...item, base: answer.version } : item;
      });
      const ids = items.map(({ id }) => id);
      const done = await (isAgain ? sync.decide(again) : sync.decide([], ids));
      await settle();
      return done.ok && !isAgain ? ids : [];
    },
    /** Ends the tab as a crash does, and opens it again. `arrives`: the server still gets its request. */
    crash: async (arrives: boolean): Promise<void> => {
      tab.kill();
      if (arrives) await tab.pending.shift()?.('lostAfter');
      tab = openTab();
      await settle();
    },
    /** Runs the synchronization with a working network until it has nothing to do. */
    syncAll: async (): Promise<void> => {
      tab.workspace.sync.run();
      await settle();
      for (let call = 0; call < 400; call += 1) {
        const { kind } = tab.workspace.sync.state$.value;
        if (tab.pending.length > 0) await deliver('answered');
        else if (kind === 'idle') return;
        else await clock.advance(300_000);
      }
      throw new Error(
        `${userId} does not become idle: ${JSON.stringify(tab.workspace.sync.state$.value)}`,
      );
    },
    close: (): void => tab.kill(),
  };
};
export type Computer = ReturnType<typeof createComputer>;
