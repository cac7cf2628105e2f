import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runTool, type ToolResult } from '../process/run-tool.ts';
import { type Check, count, type Finding } from './check.ts';

const finding = ({ code, output }: ToolResult, figure: string): Finding => ({
  ok: code === 0,
  figure,
  details: code === 0 ? [] : [output.trim() || `exit code ${code}, without a word`],
});

/** The tsconfig files of every workspace, the ones for tests included. */
const listProjects = async (): Promise<readonly string[]> => {
  const groups = await Promise.all(
    ['apps', 'packages'].map(async (group) =>
      (await readdir(join(root, group))).map((name) => `${group}/${name}`),
    ),
  );
  const folders = [...groups.flat(), 'simulator'];
  const projects = folders.map(async (folder) => {
    const names = await readdir(join(root, folder)).catch(() => []);
    return names
      .filter((name) => /^tsconfig(?:\.\w+)?\.json$/.test(name))
      .map((name) => `${folder}/${name}`);
  });
  return (await Promise.all(projects)).flat();
};

/** `tsc -b` over every project. */
export const types: Check = {
  name: 'types',
  run: async () => {
    const projects = await listProjects();
    const result = await runTool('typescript', ['-b', ...projects], { command: 'tsc' });
    return finding(result, count(projects.length, 'project'));
  },
};

/** oxlint with the rules of .oxlintrc.json, those that need types included. */
export const lint: Check = {
  name: 'lint',
  run: async () => {
    const result = await runTool('oxlint', ['--deny-warnings']);
    const [, files = '?', rules = '?'] =
      /on (\d+) files with (\d+) rules/.exec(result.output) ?? [];
    const ran = Number(files) > 0;
    return finding(
      ran || result.code !== 0 ? result : { code: 1, output: 'oxlint looked at no file' },
      `${files} files, ${rules} rules`,
    );
  },
};

/** knip: files, exports and dependencies that nothing uses, and dependencies that nothing declares. */
export const unused: Check = {
  name: 'unused',
  run: async () =>
    finding(await runTool('knip', ['--no-progress']), 'files, exports, dependencies'),
};

/** Prettier, remembering what it has seen. */
export const format: Check = {
  name: 'format',
  run: async () => {
    const cache = join(root, 'node_modules/.cache/prettier/check');
    const args = ['--check', '--log-level=warn', '--cache', '--cache-location', cache, '.'];
    const result = await runTool('prettier', args);
    const files = result.output.match(/^\[warn\] \S+$/gm)?.length ?? 0;
    return finding(
      result,
      result.code === 0 ? 'one format' : `${count(files, 'file')}: npm run format`,
    );
  },
};
