import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';

const targetOf = (path: string): string | undefined => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isSymbolicLink())
    throw new Error(`${path} exists and is not a link: choose another path`);
  return readlinkSync(path);
};

/**
 * Points the link at the pseudo-terminal in one step. An old link is replaced; any other file is kept, and the call
 * throws.
 */
export const placeLink = (linkPath: string, slavePath: string): void => {
  mkdirSync(dirname(linkPath), { recursive: true });
  targetOf(linkPath);
  const fresh = `${linkPath}.${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(slavePath, fresh);
  renameSync(fresh, linkPath);
};

/** Removes the link if it still leads to our pseudo-terminal. */
export const removeLink = (linkPath: string, slavePath: string): void => {
  try {
    if (targetOf(linkPath) === slavePath) rmSync(linkPath, { force: true });
  } catch {
    // Another program has created a file there meanwhile, which is kept.
  }
};
