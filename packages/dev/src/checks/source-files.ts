import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../process/list-files.ts';

/** A source file of the repository. The path is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const isOurs = (path: string): boolean => !/\/(?:node_modules|dist|\.run)$/.test(path);

/** Lists the files of the workspaces, without installed and built ones. */
export const listWorkspaceFiles = async (root: string): Promise<readonly string[]> => {
  const folders = ['apps', 'packages', 'simulator'].map((folder) =>
    listFiles(root, folder, isOurs),
  );
  return (await Promise.all(folders)).flat();
};

export const readSourceFiles = async (root: string): Promise<readonly SourceFile[]> => {
  const paths = (await listWorkspaceFiles(root)).filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
};

/** Whether a file is a test or is only used by tests. The boundary table does not apply to these. */
export const isTestFile = (path: string): boolean =>
  /\.(?:test|spec|fixture)\.tsx?$|\/(?:contracts|testing)\//.test(path);
