import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database/database.ts';
import { extensions, fromPglite } from '../database/embedded-database.ts';
import { listMigrations, migrate } from '../database/migrate.ts';

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/batbot/', import.meta.url));
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

const versionOfPglite = async (): Promise<string> => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = await readFile(join(dirname(main), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version; // npm has validated the file
};

/** Returns a text that changes with each change of a migration. */
const versionOfMigrations = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const { name } of await listMigrations())
    hash.update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 12);
};

/** Returns the files of the database that `make` opens. They are kept in the cache under `name`. */
const snapshot = async (name: string, make: () => Promise<PGlite>): Promise<Blob> => {
  const file = join(cache, `${name}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) {
    // Node copies a blob of 42 MB in pieces, which takes half a second of each open.
    const arrayBuffer = (): Promise<ArrayBuffer> => Promise.resolve(kept.buffer);
    return Object.assign(new Blob(), { arrayBuffer });
  }
  const pglite = await make();
  const files = await pglite.dumpDataDir('none');
  await pglite.close();
  await mkdir(cache, { recursive: true });
  await writeFile(`${file}.${process.pid}`, Buffer.from(await files.arrayBuffer()));
  await rename(`${file}.${process.pid}`, file); // atomic, because test files run at the same time
  return files;
};

/** Loads the files of a new database. This takes a fraction of a second, while initdb takes seconds. */
export const loadSnapshot = async (): Promise<Blob> =>
  snapshot(`pglite-${await versionOfPglite()}`, () => PGlite.create());

/** Loads the files of a migrated database without rows. */
const loadMigrated = async (): Promise<Blob> =>
  snapshot(`migrated-${await versionOfPglite()}-${await versionOfMigrations()}`, async () => {
    const pglite = await PGlite.create({ extensions, loadDataDir: await loadSnapshot() });
    await migrate(fromPglite(pglite, () => Promise.resolve()));
    return pglite;
  });

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles PGlite once for all databases of this process. They also share the code that V8 optimizes. */
const compilePglite = (): Promise<WebAssembly.Module> => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return (compiled ??= readFile(join(dirname(main), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  ));
};

export const openMemoryDatabase = async (): Promise<Database> => {
  const pglite = await PGlite.create({
    extensions,
    loadDataDir: await loadMigrated(),
    pgliteWasmModule: await compilePglite(),
    // The usual 128 MB are filled with zeros at each start.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=1MB'],
  });
  const database = fromPglite(pglite, () => Promise.resolve());
  await migrate(database); // does what a server does at each start
  return database;
};
