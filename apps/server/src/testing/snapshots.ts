import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { extensions, fromPglite } from '../database/embedded-database.ts';
import { listMigrations, migrate } from '../database/migrate.ts';

/** The folder in which tests keep files between runs. */
export const cache = fileURLToPath(
  new URL('../../../../node_modules/.cache/batbot/', import.meta.url),
);
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
    // Node copies a large blob in pieces, which takes long.
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

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles PGlite once for all databases of this process. They also share the code that V8 optimizes. */
const compilePglite = (): Promise<WebAssembly.Module> => {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return (compiled ??= readFile(join(dirname(main), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  ));
};

/** Opens an instance in memory that starts fast, with the files that `loadDataDir` contains. */
export const createPglite = async (loadDataDir?: Blob): Promise<PGlite> =>
  PGlite.create({
    extensions,
    ...(loadDataDir && { loadDataDir }),
    pgliteWasmModule: await compilePglite(),
    // The usual 128 MB are filled with zeros at each start.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=1MB'],
    initDbStartParams: ['--wal-segsize=1'], // the usual 16 MB are copied at each start
  });

/** A copy of the templates would be half of the files. */
const DROP_TEMPLATES = ['template0', 'template1'].flatMap((name) => [
  `update pg_database set datistemplate = false where datname = '${name}'`,
  `drop database ${name}`,
]);

/** Loads the files of a new database. This takes a fraction of a second, while initdb takes seconds. */
export const loadEmpty = async (): Promise<Blob> =>
  snapshot(`empty-${await versionOfPglite()}`, async () => {
    const pglite = await createPglite();
    for (const sql of DROP_TEMPLATES) await pglite.exec(sql);
    return pglite;
  });

const nameOfMigrated = async (): Promise<string> =>
  `small-${await versionOfPglite()}-${await versionOfMigrations()}`;

/** Loads the files of a migrated database without rows. */
export const loadMigrated = async (): Promise<Blob> =>
  snapshot(await nameOfMigrated(), async () => {
    const pglite = await createPglite(await loadEmpty());
    await migrate(fromPglite(pglite, () => Promise.resolve()));
    return pglite;
  });

/** Returns the folder with the files of a migrated database without rows. Nothing may change them there. */
const migratedFolder = async (): Promise<string> => {
  const kept = join(cache, await nameOfMigrated());
  if (existsSync(kept)) return kept;
  const loadDataDir = await loadMigrated();
  const made = await mkdtemp(`${kept}.`);
  await (await PGlite.create(join(made, 'data'), { extensions, loadDataDir })).close();
  await rename(join(made, 'data'), kept).catch(() => undefined); // another process was faster
  await rm(made, { recursive: true, force: true });
  return kept;
};

/** Makes `folder` a data folder with a migrated database without rows. */
export const fillDataFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await cp(await migratedFolder(), join(folder, 'postgres'), { recursive: true });
};
