import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import { openPostgresDatabase } from './postgres-database.ts';

export interface DatabaseSource {
  /** Folder of the embedded database; in memory without one. Unused with `databaseUrl`. */
  readonly dataDir?: string | undefined;
  /** Address of a real PostgreSQL. */
  readonly databaseUrl?: string | undefined;
}

/** Opens the database and migrates it. Rejects with `dataInUse` or `databaseUnavailable`. */
export const openDatabase = async (
  { dataDir, databaseUrl }: DatabaseSource,
  warn: (line: string) => void,
): Promise<Database> => {
  const database =
    databaseUrl === undefined
      ? await openEmbeddedDatabase(dataDir)
      : openPostgresDatabase(databaseUrl, warn);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
