import { access, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
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

/**
 * Refuses all calls after PostgreSQL has ended, as when a full disk has no room for its write-ahead log. Such a call would
 * never end and block the process.
 */
const refuseAfterEnd = (pglite: PGlite): void => {
  const execute = pglite.execProtocolRaw.bind(pglite);
  let hasEnded = false;
  pglite.Module['onAbort'] = () => {
    hasEnded = true;
  };
  pglite.execProtocolRaw = async (message, options) => {
    if (!hasEnded) return execute(message, options);
    throw serverError(
      { kind: 'databaseUnavailable' },
      'The embedded database has ended after an error, such as a full disk. Free some space if necessary, and start the server again.',
    );
  };
};

/** Wraps a PGlite instance as a `Database`. Closing the `Database` closes the instance. */
export const fromPglite = (pglite: PGlite, afterClose: () => Promise<void>): EmbeddedDatabase => {
  refuseAfterEnd(pglite);
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
    `The database in ${folder} is damaged, belongs to another user, or is not a database of this server. Nothing was changed. Restore the folder from a backup, or set BATBOT_DATA_DIR to an empty folder.`,
    cause,
  );

/** With less free space, PostgreSQL may not start: it may need another file of 16 MiB for its write-ahead log. */
const NEEDED_MIB = 32;

const freeMib = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / 2 ** 20);
};

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
 * `dataInUse`, `dataDamaged`, `databaseUnavailable` if the disk is nearly full, or `backup` if a restore has not ended or
 * is not possible.
 */
export const openEmbeddedDatabase = async (
  folder?: string,
  dump?: Buffer,
  readFreeMib = freeMib,
): Promise<EmbeddedDatabase> => {
  if (folder === undefined)
    return fromPglite(await PGlite.create({ extensions }), () => Promise.resolve());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  const data = join(folder, dump === undefined ? DATA : UNFINISHED);
  try {
    const names = await readdir(folder);
    if (dump !== undefined) {
      if (names.includes(DATA)) {
        throw serverError(
          { kind: 'backup' },
          `${folder} has a database. A backup is restored only into an empty folder: set BATBOT_DATA_DIR to one.`,
        );
      }
      await rm(data, { recursive: true, force: true });
    } else if (names.includes(UNFINISHED)) throw unfinishedRestore();
    await refuseForeign(data);
    const loadDataDir = dump && new Blob([new Uint8Array(dump)]);
    const pglite = await PGlite.create(data, {
      extensions,
      ...(loadDataDir && { loadDataDir }),
    }).catch(async (error: unknown) => {
      const free = await readFreeMib(folder); // PGlite does not say why it failed
      if (!names.includes(DATA)) await rm(data, { recursive: true, force: true });
      if (free >= NEEDED_MIB) {
        throw dump === undefined
          ? damaged(data, error)
          : serverError({ kind: 'backup' }, 'The dump of the backup cannot be loaded.', error);
      }
      throw serverError(
        { kind: 'databaseUnavailable' },
        `The database in ${folder} cannot be opened, and the disk is nearly full: ${free} MB are free, and ${NEEDED_MIB} MB are needed. Free some space, then try again.`,
        error,
      );
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
