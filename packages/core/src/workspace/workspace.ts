import type { Clock } from '../ports/clock.ts';
import type { PieceTools } from '../ports/piece-tools.ts';
import type { TabLock } from '../ports/tab-lock.ts';
import type {
  DriftCounts,
  FleetFilter,
  FleetMetric,
  FleetStat,
  HistoryRows,
  HistorySubject,
  Outcome,
  PasswordOutcome,
  RefreshedKind,
  ServerTrendPoint,
  Submission,
  WorkspaceFault,
  WorkspaceServer,
} from '../ports/workspace-server.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceRow, WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import type { Live } from '../prelude/live.ts';
import { done, err, mapOk, ok, type Result } from '../prelude/result.ts';
import { createCopies, type Copies } from './copies.ts';
import { createImages } from './images.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { assetsOf, packFinder, type Asset } from './rows.ts';
import { createSync, type Sync } from './sync.ts';
import { createUuidV7 } from './uuid-v7.ts';

export interface WorkspaceParts {
  readonly server: WorkspaceServer;
  readonly store: WorkspaceStore;
  readonly tabs: TabLock;
  readonly tools: PieceTools;
  readonly clock: Clock;
  readonly random: () => number;
  /** Returns cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly userId: string;
  /** The token of the user's session; undefined while the user is signed out. */
  readonly token$: Live<string | undefined>;
  /** Whether the server answered the last call of the account. */
  readonly isReached$: Live<boolean>;
}

/** Numbers of assets for which a parameter set is the standard, and the first 50 that differ. */
export interface Drift extends DriftCounts {
  readonly assets: readonly Asset[];
}

type InputTable = 'drafts' | 'imports' | 'importParts';

/** The user's input on this computer that is not part of the outbox yet: drafts and imported files. */
export interface InputRows {
  readonly read: (
    table: InputTable,
    id?: string,
  ) => Promise<Result<readonly WorkspaceRow[], ArchiveError>>;
  readonly write: (
    writes: readonly (WorkspaceWrite & { readonly table: InputTable })[],
  ) => Promise<Result<void, ArchiveError>>;
}

/** Returns the input of a user in the store of this computer. */
export const inputRows = (
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
): InputRows => ({
  read: (table, id) => store.read(userId, table, id),
  write: (writes) => store.write(userId, writes),
});

/** A change in the form of the API. */
export type Change = Pick<Submission, 'kind' | 'input' | 'base'>;

/**
 * The workspace of one user: changes that the server has not confirmed, copies of its rows, and their synchronization.
 * Everything works without a network.
 */
export interface Workspace {
  readonly userId: string;
  readonly outbox: Pick<Outbox, 'items$' | 'unsent$' | 'unreadable$'>;
  readonly rows$: Copies['rows$'];
  readonly isComplete$: Copies['isComplete$'];
  /** For the shell, which does not load the code of the workspace itself. */
  readonly packFinder: typeof packFinder;
  readonly sync: Pick<
    Sync,
    'state$' | 'upload$' | 'run' | 'loadMore' | 'poll' | 'decide' | 'withdraw'
  >;
  /** Saves a change and starts to send it. Ok if it is stored on this computer. */
  readonly change: Outbox['append'];
  /** Saves prepared changes with rows of `imports` and `importParts` in one write, and starts to send them. */
  readonly changeAll: Outbox['appendAll'];
  /** Fetches events of an asset or account, recordings of an asset, or entries of a ticket from the server. */
  readonly history: (of: HistorySubject) => Promise<Result<HistoryRows, WorkspaceFault>>;
  /** Returns a piece of a firmware image of this computer, or fetches a piece from the server. */
  readonly piece: (sha256: string) => Promise<Result<Uint8Array<ArrayBuffer>, WorkspaceFault>>;
  readonly tools: PieceTools;
  readonly input: InputRows;
  /**
   * Sends changes immediately in one batch and keeps none of them for later, because rights are never changed from a
   * queue. After `unreachable` it is not known whether they were applied; repeating the same changes sends the same
   * items.
   */
  readonly submitNow: (
    changes: readonly Change[],
  ) => Promise<Result<readonly Outcome[], WorkspaceFault>>;
  /** Fetches all current rows of a kind and updates the copies with them. */
  readonly refresh: (kind: RefreshedKind) => Promise<Result<void, WorkspaceFault>>;
  /** Fetches how a metric is distributed over the packs that the user sees, and the worst of them. */
  readonly fleet: (
    metric: FleetMetric,
    filter: FleetFilter,
  ) => Promise<Result<FleetStat, WorkspaceFault>>;
  /** Fetches the figures of the recordings of a pack. */
  readonly trend: (assetId: string) => Promise<Result<readonly ServerTrendPoint[], WorkspaceFault>>;
  /** Fetches how the last reported parameters of assets compare with a parameter set that is their standard. */
  readonly drift: (documentId: string) => Promise<Result<Drift, WorkspaceFault>>;
  /** Changes the user's own password. Afterwards the session has ended on the server. */
  readonly changePassword: (
    current: string,
    next: string,
  ) => Promise<Result<PasswordOutcome, WorkspaceFault>>;
  /**
   * Ends the workspace at sign-out: the copies are removed, and unsent changes stay for the next sign-in of this user. The
   * copies stay if the user is signed in again at once, in a session of another tab [SYNC-112].
   */
  readonly signOut: () => Promise<unknown>;
  readonly dispose: () => void;
}

