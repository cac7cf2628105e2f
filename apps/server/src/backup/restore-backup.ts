import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolderStore, databaseStore } from '../blobs/blob-store.ts';
import { PIECES_SQL } from '../blobs/blobs.ts';
import { openBlobStore } from '../blobs/open-blob-store.ts';
import type { Database } from '../database/database.ts';
import { keepRestored, openEmbeddedDatabase } from '../database/embedded-database.ts';
import { listMigrations, migrate } from '../database/migrate.ts';
import { openPatientDatabase } from '../database/open-database.ts';
import { UNFINISHED } from '../database/unfinished-restore.ts';
import { hashOf } from '../hash.ts';
import { dumpName, type Manifest, POOL, readManifest, refuseBackup } from './manifest.ts';
import { runPostgresTool } from './postgres-tools.ts';
import type { BackupParts } from './save-backup.ts';

/**
 * Creates the role of the calls, as the first start does. A dump contains the rights of the role, but not the role
 * itself.
 */
const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = 'batbot_app') then create role batbot_app nologin; end if;
  if not pg_has_role(current_user, 'batbot_app', 'member') then grant batbot_app to current_user; end if;
end $$`;

const loadPostgres = async (file: string, url: string, warn: BackupParts['warn']) => {
  const database = openPatientDatabase(url, warn);
  try {
    const found = await database.query(
      `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1`,
    );
    if (found.length > 0) {
      throw refuseBackup(
        'The database of DATABASE_URL has tables. A backup is restored only into an empty database: create one, and set DATABASE_URL to it.',
      );
    }
    await database.script(CREATE_ROLE);
    await database.script(`create table ${UNFINISHED} ()`);
    await runPostgresTool('pg_restore', url, [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-comments',
      file,
    ]).catch(async (error: unknown) => {
      await database.script(`drop table ${UNFINISHED}`);
      throw error;
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** Writes the pieces into the store. Returns those that are missing in the backup or damaged. */
const writePieces = async (
  database: Database,
  { blobs, warn }: BackupParts,
  { pieces }: Manifest,
  pool: string,
): Promise<readonly string[]> => {
  if (pieces === 'database' && blobs === 'database') return [];
  const source = pieces === 'database' ? databaseStore : createFolderStore(pool);
  const store = await openBlobStore(blobs, warn);
  const missing: string[] = [];
  const rows = await database.query<{ readonly sha256: string; readonly isUsed: boolean }>(
    PIECES_SQL,
  );
  for (const { sha256, isUsed } of rows) {
    const bytes = await source.read(database, sha256);
    if (bytes !== undefined && hashOf(bytes) === sha256) await store.write(database, sha256, bytes);
    else if (isUsed) missing.push(sha256);
  }
  return missing;
};

/**
 * Restores a backup into an empty database and writes its pieces into the configured store. Everybody has to sign in
 * again, because sessions that have ended since the backup would be valid, and all clients load their copies again.
 * Returns the manifest and the missing pieces. Rejects with `backup` if the backup cannot be restored; the database is
 * empty then. After another interruption no server starts on the database.
 */
export const restoreBackup = async (
  parts: BackupParts,
  folder: string,
): Promise<{ readonly manifest: Manifest; readonly missing: readonly string[] }> => {
  const manifest = await readManifest(folder);
  const { databaseUrl, dataDir } = parts.database;
  const kind = databaseUrl === undefined ? 'embedded' : 'postgres';
  if (manifest.kind !== kind) {
    throw refuseBackup(
      `The backup is of ${manifest.kind === 'postgres' ? 'PostgreSQL' : 'an embedded database'}: ${manifest.kind === 'postgres' ? 'set' : 'unset'} DATABASE_URL.`,
    );
  }
  const newest = (await listMigrations()).at(-1)?.number ?? 0;
  if (manifest.migration > newest) {
    throw refuseBackup('The backup is of a newer version of the server. Install that version.');
  }
  const file = join(folder, dumpName(kind));
  const database =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(dataDir, await readFile(file))
      : await loadPostgres(file, databaseUrl, parts.warn);
  let missing: readonly string[];
  try {
    await migrate(database);
    await database.script(
      'delete from sessions; delete from invitations; update feed set restored = gen_random_uuid()::text',
    );
    const pool = join(dirname(folder), POOL);
    missing = await writePieces(database, parts, manifest, pool);
    if (databaseUrl !== undefined) await database.script(`drop table ${UNFINISHED}`);
  } finally {
    await database.close();
  }
  if (databaseUrl === undefined && dataDir !== undefined) await keepRestored(dataDir);
  return { manifest, missing };
};
