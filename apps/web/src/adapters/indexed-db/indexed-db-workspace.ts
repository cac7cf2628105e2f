import { Subject } from 'rxjs';
import type { WorkspaceStore, WorkspaceTable } from '@batbot/core/workspace';
import { createDatabase, type DatabasePlace } from './database.ts';

/** Key: [userId, table, id]; value: the row. */
const ROWS = 'rows';

/**
 * Tables whose writes are on the disk when they settle, so that a computer that loses power keeps them. The rows of the
 * server can be copied again, and drafts are written while the user types.
 */
const ON_DISK: ReadonlySet<WorkspaceTable> = new Set([
  'device',
  'outbox',
  'pieces',
  'imports',
  'importParts',
]);

/** The part of a `BroadcastChannel` that this adapter uses. Other tabs receive the messages on their own channel object. */
export interface ChangeChannel {
  readonly postMessage: (userId: string) => void;
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly close: () => void;
}

export interface IndexedDbWorkspaceParts extends DatabasePlace {
  readonly keyRange: typeof IDBKeyRange;
  readonly channel: ChangeChannel;
}

/** Stores the workspaces of all users of this computer in a separate database. */
export const createIndexedDbWorkspace = (parts: IndexedDbWorkspaceParts): WorkspaceStore => {
  const { factory, keyRange, channel, clock } = parts;
  const changes = new Subject<string>();
  // `onLost` is not needed: after the data is lost, an empty workspace is read.
  const { run, write, close } = createDatabase({
    name: 'batbot-workspace',
    version: 1,
    stores: [ROWS],
    factory,
    clock,
  });
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') changes.next(data);
  });

  return {
    read: (userId, table, id) =>
      run('readonly', (transaction) => {
        // IndexedDB sorts arrays after texts.
        const range =
          id === undefined
            ? keyRange.bound([userId, table], [userId, table, []])
            : keyRange.only([userId, table, id]);
        const store = transaction.objectStore(ROWS);
        const keys = store.getAllKeys(range);
        const values = store.getAll(range);
        return () =>
          values.result.map((value: unknown, row) => {
            const key = keys.result[row] as readonly string[] | undefined; // the form in which `write` stores the key
            return { id: key?.[2] ?? '', value };
          });
      }),
    write: async (userId, writes) => {
      const written = await write(
        (transaction) => {
          const store = transaction.objectStore(ROWS);
          for (const { table, id, value } of writes) {
            const key = [userId, table, id];
            if (value === undefined) store.delete(key);
            else store.put(value, key);
          }
        },
        writes.some(({ table }) => ON_DISK.has(table)) ? 'strict' : 'relaxed',
      );
      if (written.ok) channel.postMessage(userId);
      return written;
    },
    changes$: changes.asObservable(),
    dispose: () => {
      close();
      channel.close();
      changes.complete();
    },
  };
};
