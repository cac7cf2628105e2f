// The entry of every npm script: `node run.mjs FILE ARGS`. It uses only Node's own modules, because it runs before
// packages are installed. `prestart` cannot be used instead: npm skips it with `ignore-scripts=true`.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './deps/install.mjs';
import { nodeSatisfies } from './deps/node-version.mjs';
import { onOrphaned } from './deps/on-orphaned.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [file = '', ...args] = process.argv.slice(2);

const manifest = /** @type {{ engines: { node: string } }} */ (
  JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
);
const range = manifest.engines.node;
if (!nodeSatisfies(process.versions.node, range)) {
  console.error(
    `BatBot Web needs Node ${range}, and this is Node ${process.versions.node}.\n` +
      'Install a current Node from https://nodejs.org and run the same command again.',
  );
  process.exit(1);
}

if (process.env['npm_lifecycle_event'] && process.platform !== 'win32') {
  onOrphaned(
    () => process.ppid,
    () => process.kill(process.pid, 'SIGTERM'),
  );
}

if (!(await ensureInstalled(root))) process.exit(1);

// The file runs in this process, which starts faster and needs no forwarding of signals and exit codes.
process.chdir(root);
process.argv = [process.argv[0] ?? 'node', root + file, ...args];
const { register } = await import('tsx/esm/api');
register();
const { isPlainFailure } = await import('./process/plain-failure.ts');
await import(pathToFileURL(root + file).href).catch((/** @type {unknown} */ error) => {
  if (!isPlainFailure(error)) throw error;
  console.error(error.message);
  process.exit(1);
});
