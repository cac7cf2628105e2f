import { ok, storageRefusal, type ArchiveError, type Clock, type Result } from '@batbot/core';

/** Deadline of a call. A call must settle even if another tab blocks the database. */
const DEADLINE_MS = 10_000;

const LATE = storageRefusal('failed');

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']);
const BLOCKED = new Set(['SecurityError', 'NotAllowedError', 'InvalidAccessError']);

const errorOf = (thrown: unknown): Result<never, ArchiveError> => {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (FULL.has(name)) return storageRefusal('full');
  if (name === 'VersionError') return storageRefusal('outdated');
  return storageRefusal(BLOCKED.has(name) ? 'blocked' : 'failed');
};

export interface Database {
  /**
   * Runs a transaction over all stores. When it is complete, resolves with what the function that `ask` returned reads
   * then; otherwise with an error, and nothing is stored. It has 10 s until it begins to be stored. With `strict`
   * durability the data is on the disk by then.
   */
  readonly run: <T>(
    mode: 'readonly' | 'readwrite',
    ask: (transaction: IDBTransaction) => () => T,
    durability?: 'strict' | 'relaxed',
  ) => Promise<Result<T, ArchiveError>>;
  /** Runs a transaction that returns nothing. */
  readonly write: (
    ask: (transaction: IDBTransaction) => void,
    durability?: 'strict' | 'relaxed',
  ) => Promise<Result<void, ArchiveError>>;
  readonly close: () => void;
}

export interface DatabasePlace {
  /** Undefined if the platform has no IndexedDB or reading the property threw. */
  readonly factory: IDBFactory | undefined;
  readonly clock: Clock;
}

export interface DatabaseParts extends DatabasePlace {
  readonly name: string;
  /** Version of the schema. An older database is upgraded; tabs with an older version close their database. */
  readonly version: number;
  readonly stores: readonly string[];
  /** Called when the data is lost: cleared by the user, evicted by the browser, or deleted by another tab. */
  readonly onLost?: () => void;
}

/** Creates a database that is opened at the first call, and opened again after it was closed from outside. */
export const createDatabase = (parts: DatabaseParts): Database => {
  const { name, version, stores, factory, clock, onLost } = parts;
  let opening: Promise<Result<IDBDatabase, ArchiveError>> | undefined;
  let isOutdated = false;

  const hold = (database: IDBDatabase): void => {
    // ST-04: another tab that upgrades or deletes the database must not wait for this tab.
    database.addEventListener('versionchange', (event) => {
      database.close();
      opening = undefined;
      if (event.newVersion === null) onLost?.();
      else isOutdated = true;
    });
    database.addEventListener('close', () => {
      opening = undefined;
      onLost?.();
    });
  };

  const request = (from: IDBFactory): Promise<Result<IDBDatabase, ArchiveError>> =>
    new Promise((resolve) => {
      const opened = from.open(name, version);
      opened.addEventListener('upgradeneeded', () => {
        const { objectStoreNames: there } = opened.result;
        for (const store of stores) {
          if (!there.contains(store)) opened.result.createObjectStore(store);
        }
      });
      opened.addEventListener('success', () => {
        hold(opened.result);
        resolve(ok(opened.result));
      });
      opened.addEventListener('error', () => resolve(errorOf(opened.error)));
    });

  const open = async (): Promise<Result<IDBDatabase, ArchiveError>> => {
    if (isOutdated) return storageRefusal('outdated');
    if (factory === undefined) return storageRefusal('blocked');
    const attempt = (opening ??= request(factory).catch(errorOf));
    const opened = await attempt;
    if (!opened.ok && opening === attempt) opening = undefined; // the next call tries again
    return opened;
  };

  const transact = <T>(
    database: IDBDatabase,
    mode: IDBTransactionMode,
    ask: (transaction: IDBTransaction) => () => T,
    durability: 'strict' | 'relaxed',
    deadline: AbortSignal,
  ): Promise<Result<T, ArchiveError>> =>
    new Promise((resolve) => {
      const transaction = database.transaction([...stores], mode, { durability });
      let refused: unknown;
      let read: (() => T) | undefined;
      transaction.addEventListener('complete', () => {
        if (read !== undefined) resolve(ok(read()));
      });
      transaction.addEventListener('abort', () => resolve(errorOf(refused ?? transaction.error)));
      deadline.addEventListener('abort', () => {
        try {
          transaction.abort();
        } catch {
          // The transaction has ended or is being stored.
        }
        // Only the event of the transaction shows whether it was stored: Chromium accepts `abort` also while it stores.
      });
      try {
        read = ask(transaction);
      } catch (thrown) {
        refused = thrown;
        transaction.abort();
      }
    });

  const attempt = async <T>(
    mode: IDBTransactionMode,
    ask: (transaction: IDBTransaction) => () => T,
    durability: 'strict' | 'relaxed',
    deadline: AbortSignal,
  ): Promise<Result<T, ArchiveError>> => {
    const late = new Promise<typeof LATE>((resolve) => {
      deadline.addEventListener('abort', () => resolve(LATE));
    });
    for (let isFirst = true; ; isFirst = false) {
      const opened = await Promise.race([open(), late]);
      if (!opened.ok) return opened;
      try {
        return await transact(opened.value, mode, ask, durability, deadline);
      } catch (thrown) {
        const isClosed = thrown instanceof DOMException && thrown.name === 'InvalidStateError';
        if (!isClosed || !isFirst) return errorOf(thrown);
        opening = undefined; // closed without an event: open it again once
      }
    }
  };

  const run: Database['run'] = async (mode, ask, durability = 'relaxed') => {
    const deadline = new AbortController();
    const cancel = clock.after(DEADLINE_MS, () => deadline.abort());
    const result = await attempt(mode, ask, durability, deadline.signal);
    cancel();
    return result;
  };

  return {
    run,
    write: (ask, durability) =>
      run(
        'readwrite',
        (transaction) => {
          ask(transaction);
          return () => undefined;
        },
        durability,
      ),
    close: () => {
      void opening?.then((result) => {
        if (result.ok) result.value.close();
      });
      opening = undefined;
    },
  };
};
