import { Subject } from 'rxjs';
import type { Clock } from '@batbot/core';
import type { WorkspaceStore } from '@batbot/core/workspace';
import { createDatabase } from './database.ts';

/** Key: [userId, table, id]; value: the row. */
const ROWS = 'rows';

/** The part of a BroadcastChannel that is used here: the other tabs' end of it is another object. */
export interface ChangeChannel {
  readonly postMessage: (userId: string) => void;
  readonly addEventListener: (
    type: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
  readonly close: () => void;
}

export interface IndexedDbWorkspaceParts {
  readonly factory: IDBFactory | undefined;
  readonly keyRange: typeof IDBKeyRange;
  readonly channel: ChangeChannel;
  readonly clock: Clock;
}

/** The workspace of all users of this computer, in a database of its own. */
export const createIndexedDbWorkspace = (parts: IndexedDbWorkspaceParts): WorkspaceStore => {
  const { factory, keyRange, channel, clock } = parts;
  const changes = new Subject<string>();
  // Without `onLost`: what was cleared from outside is read as an empty workspace.
  const { run, close } = createDatabase({
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
        // In IndexedDB's order an array comes after all texts.
        const range =
          id === undefined
            ? keyRange.bound([userId, table], [userId, table, []])
            : keyRange.only([userId, table, id]);
        const store = transaction.objectStore(ROWS);
        const keys = store.getAllKeys(range);
        const values = store.getAll(range);
        return {
          get: () =>
            values.result.map((value: unknown, row) => {
              const key = keys.result[row] as readonly string[] | undefined; // as it was written
              return { id: key?.[2] ?? '', value };
            }),
        };
      }),
    write: async (userId, writes) => {
      const written = await run('readwrite', (transaction) => {
        const store = transaction.objectStore(ROWS);
        for (const { table, id, value } of writes) {
          const key = [userId, table, id];
          if (value === undefined) store.delete(key);
          else store.put(value, key);
        }
        return { get: () => undefined };
      });
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
