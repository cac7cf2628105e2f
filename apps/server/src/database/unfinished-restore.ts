import { serverError } from '../problem.ts';
import type { Queryable } from './database.ts';

/** The name of a table in PostgreSQL, or of a folder of the embedded database, that exists until a restore has ended. */
export const UNFINISHED = 'unfinished_restore';

export const unfinishedRestore = () =>
  serverError(
    { kind: 'backup' },
    'A restore into this database has not ended. Restore the backup again, with PostgreSQL into a new database.',
  );

/** Rejects with `backup` if a restore into this database of PostgreSQL has not ended. */
export const refuseUnfinished = async (database: Queryable): Promise<void> => {
  const [row] = await database.query<{ readonly name: string | null }>(
    `select to_regclass('${UNFINISHED}')::text as name`,
  );
  if (typeof row?.name === 'string') throw unfinishedRestore();
};
