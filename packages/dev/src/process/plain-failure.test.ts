import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runChecks } from '../checks/checks.ts';
import { plainFailure } from './plain-failure.ts';
import { root } from './run-tool.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batbot-failure-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Runs a file as an npm script does. */
const runScript = async (text: string) => {
  const file = join(folder, 'script.mjs');
  await writeFile(file, text);
  const run = join(root, 'packages/dev/src/run.mjs');
  const child = spawn(process.execPath, [run, relative(root, file)]);
  let err = '';
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, err };
};

const thisModule = pathToFileURL(join(root, 'packages/dev/src/process/plain-failure.ts')).href;

test('an npm script that fails as expected prints only the message and ends at once, with exit code 1', async () => {
  const text = `
    import { plainFailure } from '${thisModule}';
    setInterval(() => {}, 1000);
    throw plainFailure('The web app could not be built: see above.');`;
  expect(await runScript(text)).toEqual({
    code: 1,
    err: 'The web app could not be built: see above.\n',
  });
});

test('an npm script that fails unexpectedly prints where, with exit code 1', async () => {
  const { code, err } = await runScript("throw new Error('no such file')");
  expect(code).toBe(1);
  expect(err).toMatch(/Error: no such file\n\s+at .*script\.mjs/);
});

test('a check that fails as expected prints only the message', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const bundle = () => Promise.reject(plainFailure('The web app could not be built.'));
  expect(await runChecks([], { bundle })).toEqual(['bundle']);
  expect(print.mock.calls.slice(1)).toEqual([['    The web app could not be built.']]);
});
