import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '../process/plain-failure.ts';
import { root, runTool, type ToolResult } from '../process/run-tool.ts';
import { buildWeb, webBuildFolder } from '../start/web-build.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkBundle } from './bundle.ts';
import { count, type Finding } from './check.ts';
import { checkLock, readLock } from './lock.ts';
import { checkReliability } from './reliability.ts';
import { checkRules } from './rules.ts';
import { listWorkspaceFiles, readSourceFiles, type SourceFile } from './source-files.ts';

const finding = ({ code, output }: ToolResult, figure: string): Finding => ({
  ok: code === 0,
  figure,
  details: code === 0 ? [] : [output.trim() || `exit code ${code}, without output`],
});

const types = async (): Promise<Finding> => {
  const files = await listWorkspaceFiles(root);
  const projects = files.filter((path) => /\/tsconfig(?:\.\w+)?\.json$/.test(path));
  const result = await runTool('typescript', ['-b', ...projects], { command: 'tsc' });
  return finding(result, count(projects.length, 'project'));
};

/** oxlint with the rules of .oxlintrc.json, including those that need types. */
const lint = async (): Promise<Finding> => {
  const result = await runTool('oxlint', ['--deny-warnings']);
  const [, files = '?', rules = '?'] = /on (\d+) files with (\d+) rules/.exec(result.output) ?? [];
  const ran = Number(files) > 0 || result.code !== 0;
  return finding(
    ran ? result : { code: 1, output: 'oxlint looked at no file' },
    `${files} files, ${rules} rules`,
  );
};

const bundle = async (): Promise<Finding> => {
  await buildWeb();
  return checkBundle(webBuildFolder);
};

/** Runs knip, which finds unused files, exports and dependencies, and undeclared dependencies. */
const unused = async (): Promise<Finding> =>
  finding(await runTool('knip', ['--no-progress']), 'files, exports, dependencies');

const format = async (): Promise<Finding> => {
  const result = await runTool('oxfmt', ['--list-different']);
  const files = result.output.trim().split('\n').length;
  return finding(
    result,
    result.code === 0 ? 'one format' : `${count(files, 'file')}: npm run format`,
  );
};

const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

const readTests = async (): Promise<readonly SourceFile[]> =>
  (await readSourceFiles(root)).filter(({ path }) =>
    /\.(?:test|spec|contract)\.tsx?$|\/contracts\//.test(path),
  );

/** All checks in the order in which they start, the slow ones first. */
export const allChecks: Readonly<Record<string, () => Promise<Finding>>> = {
  types,
  lint,
  bundle,
  unused,
  format,
  boundaries: async () => checkBoundaries(await readSourceFiles(root)),
  lock: async () => checkLock(await readLock(root)),
  rules: async () => checkRules(await readText('packages/core/SPEC.md'), await readTests()),
  reliability: async () =>
    checkReliability(await readText('packages/core/RELIABILITY.md'), await readTests()),
};

/**
 * Runs the named checks (all without names), two at a time, and prints a line for each. Returns the names of those that
 * failed.
 */
export const runChecks = async (
  names: readonly string[] = [],
  checks = allChecks,
): Promise<readonly string[]> => {
  const waiting = Object.entries(checks).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, run] = next;
      const start = performance.now();
      const { ok, figure, details } = await run().catch((error: unknown) => ({
        ok: false,
        figure: 'could not run',
        details: [explain(error)],
      }));
      const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
      console.log(`${ok ? '✓' : '✗'} ${name.padEnd(11)} ${figure.padEnd(48)} ${seconds} s`);
      for (const detail of details) console.log(detail.replace(/^/gm, '    '));
      if (!ok) failed.push(name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
};
