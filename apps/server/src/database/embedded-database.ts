import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { ltree } from '@electric-sql/pglite/contrib/ltree';
import { serverError } from '../problem.ts';
import type { Database, Queryable, SqlValue } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { UNFINISHED, unfinishedRestore } from './unfinished-restore.ts';

const queryable = (source: PGlite | Transaction): Queryable => ({
  query: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
    (await source.query<Row>(sql, [...values])).rows,
  script: async (sql) => {
    await source.exec(sql);
  },
});

export const extensions = { ltree };

export interface EmbeddedDatabase extends Database {
  /** Returns all files of the database as a compressed archive, from which `openEmbeddedDatabase` restores it. */
  readonly dump: () => Promise<Buffer>;
}

/** Wraps a PGlite instance as a `Database`. Closing the `Database` closes the instance. */
export const fromPglite = (pglite: PGlite, afterClose: () => Promise<void>): EmbeddedDatabase => {
  let closing: Promise<void> | undefined;
  return {
    ...queryable(pglite),
    transaction: (work) => pglite.transaction((inside) => work(queryable(inside))),
    dump: async () => Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer()),
    close: () => (closing ??= pglite.close().then(afterClose)),
  };
};

/** The folder of the database in a data folder. */
const DATA = 'postgres';

const damaged = (folder: string, cause?: unknown) =>
  serverError(
    { kind: 'dataDamaged', folder },
    `The database in ${folder} is damaged or not a database of this server. Nothing was changed. Restore the folder from a backup, or set BATBOT_DATA_DIR to an empty folder.`,
    cause,
  );

/**
 * Rejects a folder with other content. PGlite initializes a folder without PG_VERSION, which would replace a damaged
 * database.
 */
const refuseForeign = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  await access(join(folder, 'PG_VERSION')).catch((error: unknown) => {
    throw damaged(folder, error);
  });
};

/**
 * Opens the embedded database in `folder` (created if missing, used by one process at a time) or, without a folder, in
 * memory. The data survives the end of the process at any moment, but not a power failure: PGlite runs without fsync.
 * `dump` fills a folder that has no database yet; `keepRestored` makes it the database of the folder. Rejects with
 * `dataInUse`, `dataDamaged`, or `backup` if a restore has not ended.
 */
export const openEmbeddedDatabase = async (
  folder?: string,
  dump?: Buffer,
): Promise<EmbeddedDatabase> => {
  if (folder === undefined)
    return fromPglite(await PGlite.create({ extensions }), () => Promise.resolve());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  const data = join(folder, dump === undefined ? DATA : UNFINISHED);
  try {
    await refuseForeign(join(folder, DATA));
    const names = await readdir(folder);
    if (dump === undefined && names.includes(UNFINISHED)) throw unfinishedRestore();
    if (dump !== undefined) {
      if (names.includes(DATA)) throw damaged(join(folder, DATA));
      await rm(data, { recursive: true, force: true });
    }
    const loadDataDir = dump && new Blob([new Uint8Array(dump)]);
    const pglite = await PGlite.create(data, {
      extensions,
      ...(loadDataDir && { loadDataDir }),
    }).catch((error: unknown) => {
      throw damaged(data, error);
    });
    return fromPglite(pglite, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
};

/** Makes a restored database, which is closed, the database of its data folder. */
export const keepRestored = (folder: string): Promise<void> =>
  rename(join(folder, UNFINISHED), join(folder, DATA));
