import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

/**
 * Returns a hash of the names and bytes of files, which is the same on every machine. It ignores file times, because a
 * checkout changes them.
 * @param base the folder that the paths are relative to
 * @param inputs single files, and folders with all their files
 * @param wanted whether a file or a subfolder of `folders` is included
 */
export const hashContent = async (
  base: string,
  inputs: { readonly files: readonly string[]; readonly folders: readonly string[] },
  wanted: (path: string) => boolean,
): Promise<string> => {
  const trees = await Promise.all(inputs.folders.map((folder) => listFiles(base, folder, wanted)));
  const hash = createHash('sha256');
  for (const path of [...inputs.files, ...trees.flat()].toSorted()) {
    const bytes = await readFile(join(base, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};
