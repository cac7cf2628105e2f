import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Queryable, SqlValue } from './database.ts';
import { lockFolder } from './folder-lock.ts';

const queryable = (source: PGlite | Transaction): Queryable => ({
  query: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    (await source.query<Row>(sql, [...values])).rows,
  script: async (sql) => {
    await source.exec(sql);
  },
});

/** A PGlite instance as a `Database`; closing the one closes the other. */
export const fromPglite = (pglite: PGlite, afterClose: () => Promise<void>): Database => {
  let closing: Promise<void> | undefined;
  return {
    ...queryable(pglite),
    transaction: (work) => pglite.transaction((inside) => work(queryable(inside))),
    close: () => (closing ??= pglite.close().then(afterClose)),
  };
};

/**
 * The embedded database, kept in `folder` (made if missing; opened by one process at a time: two would destroy it)
 * or, without a folder, in memory. Rejects with `dataInUse` while another process has the folder.
 */
export const openEmbeddedDatabase = async (folder?: string): Promise<Database> => {
  if (folder === undefined) return fromPglite(await PGlite.create(), () => Promise.resolve());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  try {
    return fromPglite(await PGlite.create(join(folder, 'postgres')), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
};
