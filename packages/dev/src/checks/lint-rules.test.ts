import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
let folder = '';
let output = '';

/** Each file breaks one rule. Were the configuration to lose a rule, or oxlint its eyes, its line below would fail. */
const files: Readonly<Record<string, string>> = {
  'default.ts': 'export default 1;',
  'any.ts': 'export const length = (x: any): number => x.length;',
  'one.ts': "import { two } from './two.ts';\nexport const one = (): number => two();",
  'two.ts': "import { one } from './one.ts';\nexport const two = (): number => one();",
  'floating.ts': 'export const go = (): void => {\n  Promise.resolve(1);\n};',
  'long.ts': `export const long = [\n${'  1,\n'.repeat(300)}];`,
  'log.ts': "console.log('left behind');",
  'bang.ts': 'export const first = (x: readonly number[]): number => x[0]!;',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-lint-'));
  const options = {
    strict: true,
    lib: ['ES2023', 'DOM'],
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const tsconfig = {
    compilerOptions: { ...options, module: 'ESNext', moduleResolution: 'bundler' },
  };
  for (const [path, text] of Object.entries({
    ...files,
    'tsconfig.json': JSON.stringify(tsconfig),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');
  const config = join(repository, '.oxlintrc.json');
  const args = [oxlint, '--config', config, '--format=unix', folder];
  output = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['default.ts', 'no-default-export'],
  ['any.ts', 'no-explicit-any'],
  ['one.ts', 'no-cycle'],
  ['floating.ts', 'no-floating-promises'],
  ['long.ts', 'max-lines'],
  ['log.ts', 'no-console'],
  ['bang.ts', 'no-non-null-assertion'],
])('%s is refused by %s', (file, rule) => {
  const lines = output.split('\n').filter((line) => line.includes(file) && line.includes(rule));
  expect(lines, output).toHaveLength(1);
});
