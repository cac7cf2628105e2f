import { Subject } from 'rxjs';
import {
  err,
  ok,
  type ArchiveError,
  type Clock,
  type Result,
  type SessionArchive,
} from '@batbot/core';
import { CHUNKS, createArchiveDatabase, SESSIONS, toArchiveError } from './archive-database.ts';

/** The port's promise: every call settles. A database another tab holds on to would not. */
const DEADLINE_MS = 10_000;

export interface IndexedDbArchiveParts {
  readonly factory: IDBFactory | undefined;
  readonly keyRange: typeof IDBKeyRange;
  readonly storage?: Pick<StorageManager, 'estimate' | 'persist'> | undefined;
  readonly clock: Clock;
}

type Mode = 'readonly' | 'readwrite';

const LATE: ArchiveError = {
  kind: 'failed',
  message: 'The database did not answer in time. Another tab may hold it.',
};

/** A request's result, once its transaction is complete. */
interface Wanted<T> {
  readonly get: () => T;
}

const transact = <T>(
  database: IDBDatabase,
  mode: Mode,
  ask: (transaction: IDBTransaction) => Wanted<T>,
): Promise<Result<T, ArchiveError>> =>
  new Promise((resolve) => {
    const transaction = database.transaction([SESSIONS, CHUNKS], mode, { durability: 'relaxed' });
    let refused: unknown;
    let wanted: Wanted<T> | undefined;
    transaction.addEventListener('complete', () => {
      if (wanted !== undefined) resolve(ok(wanted.get()));
    });
    transaction.addEventListener('abort', () => {
      resolve(err(toArchiveError(refused ?? transaction.error)));
    });
    try {
      wanted = ask(transaction);
    } catch (thrown) {
      refused = thrown;
      transaction.abort();
    }
  });

const isDead = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'InvalidStateError';

/** Sessions in IndexedDB. */
export const createIndexedDbArchive = (parts: IndexedDbArchiveParts): SessionArchive => {
  const { keyRange, storage, clock } = parts;
  const lost = new Subject<void>();
  const database = createArchiveDatabase({
    factory: parts.factory,
    onLost: () => {
      lost.next();
    },
  });

  const attempt = async <T>(
    mode: Mode,
    ask: (transaction: IDBTransaction) => Wanted<T>,
    tries = 2,
  ): Promise<Result<T, ArchiveError>> => {
    const opened = await database.open();
    if (!opened.ok) return opened;
    try {
      return await transact(opened.value, mode, ask);
    } catch (thrown) {
      if (!isDead(thrown) || tries <= 1) return err(toArchiveError(thrown));
      database.forget(); // closed without an event: open it anew, once
      return attempt(mode, ask, tries - 1);
    }
  };

  const run = <T>(
    mode: Mode,
    ask: (transaction: IDBTransaction) => Wanted<T>,
  ): Promise<Result<T, ArchiveError>> =>
    new Promise((resolve) => {
      const cancel = clock.after(DEADLINE_MS, () => {
        resolve(err(LATE));
      });
      void attempt(mode, ask).then((result) => {
        cancel();
        resolve(result);
      });
    });

  /** Every key that begins so: in IndexedDB's order an array comes after all numbers and texts. */
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
      database.close();
      lost.complete();
    },
  };
};
