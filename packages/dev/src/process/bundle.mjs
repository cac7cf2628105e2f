import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOUR_MS = 3_600_000;
/** A bundle that no process has used for so long is removed when the next one is made. */
const DAY_MS = 24 * HOUR_MS;

/** @typedef {Map<string, string>} Contents the text of each file, by its path in the repository */

const hashOf = (/** @type {Contents} */ contents) => {
  const hash = createHash('sha256');
  for (const [path, text] of [...contents].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${text.length}\0${text}`);
  return hash.digest('hex').slice(0, 16);
};

/** Reads the files that choose how modules are found and compiled. */
const readSettings = (/** @type {string} */ root) => {
  const { workspaces } = /** @type {{ workspaces: readonly string[] }} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  );
  const paths = [
    ...workspaces.flatMap((name) => [`${name}/package.json`, `${name}/tsconfig.json`]),
    'package-lock.json',
    'tsconfig.base.json',
    'packages/dev/src/process/bundle.mjs',
  ];
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
};

/** Writes the bundle to `outdir`. Adds the files that it read to `contents`. */
const makeBundle = async (
  /** @type {string} */ root,
  /** @type {string} */ file,
  /** @type {string} */ outdir,
  /** @type {Contents} */ contents,
) => {
  const esbuild = await import('esbuild');
  /** @type {import('esbuild').Plugin} */
  const sources = {
    name: 'sources',
    setup: (build) => {
      // Packages are imported from where the source would find them, because the bundle is in another folder.
      build.onResolve(
        { filter: /^[\w@]/ },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          const isOurs = kind === 'entry-point' || /^(?:@batbot\/|node:)/.test(path);
          if (isOurs || pluginData === sources) return undefined;
          const found = await build.resolve(path, {
            kind,
            importer,
            resolveDir,
            pluginData: sources,
          });
          const isFound = found.errors.length === 0;
          return { path: isFound ? pathToFileURL(found.path).href : path, external: true };
        },
      );
      build.onLoad({ filter: /./ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        contents.set(relative(root, path), text);
        if (path.endsWith('.json')) return { contents: text, loader: 'json' };
        const url = JSON.stringify(pathToFileURL(path).href);
        return { contents: `const sourceMeta = { url: ${url} }; ${text}`, loader: 'ts' };
      });
    },
  };
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: file },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: [], // only Node's own
    define: { 'import.meta': 'sourceMeta' },
    sourcemap: true,
    sourcesContent: false,
    plugins: [sources],
    logLevel: 'silent',
  });
  await esbuild.stop();
};

/**
 * Bundles a TypeScript file with all modules of this repository that it imports, because Node takes far longer to load
 * hundreds of modules. In each module `import.meta.url` is the URL of its source, and nothing else of `import.meta` is
 * there. The bundle is kept, and used again while all files that it was made from are the same. Returns its URL.
 * @param {string} root the folder of the repository
 * @param {string} file relative to it
 */
export async function bundle(root, file) {
  const home = join(root, 'node_modules/.cache/batbot/run', file.replaceAll(/\W+/g, '-'));
  const inputs = join(home, 'inputs.json');
  let contents = readSettings(root);
  try {
    const paths = /** @type {readonly string[]} */ (JSON.parse(readFileSync(inputs, 'utf8')));
    for (const path of paths) contents.set(path, readFileSync(join(root, path), 'utf8'));
  } catch {
    // The first bundle of this file, or one of its modules was removed.
  }
  let folder = join(home, hashOf(contents));
  if (!existsSync(folder)) {
    contents = readSettings(root);
    const made = join(home, `${process.pid}`);
    await makeBundle(root, file, made, contents);
    for (const path of readdirSync(home).map((name) => join(home, name))) {
      const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
      if (mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true });
    }
    folder = join(home, hashOf(contents));
    await rename(made, folder).catch(() => rm(made, { recursive: true })); // another process was faster
    await writeFile(`${inputs}.${process.pid}`, JSON.stringify([...contents.keys()]));
    await rename(`${inputs}.${process.pid}`, inputs);
  }
  // A chunk of it may be imported later. Another user's process cannot keep it.
  const keep = () => utimes(folder, new Date(), new Date()).catch(() => undefined);
  setInterval(() => void keep(), HOUR_MS).unref();
  await keep();
  return pathToFileURL(join(folder, 'main.mjs')).href;
}
