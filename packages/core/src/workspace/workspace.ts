import type { Clock } from '../ports/clock.ts';
import type { PieceTools } from '../ports/piece-tools.ts';
import type { TabLock } from '../ports/tab-lock.ts';
import type { ServerRow, WorkspaceFault, WorkspaceServer } from '../ports/workspace-server.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import type { Live } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import { createCopies, type Copies } from './copies.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSync, type Sync } from './sync.ts';

export interface WorkspaceParts {
  readonly server: WorkspaceServer;
  readonly store: WorkspaceStore;
  readonly tabs: TabLock;
  readonly tools: PieceTools;
  readonly clock: Clock;
  readonly random: () => number;
  /** Bytes that cannot be guessed. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly userId: string;
  /** Of the user's session; undefined while they are signed out. */
  readonly token$: Live<string | undefined>;
}

/**
 * What one user has in the workspace: changes that wait for the server, copies of its rows, and the traffic between.
 * All of it works without network.
 */
export interface Workspace {
  readonly userId: string;
  readonly outbox: Pick<Outbox, 'items$' | 'unreadable$'>;
  readonly rows$: Copies['rows$'];
  readonly sync: Pick<Sync, 'state$' | 'upload$' | 'run' | 'decide' | 'withdraw'>;
  /** Saves a change and begins to send it. Ok when it is stored on this computer. */
  readonly change: Outbox['append'];
  /** From the server, not from the copies: the newest events and recordings of one asset. */
  readonly history: (assetId: string) => Promise<Result<readonly ServerRow[], WorkspaceFault>>;
  /** A piece of a recording, from the server. */
  readonly piece: (sha256: string) => Promise<Result<Uint8Array<ArrayBuffer>, WorkspaceFault>>;
  readonly tools: PieceTools;
  /** At sign-out: the copies are removed, what was not sent stays for the next sign-in of this user. */
  readonly signOut: () => Promise<unknown>;
  readonly dispose: () => void;
}

export const createWorkspace = (parts: WorkspaceParts): Workspace => {
  const { server, store, userId, tools, token$ } = parts;
  const signedOut = err({ kind: 'expired' as const, message: 'Signed out' });
  const outbox = createOutbox(parts);
  const copies = createCopies(store, userId);
  const sync = createSync({ ...parts, outbox, copies });
  const dispose = (): void => {
    sync.dispose();
    outbox.dispose();
    copies.dispose();
  };
  return {
    userId,
    outbox,
    rows$: copies.rows$,
    sync,
    tools,
    history: async (assetId) =>
      token$.value === undefined ? signedOut : server.history(token$.value, assetId),
    piece: async (sha256) =>
      token$.value === undefined ? signedOut : server.getPiece(token$.value, sha256),
    change: async (entry, pieces) => {
      const item = await outbox.append(entry, pieces);
      if (item.ok) sync.run();
      return item;
    },
    signOut: () => {
      dispose();
      return copies.clear();
    },
    dispose,
  };
};
