import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './problem.ts';

/** Another process may still write what is newer. */
const LEFT_AFTER_MS = 86_400_000;

const ifPresent = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Returns the names in the folder; none if it does not exist. */
export const listFolder = async (folder: string): Promise<readonly string[]> =>
  (await ifPresent(readdir(folder))) ?? [];

/** Removes what a process that was killed left in the folder: what has such a name and is older than a day. */
export const removeLeftovers = async (folder: string, name: RegExp): Promise<void> => {
  for (const each of await listFolder(folder)) {
    if (!name.test(each)) continue;
    const path = join(folder, each);
    const found = await ifPresent(stat(path));
    if (found === undefined || Date.now() - found.mtimeMs < LEFT_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
};
