import type { Clock } from '../ports/clock.ts';
import type { TabLock } from '../ports/tab-lock.ts';
import type { WorkspaceServer } from '../ports/workspace-server.ts';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import type { Live } from '../prelude/live.ts';
import { createCopies, type Copies } from './copies.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSync, type Sync } from './sync.ts';

export interface WorkspaceParts {
  readonly server: WorkspaceServer;
  readonly store: WorkspaceStore;
  readonly tabs: TabLock;
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
  readonly sync: Pick<Sync, 'state$' | 'run' | 'decide'>;
  /** Saves a change and begins to send it. Ok when it is stored on this computer. */
  readonly change: Outbox['append'];
  /** At sign-out: the copies are removed, what was not sent stays for the next sign-in of this user. */
  readonly signOut: () => Promise<unknown>;
  readonly dispose: () => void;
}

export const createWorkspace = (parts: WorkspaceParts): Workspace => {
  const { store, userId } = parts;
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
    change: async (entry) => {
      const item = await outbox.append(entry);
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
