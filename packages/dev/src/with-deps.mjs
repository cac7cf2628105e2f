// The entry of every npm script. Plain Node with nothing but its own modules, because it runs before anything is
// installed: `prestart` would not do, npm skips it with `ignore-scripts=true`.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './deps/install.mjs';
import { nodeSatisfies } from './deps/node-version.mjs';
import { watchForOrphaning } from './deps/orphan-watch.mjs';
import { findTask, taskList } from './deps/tasks.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [name = '', ...args] = process.argv.slice(2);

/** @param {string} text @returns {never} */
function fail(text) {
  console.error(text);
  process.exit(1);
}

const manifest = /** @type {{ engines: { node: string } }} */ (
  JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
);
const range = manifest.engines.node;
if (!nodeSatisfies(process.versions.node, range)) {
  fail(
    `BatBot Web needs Node ${range}, and this is Node ${process.versions.node}.\n` +
      'Install a current Node from https://nodejs.org and run the same command again.',
  );
}

const task = findTask(name, args);
if (!task) fail(`${name ? `There is no task "${name}".` : 'Name a task.'}\n${taskList()}`);

if (process.env['npm_lifecycle_event'] && process.platform !== 'win32') {
  watchForOrphaning(
    () => process.ppid,
    () => process.kill(process.pid, 'SIGTERM'),
  );
}

if (!(await ensureInstalled(root))) process.exit(1);

// The task runs in this very process: signals and exit codes need no passing on, and it starts sooner.
process.chdir(root);
const file = root + task.file;
process.argv = [process.argv[0] ?? 'node', file, ...task.args];
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(file).href);
