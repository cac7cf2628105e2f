import { Subject } from 'rxjs';
import type { ArchiveRow, SessionArchive } from '@batbot/core';
import { createDatabase, type DatabasePlace } from './database.ts';

export const DATABASE_NAME = 'batbot-sessions';
export const DATABASE_VERSION = 1;
/** Key: [userId, sessionId]; value: the session's info. */
const SESSIONS = 'sessions';
/** Key: [userId, sessionId, kind, index]; value: the chunk's data. */
const CHUNKS = 'chunks';
/**
 * Number of chunks that are read at once. The page paints between two reads. Chromium returns few small results faster
 * than one large result: a day of 128 cells in a third of the time.
 */
const READ_AT_ONCE = 8;

export interface IndexedDbArchiveParts extends DatabasePlace {
  readonly keyRange: typeof IDBKeyRange;
  readonly storage?: Pick<StorageManager, 'estimate' | 'persist'> | undefined;
}

export const createIndexedDbArchive = (parts: IndexedDbArchiveParts): SessionArchive => {
  const { factory, keyRange, storage, clock } = parts;
  const lost = new Subject<void>();
  const { run, write, close } = createDatabase({
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
      write((transaction) => {
        transaction.objectStore(SESSIONS).put(info, [userId, sessionId]);
        const store = transaction.objectStore(CHUNKS);
        for (const { kind, index, data } of chunks) {
          store.put(data, [userId, sessionId, kind, index]);
        }
      }),
    list: (userId) =>
      run('readonly', (transaction) => {
        const infos = transaction.objectStore(SESSIONS).getAll(under(userId));
        return (): readonly unknown[] => infos.result;
      }),
    read: (userId, sessionId, kind, range) =>
      run('readonly', (transaction) => {
        const store = transaction.objectStore(CHUNKS);
        const at = [userId, sessionId, kind];
        const keys =
          range === undefined
            ? under(userId, sessionId, kind)
            : keyRange.bound([...at, range.from], [...at, range.to]);
        const rows: ArchiveRow[] = [];
        const found = store.getAllKeys(keys);
        const readOn = (): void => {
          const next = found.result.slice(rows.length, rows.length + READ_AT_ONCE);
          if (next.length === 0) return;
          const values = store.getAll(keyRange.bound(next[0], next.at(-1)));
          values.addEventListener('success', () => {
            for (const [row, data] of values.result.entries()) {
              const key = next[row];
              rows.push({ index: Array.isArray(key) ? Number(key[3]) : rows.length, data });
            }
            readOn();
          });
        };
        found.addEventListener('success', readOn);
        return (): readonly ArchiveRow[] => rows;
      }),
    remove: (userId, sessionId) =>
      write((transaction) => {
        transaction.objectStore(SESSIONS).delete([userId, sessionId]);
        transaction.objectStore(CHUNKS).delete(under(userId, sessionId));
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
