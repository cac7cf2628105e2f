import type { Database } from '../database/database.ts';
import { fromPglite } from '../database/embedded-database.ts';
import { migrate } from '../database/migrate.ts';
import { createPglite, loadEmpty, loadMigrated } from './snapshots.ts';

const open = async (files: Blob): Promise<Database> =>
  fromPglite(await createPglite(files), () => Promise.resolve());

export const openMemoryDatabase = async (): Promise<Database> => {
  const database = await open(await loadMigrated());
  await migrate(database); // does what a server does at each start
  return database;
};

/** Opens a database in memory without tables. */
export const openEmptyDatabase = async (): Promise<Database> => open(await loadEmpty());
