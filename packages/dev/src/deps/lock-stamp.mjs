import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} LockPackages keyed by path, "" is the project itself
 */

const stampFile = (/** @type {string} */ root) => join(root, 'node_modules', '.batbot-lock');

/**
 * Returns the content of an up-to-date stamp. It includes the platform, because a folder may be shared with a
 * container.
 */
const expectedStamp = (/** @type {string} */ root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');

/**
 * Whether node_modules holds exactly the packages of the lock file in their versions. Only optional packages, such as
 * those of other platforms, may be missing.
 * @param {LockPackages} lock
 * @param {LockPackages} installed npm's own record, node_modules/.package-lock.json
 */
export function installedMatchesLock(lock, installed) {
  const same = Object.entries(installed).every(([path, entry]) => {
    const locked = lock[path];
    return (
      locked !== undefined &&
      locked.version === entry.version &&
      locked.integrity === entry.integrity
    );
  });
  const whole = Object.entries(lock).every(
    ([path, entry]) =>
      !path.includes('node_modules/') || entry.optional === true || installed[path] !== undefined,
  );
  return same && whole;
}

const packagesOf = (/** @type {string} */ file) =>
  /** @type {{ packages: LockPackages }} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;

/**
 * Returns `current` if the installed packages are those of package-lock.json. After a developer's own `npm ci` the
 * stamp is missing, and after `npm install` it is out of date. Both install the locked packages, so npm's own record is
 * compared and nothing is installed twice.
 * @param {string} root
 * @returns {'current' | 'missing' | 'stale'}
 */
export function installState(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'missing';
  const stamp = stampFile(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp(root)) return 'current';
  return installedMatchesLock(packagesOf(join(root, 'package-lock.json')), packagesOf(record))
    ? 'current'
    : 'stale';
}

/** Records that the installed packages are those of the lock file. @param {string} root */
export function writeStamp(root) {
  writeFileSync(stampFile(root), expectedStamp(root));
}
