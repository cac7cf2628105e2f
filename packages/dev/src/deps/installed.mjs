import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} LockPackages keyed by path, "" is the project itself
 */

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
 * Compares npm's own record of the installed packages with package-lock.json, so nothing is installed twice after a
 * developer's own `npm ci` or `npm install`.
 * @param {string} root
 * @returns {'current' | 'missing' | 'stale'}
 */
export function installState(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'missing';
  return installedMatchesLock(packagesOf(join(root, 'package-lock.json')), packagesOf(record))
    ? 'current'
    : 'stale';
}
