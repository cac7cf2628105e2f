import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A source file of the repository. The path is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const skipped = new Set(['node_modules', 'dist', '.run', '.git']);

const listPaths = async (root: string, folder: string): Promise<readonly string[]> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry): Promise<readonly string[]> => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listPaths(root, path);
    return /\.(?:tsx?|mjs)$/.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
};

/** Reads every TypeScript and JavaScript file of the workspaces. */
export const readSourceFiles = async (root: string): Promise<readonly SourceFile[]> => {
  const paths = await Promise.all(
    ['apps', 'packages', 'simulator'].map((folder) => listPaths(root, folder)),
  );
  return Promise.all(
    paths
      .flat()
      .toSorted()
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
};

/** Whether a file is a test or is only used by tests. The boundary table does not apply to these. */
export const isTestFile = (path: string): boolean =>
  /\.(?:test|spec|fixture)\.tsx?$|\/(?:contracts|testing)\//.test(path);
