import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from './bundle.mjs';

let root = '';
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const one = `{ "name": "@batbot/one", "type": "module", "exports": { ".": "./src/first.ts" } }`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'batbot-bundle-'));
  for (const path of [
    'package-lock.json',
    'tsconfig.base.json',
    'one/tsconfig.json',
    'packages/dev/src/process/bundle.mjs',
  ])
    write(path, '{}');
  write('package.json', '{ "workspaces": ["one"] }');
  write('one/package.json', one);
  write('one/src/first.ts', `export { text, url } from './text.ts';`);
  write('one/src/second.ts', `export const text: string = 'second'; export const url = '';`);
  write(
    'one/src/text.ts',
    `import { name } from 'pkg'; export const text: string = name; export const { url } = import.meta;`,
  );
  write('one/node_modules/pkg/package.json', '{ "type": "module", "exports": "./pkg.js" }');
  write('one/node_modules/pkg/pkg.js', `export const name = 'package';`);
  write('node_modules/@batbot/one/package.json', one);
  write('node_modules/@batbot/one/src/first.ts', `export * from '../../../../one/src/first.ts';`);
  write('node_modules/@batbot/one/src/second.ts', `export * from '../../../../one/src/second.ts';`);
  write('main.ts', `export { text, url } from '@batbot/one';`);
});
afterEach(() => rmSync(root, { recursive: true }));

interface Loaded {
  readonly text: string;
  readonly url: string;
}
/** Bundles main.ts. Returns the URL of the bundle with the values that it exports. */
const load = async (): Promise<Loaded & { readonly at: string }> => {
  const at = await bundle(root, 'main.ts');
  return { at, ...((await import(/* @vite-ignore */ at)) as Loaded) }; // the exports of main.ts
};

test('[OPS-24] a script knows where its source is, and finds packages where its source finds them', async () => {
  const url = pathToFileURL(join(root, 'one/src/text.ts')).href;
  expect(await load()).toMatchObject({ text: 'package', url });
});

test('[OPS-24] a script is bundled again after each change, and the bundle is kept without one', async () => {
  const first = await load();
  expect((await load()).at).toBe(first.at);

  write('one/src/text.ts', `export const text = 'changed'; export const url = '';`);
  expect(await load()).toMatchObject({ text: 'changed' });

  for (const folder of ['one', 'node_modules/@batbot/one'])
    write(`${folder}/package.json`, one.replace('first', 'second'));
  expect(await load()).toMatchObject({ text: 'second' });

  rmSync(join(root, 'one/src/text.ts'));
  expect(await load()).toMatchObject({ text: 'second' });
});

test('[OPS-24] a bundle that no process has used for a day is removed when the next one is made', async () => {
  const home = join(root, 'node_modules/.cache/batbot/run/main-ts');
  await load();
  const [old = ''] = readdirSync(home);
  write('main.ts', `export const text = 'two'; export const url = '';`);
  await load();
  const long = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(home, old), long, long);
  write('main.ts', `export const text = 'three'; export const url = '';`);
  await load();
  expect(readdirSync(home)).not.toContain(old);
  expect(readdirSync(home)).toHaveLength(3); // two bundles and the list of the inputs
});
