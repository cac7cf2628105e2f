import { spawn } from 'node:child_process';
import { installState } from './installed.mjs';

// npm shows a spinner only on a terminal. Elsewhere (CI, a log file), a line in this interval shows the progress.
const everyMs = 10_000;

/** Runs the npm that started this process, or else the one on the PATH. No package here needs its install script. */
const npmCi = (/** @type {string} */ root) => {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('.js')
    ? spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
};

/**
 * Runs `npm ci` if node_modules is missing or differs from the lock file.
 * @param {string} root
 * @returns {Promise<boolean>} false if npm failed; then it has printed the reason
 */
export async function ensureInstalled(root) {
  const state = installState(root);
  if (state === 'current') return true;
  const why = state === 'missing' ? 'not installed yet' : 'not what package-lock.json says';
  console.log(`Dependencies are ${why}: running npm ci, which takes a minute or so.`);
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const alive = setInterval(() => {
    if (!process.stderr.isTTY) console.log(`  still installing, ${seconds()} s`);
  }, everyMs);
  const npm = npmCi(root);
  const pass = (/** @type {NodeJS.Signals} */ signal) => npm.kill(signal);
  process.once('SIGTERM', pass);
  process.once('SIGINT', pass);
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    npm.once('error', (error) => {
      console.error(`npm could not be started: ${error.message}`);
      resolve(1);
    });
    npm.once('exit', resolve);
  });
  process.off('SIGTERM', pass);
  process.off('SIGINT', pass);
  clearInterval(alive);
  if (code !== 0) {
    console.error('npm ci failed: see its message above. Nothing was started.');
    return false;
  }
  console.log(`Dependencies installed in ${seconds()} s.`);
  return true;
}
