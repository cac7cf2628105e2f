import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderStore } from '../blobs/blob-store.ts';
import { KEEP_PIECES_KEY, PIECES_SQL } from '../blobs/blobs.ts';
import { type BlobPlace, openBlobStore } from '../blobs/open-blob-store.ts';
import type { Queryable } from '../database/database.ts';
import { openEmbeddedDatabase } from '../database/embedded-database.ts';
import { refuseUnfinished } from '../database/unfinished-restore.ts';
import { type DatabaseSource, openPatientDatabase } from '../database/open-database.ts';
import { hashOf } from '../hash.ts';
import { removeLeftovers } from '../leftovers.ts';
import { dumpName, hashOfFile, MANIFEST, type Manifest, POOL, refuseBackup } from './manifest.ts';
import { runPostgresTool } from './postgres-tools.ts';

export interface BackupParts {
  readonly database: DatabaseSource;
  readonly blobs: BlobPlace;
  readonly warn: (line: string) => void;
}

/** Unfinished backups in the folder of the backups. */
const UNFINISHED = /^\d{4}-\d\d-\d\dT[\d-]+Z\.part$/;

/**
 * Copies the pieces that the folder does not have yet, or whose copy is damaged: a piece never changes. Returns those
 * that are neither in the folder nor in the store without damage.
 */
const copyPieces = async (
  inside: Queryable,
  { blobs, warn }: BackupParts,
  folder: string,
): Promise<readonly string[]> => {
  const store = await openBlobStore(blobs, warn);
  const pool = createFolderStore(join(folder, POOL));
  await pool.removeParts?.();
  const missing: string[] = [];
  const rows = await inside.query<{ readonly sha256: string; readonly isUsed: boolean }>(
    PIECES_SQL,
  );
  for (const { sha256, isUsed } of rows) {
    // A copy that cannot be read, such as on a bad sector, is damaged too.
    const copy = await pool.read(inside, sha256).catch(() => undefined);
    if (copy !== undefined && hashOf(copy) === sha256) continue;
    const bytes = await store.read(inside, sha256);
    if (bytes !== undefined && hashOf(bytes) === sha256) await pool.write(inside, sha256, bytes);
    else if (isUsed) missing.push(sha256);
  }
  return missing;
};

/** Returns the number of the newest migration. Rejects with `backup` for a database that no server has used yet. */
const migrationOf = async (inside: Queryable): Promise<number> => {
  await refuseUnfinished(inside);
  const [table] = await inside.query<{ readonly name: string | null }>(
    `select to_regclass('migrations')::text as name`,
  );
  if (typeof table?.name !== 'string') {
    throw refuseBackup('The database has no data. Check DATABASE_URL and BATBOT_DATA_DIR.');
  }
  const [row] = await inside.query<{ readonly number: number }>(
    'select max(number)::int as number from migrations',
  );
  return row?.number ?? 0;
};

/**
 * Dumps the database, then copies the pieces, so that the backup has the pieces of every row in the dump. Running
 * servers continue, but do not remove unused pieces meanwhile.
 */
const dumpPostgres = async (parts: BackupParts, url: string, folder: string, part: string) => {
  const database = openPatientDatabase(url, parts.warn);
  try {
    return await database.transaction(async (inside) => {
      await inside.query(`select pg_advisory_xact_lock_shared(${KEEP_PIECES_KEY})`);
      const migration = await migrationOf(inside);
      const file = join(part, dumpName('postgres'));
      await runPostgresTool('pg_dump', url, ['--format=custom', '--no-owner', `--file=${file}`]);
      const missing = parts.blobs === 'database' ? [] : await copyPieces(inside, parts, folder);
      return { migration, missing };
    });
  } finally {
    await database.close();
  }
};

/** Dumps the embedded database. No server may use it meanwhile. */
const dumpEmbedded = async (parts: BackupParts, folder: string, part: string) => {
  const database = await openEmbeddedDatabase(parts.database.dataDir);
  try {
    const migration = await migrationOf(database);
    await writeFile(join(part, dumpName('embedded')), await database.dump(), { flush: true });
    return { migration, missing: await copyPieces(database, parts, folder) };
  } finally {
    await database.close();
  }
};

/** Writes the dump and the manifest into the folder `part`. */
const fillBackup = async (
  parts: BackupParts,
  folder: string,
  part: string,
  now: Date,
): Promise<Manifest> => {
  const { databaseUrl } = parts.database;
  const kind = databaseUrl === undefined ? 'embedded' : 'postgres';
  const { migration, missing } =
    databaseUrl === undefined
      ? await dumpEmbedded(parts, folder, part)
      : await dumpPostgres(parts, databaseUrl, folder, part);
  const manifest: Manifest = {
    format: 'batbot-backup-1',
    createdAt: now.toISOString(),
    kind,
    migration,
    sha256: await hashOfFile(join(part, dumpName(kind))),
    pieces: parts.blobs === 'database' ? 'database' : 'pool',
    missing: [...missing],
  };
  await writeFile(join(part, MANIFEST), JSON.stringify(manifest, null, 2), { flush: true });
  return manifest;
};

/**
 * Saves a backup in a new folder below `folder`, named by the time. The folder gets its name when it is complete, and
 * is removed if that fails. What a killed backup left is removed a day later. Returns its path and manifest. Rejects
 * with `backup`, `dataInUse` or `databaseUnavailable`.
 */
export const saveBackup = async (
  parts: BackupParts,
  folder: string,
  now: Date,
): Promise<{ readonly path: string; readonly manifest: Manifest }> => {
  const path = join(folder, now.toISOString().replaceAll(/[:.]/g, '-'));
  const part = `${path}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder, UNFINISHED);
  try {
    const manifest = await fillBackup(parts, folder, part, now);
    await rename(part, path);
    return { path, manifest };
  } catch (error) {
    await rm(part, { recursive: true, force: true }); // nightly failures would fill the disk
    throw error;
  }
};
