import { Subject } from 'rxjs';
import {
  mapLive,
  type AccountCore,
  type AccountGateway,
  type Clock,
  type Core,
  type KeyValueStore,
  type Live,
  type SessionArchive,
} from '@batbot/core';
import type { FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters } from '@batbot/core/parameters';
import {
  createGuardedGateway,
  createGuardedStore,
  createEncryptedArchive,
  createEncryptedRows,
  createVault,
  isIdle,
  lockAtSignOut,
  OFFLINE_TOKEN,
  resumeStored,
  startIdleLock,
  type GuardedGateway,
  type VaultFault,
} from '@batbot/core/privacy';
import type { WorkspaceStore } from '@batbot/core/workspace';
import { createVaultKeys } from '../adapters/browser/vault-keys.ts';
import { databaseOf } from '../adapters/indexed-db/database-of.ts';
import { createIndexedDbArchive } from '../adapters/indexed-db/indexed-db-archive.ts';
import { createIndexedDbVault } from '../adapters/indexed-db/indexed-db-vault.ts';
import { createWebVaultCrypto } from '../adapters/web-crypto/web-vault-crypto.ts';
import { LocalLock } from '../screens/login/LocalLock.tsx';
import { rowsOf, type Page } from './host-parts.ts';

export interface LockParts {
  readonly page: Page;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  /** Time without use until the lock; 0 locks at sign-out only. */
  readonly afterMinutes: number;
}

export interface WatchedParts {
  readonly account: AccountCore;
  readonly core$: Live<Core | undefined>;
  readonly parameters$: Live<DeviceParameters | undefined>;
  readonly install$: Live<FirmwareInstall | undefined>;
}

const DAMAGED =
  'Saved data on this computer is damaged. What is damaged is kept, but cannot be read.';
const INPUT = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'];

/** Whether an operation runs that a lock must not interrupt. */
const isBusy = ({ core$, parameters$, install$ }: Omit<WatchedParts, 'account'>): boolean => {
  const core = core$.value;
  if (core === undefined) return false;
  const { recording, procedures } = core;
  const runs = [procedures.checks.run$.value, procedures.sequences.run$.value];
  const parameters = parameters$.value?.state$.value;
  const install = install$.value?.state$.value.kind;
  return (
    recording.state$.value.kind === 'recording' ||
    runs.some((run) => run !== undefined && run.phase.kind !== 'ended') ||
    procedures.lines.state$.value.kind === 'running' ||
    (parameters !== undefined && (parameters.kind === 'reading' || 'confirmed' in parameters)) ||
    install === 'preparing' ||
    install === 'running'
  );
};

/**
 * Composes the lock of the local data. Only deployments that set it up load it, before the session starts. Undefined if
 * the page is not a secure context (https or localhost), which has no cryptography.
 */
export const composeLock = async ({ page, store, clock, afterMinutes }: LockParts) => {
  if (!page.isSecureContext) return undefined;
  const limitMs = Math.max(0, afterMinutes) * 60_000;
  const factory = databaseOf(page);
  const vault = createVault({
    crypto: createWebVaultCrypto(page.crypto),
    store: {
      ...createIndexedDbVault({ factory, clock }),
      ...createVaultKeys({
        channel: new page.BroadcastChannel('batbot-vault'),
        workers: 'serviceWorker' in page.navigator ? page.navigator.serviceWorker : undefined,
        page,
        clock,
      }),
    },
    rows: rowsOf(page, clock, 'batbot-texts'),
    archive: createIndexedDbArchive({ factory, keyRange: page.IDBKeyRange, clock }),
    texts: store,
    clock,
  });
  const hasExpired = limitMs > 0 && isIdle(store, clock, limitMs);
  const lockedToken = await resumeStored(store, vault, hasExpired);
  if (lockedToken !== undefined && hasExpired) vault.notify({ kind: 'idle' });
  const guardedStore = createGuardedStore(store, vault);
  let guarded: GuardedGateway | undefined;
  const reported = new Set<VaultFault>();
  return {
    store: guardedStore,
    View: () => <LocalLock {...vault} afterMinutes={afterMinutes} />,
    storeOf: vault.storeOf,
    isEncrypted: (userId: string) => typeof vault.accesses.of(userId) === 'object',
    encryptArchive: (archive: SessionArchive) => createEncryptedArchive(archive, vault.accesses),
    encryptRows: (rows: WorkspaceStore) => createEncryptedRows(rows, vault.accesses),
    guard: (gateway: AccountGateway): AccountGateway => {
      guarded = createGuardedGateway(gateway, vault);
      if (lockedToken !== undefined) void guarded.endSession(lockedToken);
      return guarded;
    },
    /** Answers calls with the token of an offline session instead of the server. */
    workspaceFetch: ((input, init) => {
      if (new Headers(init?.headers).get('authorization') !== OFFLINE_TOKEN)
        return page.fetch(input, init);
      const body = { errors: [{ message: 'Token Expired' }] };
      return Promise.resolve(Response.json(body, { status: init?.method === 'POST' ? 200 : 401 }));
    }) satisfies typeof fetch,
    /** Saves what the next sign-in without network needs, and locks the session after a time without use. */
    watch: ({ account, ...parts }: WatchedParts): void => {
      const { state$, loginState$, clearFailure } = account.session;
      lockAtSignOut(account.session, guardedStore, vault);
      loginState$.subscribe(({ kind }) => {
        if (kind === 'failed' && guarded?.wasCancelled()) clearFailure();
      });
      vault.faults$.subscribe((fault) => {
        if (reported.has(fault)) return;
        reported.add(fault);
        account.notices.notify(
          fault === 'damaged' ? { kind: 'partialAnswer', message: DAMAGED } : { kind: fault },
        );
      });
      // Chromium saves what is entered in forms on the disk, unless the field forbids it.
      page.document.addEventListener('focusin', ({ target }) => {
        if (target instanceof HTMLInputElement && target.autocomplete === '')
          target.autocomplete = 'off';
      });
      state$.subscribe((state) => {
        if (state.kind === 'signedIn') void vault.remember({ ...state.user }, state.user.userid);
      });
      if (limitMs === 0) return;
      const input = new Subject<void>();
      for (const type of INPUT) {
        const listener = (): void => input.next();
        page.addEventListener(type, listener, { capture: true, passive: true });
      }
      startIdleLock({
        clock,
        store,
        limitMs,
        signedIn$: mapLive(state$, ({ kind }) => kind === 'signedIn'),
        input$: input,
        isBusy: () => isBusy(parts),
        lock: () => {
          vault.notify({ kind: 'idle' });
          void account.session.logout();
        },
      });
    },
  };
};

export type ComposedLock = NonNullable<Awaited<ReturnType<typeof composeLock>>>;