export const createWorkspace = (parts: WorkspaceParts): Workspace => {
  const { store, userId, server, clock, tools, token$ } = parts;
  const outbox = createOutbox(parts);
  const copies = createCopies(store, userId);
  const images = createImages(store, userId, tools);
  const sync = createSync({ ...parts, outbox, copies, images });
  const ids = createUuidV7(clock.wallNow, parts.randomBytes);
  const unanswered = new Map<string, readonly Submission[]>();
  const withToken = <T>(
    call: (token: string) => Promise<Result<T, WorkspaceFault>>,
  ): Promise<Result<T, WorkspaceFault>> =>
    token$.value === undefined
      ? Promise.resolve(err({ kind: 'expired', message: 'No user is logged in.' }))
      : call(token$.value);
  const dispose = (): void => {
    sync.dispose();
    outbox.dispose();
    copies.dispose();
    images.dispose();
  };
  return {
    userId,
    outbox,
    rows$: copies.rows$,
    isComplete$: copies.isComplete$,
    packFinder,
    sync,
    tools,
    input: inputRows(store, userId),
    history: (of) => withToken((token) => server.history(token, of)),
    piece: async (sha256) => {
      const kept = await images.piece(sha256);
      return kept === undefined ? withToken((token) => server.getPiece(token, sha256)) : ok(kept);
    },
    change: async (entry, pieces) => {
      const item = await outbox.append(entry, pieces);
      if (item.ok) sync.run();
      return item;
    },
    changeAll: async (items, others) => {
      const written = await outbox.appendAll(items, others);
      if (written.ok) sync.run();
      return written;
    },
    submitNow: async (changes) => {
      const key = JSON.stringify(changes);
      const batch =
        unanswered.get(key) ??
        changes.map((change) => ({ id: ids.next(), at: clock.wallNow(), ...change }));
      const answer = await withToken((token) => server.submit(token, batch));
      if (!answer.ok && answer.error.kind === 'unreachable') {
        unanswered.set(key, batch);
        return answer;
      }
      unanswered.delete(key);
      sync.run();
      return answer;
    },
    fleet: (metric, filter) => withToken((token) => server.fleet(token, metric, filter)),
    trend: (assetId) => withToken((token) => server.trend(token, assetId)),
    drift: async (documentId) => {
      const answer = await withToken((token) => server.drift(token, documentId));
      return mapOk(answer, ({ rows, ...counts }) => {
        const read = rows.flatMap(({ row, ...each }) => (row ? [{ ...each, row, since: '' }] : []));
        return { ...counts, assets: assetsOf(read, []) };
      });
    },
    refresh: async (kind) => {
      const rows = await withToken((token) => server.present(token, kind));
      if (!rows.ok) return rows;
      await copies.put(rows.value); // rows that the storage refused are fetched again later
      return ok(undefined);
    },
    changePassword: (current, next) =>
      withToken((token) => server.changePassword(token, current, next)),
    signOut: async () => {
      dispose();
      await Promise.resolve();
      if (token$.value !== undefined) return done;
      await images.clear();
      return copies.clear();
    },
    dispose,
  };
};
