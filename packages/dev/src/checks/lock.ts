import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, type Finding } from './check.ts';

type LockPackages = Readonly<
  Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
>;

/** Returns where Node looks for a package from `path`: in its own node_modules, then in each one above. */
const lookups = (path: string, name: string): readonly string[] => {
  const inside = path ? `${path}/node_modules/${name}` : `node_modules/${name}`;
  if (!path) return [inside];
  const end = path.lastIndexOf('node_modules/');
  const parent = end > 0 ? path.slice(0, end - 1) : '';
  return [inside, ...lookups(parent, name)];
};

/**
 * Reports optional dependencies without an entry in the lock file. `npm install` writes such a lock file if a registry
 * lacks the packages of other platforms; then `npm ci` refuses it, or other platforms get no binary.
 */
export const checkLock = (packages: LockPackages): Finding => {
  const details = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !lookups(path, name).some((place) => place in packages))
      .map(
        ([name, version]) =>
          `${path} needs ${name}@${version}, which the lock does not hold. Choose an older release.`,
      ),
  );
  return {
    ok: details.length === 0,
    figure: count(Object.keys(packages).length, 'package'),
    details,
  };
};

export const readLock = async (root: string): Promise<LockPackages> => {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: LockPackages }).packages; // this is npm's file format, version 3
};
