import { err, ok, type ArchiveError, type Clock, type Result } from '@batbot/core';
import { toArchiveError, type ArchiveDatabase } from './archive-database.ts';

/** Every call must settle, also while another tab blocks the database. */
const DEADLINE_MS = 10_000;

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
  stores: readonly string[],
  mode: Mode,
  ask: (transaction: IDBTransaction) => Wanted<T>,
): Promise<Result<T, ArchiveError>> =>
  new Promise((resolve) => {
    const transaction = database.transaction([...stores], mode, { durability: 'relaxed' });
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

export interface DatabaseCallsParts {
  readonly database: ArchiveDatabase;
  readonly clock: Clock;
  readonly stores: readonly string[];
}

/** Runs a transaction: its result once it is complete, or why there is none, within the deadline. */
export type RunCall = <T>(
  mode: Mode,
  ask: (transaction: IDBTransaction) => Wanted<T>,
) => Promise<Result<T, ArchiveError>>;

export const createDatabaseCalls = ({ database, clock, stores }: DatabaseCallsParts): RunCall => {
  const attempt = async <T>(
    mode: Mode,
    ask: (transaction: IDBTransaction) => Wanted<T>,
    tries = 2,
  ): Promise<Result<T, ArchiveError>> => {
    const opened = await database.open();
    if (!opened.ok) return opened;
    try {
      return await transact(opened.value, stores, mode, ask);
    } catch (thrown) {
      if (!isDead(thrown) || tries <= 1) return err(toArchiveError(thrown));
      database.forget(); // closed without an event: open it again, once
      return attempt(mode, ask, tries - 1);
    }
  };

  return (mode, ask) =>
    new Promise((resolve) => {
      const cancel = clock.after(DEADLINE_MS, () => {
        resolve(err(LATE));
      });
      void attempt(mode, ask).then((result) => {
        cancel();
        resolve(result);
      });
    });
};
