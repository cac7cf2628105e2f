import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} LockPackages keyed by path, "" is the project itself
 */

const stampFile = (/** @type {string} */ root) => join(root, 'node_modules', '.batbot-lock');

/** What an up-to-date stamp says. The platform is part of it: a folder may be shared with a container. */
const expectedStamp = (/** @type {string} */ root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');

/**
 * Whether node_modules holds exactly what the lock names: nothing else, nothing of another version, nothing missing but
 * optional packages (those of other platforms).
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
 * `current` when the installed packages are those of package-lock.json. A developer's own `npm ci` leaves no stamp and
 * `npm install` a stale one, but both install what is locked: then npm's record agrees, and nothing is installed twice.
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

/** Says that the installed packages are those of the lock. @param {string} root */
export function writeStamp(root) {
  writeFileSync(stampFile(root), expectedStamp(root));
}
