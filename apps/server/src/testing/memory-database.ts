import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database/database.ts';
import { extensions, fromPglite } from '../database/embedded-database.ts';
import { migrate } from '../database/migrate.ts';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/batbot/', import.meta.url));

/** Returns the path of the snapshot; each version of PGlite has its own. */
const snapshotFile = async (): Promise<string> => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(main), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string }; // npm has validated the file
  return join(cache, `pglite-${version}.tar`);
};

const takeSnapshot = async (file: string): Promise<Blob> => {
  const fresh = await PGlite.create();
  const snapshot = await fresh.dumpDataDir('none');
  await fresh.close();
  await mkdir(cache, { recursive: true });
  await writeFile(`${file}.${process.pid}`, Buffer.from(await snapshot.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file); // atomic, because test files run at the same time
  return snapshot;
};

/** Loads the files of a new database. This takes a fraction of a second, while initdb takes seconds. */
export const loadSnapshot = async (): Promise<Blob> => {
  const file = await snapshotFile();
  return readFile(file).then(
    (bytes) => new Blob([bytes]),
    () => takeSnapshot(file),
  );
};

/** Opens a migrated, empty database in memory. */
export const openMemoryDatabase = async (): Promise<Database> => {
  const pglite = await PGlite.create({ extensions, loadDataDir: await loadSnapshot() });
  const database = fromPglite(pglite, () => Promise.resolve());
  await migrate(database);
  return database;
};
