import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';

const targetOf = (path: string): string | undefined => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isSymbolicLink())
    throw new Error(`${path} exists and is not a link: choose another path`);
  return readlinkSync(path);
};

/** Points the link at the pseudo-terminal, in one step; a stale link is replaced, anything else is left and refused. */
export const placeLink = (linkPath: string, slavePath: string): void => {
  mkdirSync(dirname(linkPath), { recursive: true });
  targetOf(linkPath);
  const fresh = `${linkPath}.${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(slavePath, fresh);
  renameSync(fresh, linkPath);
};

/** Removes the link if it is still ours. */
export const removeLink = (linkPath: string, slavePath: string): void => {
  try {
    if (targetOf(linkPath) === slavePath) rmSync(linkPath, { force: true });
  } catch {
    // Somebody put a file there meanwhile: theirs to keep.
  }
};
