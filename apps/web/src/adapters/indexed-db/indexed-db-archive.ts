import { Subject } from 'rxjs';
import type { Clock, SessionArchive } from '@batbot/core';
import { createDatabase } from './database.ts';

export const DATABASE_NAME = 'batbot-sessions';
export const DATABASE_VERSION = 1;
/** Key: [userId, sessionId]; value: the session's info. */
const SESSIONS = 'sessions';
/** Key: [userId, sessionId, kind, index]; value: the chunk's data. */
const CHUNKS = 'chunks';

export interface IndexedDbArchiveParts {
  readonly factory: IDBFactory | undefined;
  readonly keyRange: typeof IDBKeyRange;
  readonly storage?: Pick<StorageManager, 'estimate' | 'persist'> | undefined;
  readonly clock: Clock;
}

/** Stores sessions in IndexedDB. */
export const createIndexedDbArchive = (parts: IndexedDbArchiveParts): SessionArchive => {
  const { factory, keyRange, storage, clock } = parts;
  const lost = new Subject<void>();
  const { run, close } = createDatabase({
    name: DATABASE_NAME,
    version: DATABASE_VERSION,
    stores: [SESSIONS, CHUNKS],
    factory,
    clock,
    onLost: () => lost.next(),
  });

  /** Returns the range of all keys with this prefix. IndexedDB sorts arrays after numbers and texts. */
  const under = (...prefix: readonly string[]): IDBKeyRange =>
    keyRange.bound(prefix, [...prefix, []]);

  return {
    save: ({ userId, sessionId, info, chunks }) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(SESSIONS).put(info, [userId, sessionId]);
        const store = transaction.objectStore(CHUNKS);
        for (const { kind, index, data } of chunks) {
          store.put(data, [userId, sessionId, kind, index]);
        }
        return { get: () => undefined };
      }),
    list: (userId) =>
      run('readonly', (transaction) => {
        const infos = transaction.objectStore(SESSIONS).getAll(under(userId));
        return { get: (): readonly unknown[] => infos.result };
      }),
    read: (userId, sessionId, kind, range) =>
      run('readonly', (transaction) => {
        const store = transaction.objectStore(CHUNKS);
        const at = [userId, sessionId, kind];
        const keys =
          range === undefined
            ? under(userId, sessionId, kind)
            : keyRange.bound([...at, range.from], [...at, range.to]);
        const found = store.getAllKeys(keys);
        const values = store.getAll(keys);
        return {
          get: () =>
            values.result.map((data: unknown, row) => {
              const key = found.result[row];
              return { index: Array.isArray(key) ? Number(key[3]) : row, data };
            }),
        };
      }),
    remove: (userId, sessionId) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(SESSIONS).delete([userId, sessionId]);
        transaction.objectStore(CHUNKS).delete(under(userId, sessionId));
        return { get: () => undefined };
      }),
    usage: async () => {
      try {
        const { usage, quota } = (await storage?.estimate()) ?? {};
        return usage === undefined || quota === undefined || quota === 0
          ? undefined
          : { usedBytes: usage, quotaBytes: quota };
      } catch {
        return undefined;
      }
    },
    keep: async () => {
      try {
        return (await storage?.persist()) === true;
      } catch {
        return false;
      }
    },
    lost$: lost.asObservable(),
    dispose: () => {
      close();
      lost.complete();
    },
  };
};
