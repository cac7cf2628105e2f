import { setTimeout } from 'node:timers/promises';
import { isServerError } from '../problem.ts';
import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import {
  openPostgresDatabase,
  POSTGRES_TIMEOUTS,
  type PostgresTimeouts,
} from './postgres-database.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

export interface DatabaseSource {
  /** Folder of the embedded database. Default: the database is in memory. Not used with `databaseUrl`. */
  readonly dataDir?: string | undefined;
  /** Address of a real PostgreSQL. */
  readonly databaseUrl?: string | undefined;
}

/**
 * How long a start waits for a PostgreSQL server that does not answer yet, for example because both restart together.
 */
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 1_000;

/** A migration of large tables, or waiting for that of another server, takes longer than any call may. */
const MIGRATION_MS = 6 * 3_600_000;

const migrateWhenReachable = async (
  database: Database,
  warn: (line: string) => void,
  timeoutMs: number,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await refuseUnfinished(database);
      await migrate(database);
      return;
    } catch (error) {
      const isOver = performance.now() + RETRY_MS > deadline;
      if (isOver || !isServerError(error) || error.kind !== 'databaseUnavailable') throw error;
      if (attempt === 1) warn('the database cannot be reached yet; trying again');
      await setTimeout(RETRY_MS);
    }
  }
};

/** Opens PostgreSQL without the usual limit of queries, for migrations, backups and restores. */
export const openPatientDatabase = (
  databaseUrl: string,
  warn: (line: string) => void,
  timeouts: PostgresTimeouts = POSTGRES_TIMEOUTS,
): Database => openPostgresDatabase(databaseUrl, warn, { ...timeouts, queryMs: MIGRATION_MS });

/**
 * Opens the database and migrates it. Retries to reach a PostgreSQL server for `startTimeoutMs`. Rejects with
 * `dataInUse`, `dataDamaged`, `databaseUnavailable`, or `backup` if a restore has not ended.
 */
export const openDatabase = async (
  { dataDir, databaseUrl }: DatabaseSource,
  warn: (line: string) => void,
  startTimeoutMs = START_TIMEOUT_MS,
  timeouts?: PostgresTimeouts,
): Promise<Database> => {
  const migrator =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(dataDir)
      : openPatientDatabase(databaseUrl, warn, timeouts);
  try {
    await migrateWhenReachable(migrator, warn, databaseUrl === undefined ? 0 : startTimeoutMs);
  } catch (error) {
    await migrator.close();
    throw error;
  }
  if (databaseUrl === undefined) return migrator;
  await migrator.close();
  return openPostgresDatabase(databaseUrl, warn, timeouts);
};
