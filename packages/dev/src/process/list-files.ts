import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists the wanted files in a folder and in its wanted subfolders. Paths are relative to `base`, with slashes. */
export const listFiles = async (
  base: string,
  folder: string,
  wanted: (path: string) => boolean,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(join(base, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (!wanted(path)) continue;
    if (entry.isDirectory()) found.push(...(await listFiles(base, path, wanted)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};
