import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../process/run-tool.ts';
import { buildWebIfChanged, webBuildFolder } from '../start/web-build.ts';
import { checkBoundaries } from './boundaries.ts';
import { checkBundle } from './bundle.ts';
import type { Check } from './check.ts';
import { checkLock, readLock } from './lock.ts';
import { checkReliability } from './reliability.ts';
import { checkRules } from './rules.ts';
import { readSourceFiles, type SourceFile } from './source-files.ts';

export const boundaries: Check = {
  name: 'boundaries',
  run: async () => checkBoundaries(await readSourceFiles(root)),
};

export const lock: Check = {
  name: 'lock',
  run: async () => checkLock(await readLock(root)),
};

const readTests = async (): Promise<readonly SourceFile[]> =>
  (await readSourceFiles(root)).filter(({ path }) =>
    /\.(?:test|spec|contract)\.tsx?$|\/contracts\//.test(path),
  );

const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

export const reliability: Check = {
  name: 'reliability',
  run: async () =>
    checkReliability(await readText('packages/core/RELIABILITY.md'), await readTests()),
};

export const rules: Check = {
  name: 'rules',
  run: async () => checkRules(await readText('packages/core/SPEC.md'), await readTests()),
};

export const bundle: Check = {
  name: 'bundle',
  run: async () => {
    const build = await buildWebIfChanged({ onBuilding: () => undefined });
    if (build.kind === 'failed') return { ok: false, figure: 'no build', details: [build.output] };
    return checkBundle(webBuildFolder);
  },
};
