import { expect, test } from 'vitest';
import { measureFirstLoad } from './bundle.ts';

const reader =
  (files: Readonly<Record<string, string>>) =>
  async (path: string): Promise<string> => {
    const text = files[path];
    if (text === undefined) throw new Error(`${path} is not there`);
    return text;
  };

test('scripts, preloads and static imports count once each, and dynamic imports do not count', async () => {
  const { files, kilobytes } = await measureFirstLoad(
    reader({
      'index.html':
        '<script type="module" crossorigin src="/assets/main.js"></script>' +
        '<link rel="modulepreload" crossorigin href="/assets/shared.js">' +
        '<link rel="stylesheet" href="/assets/main.css"><link rel="icon" href="/icon.svg">',
      'assets/main.js': 'import{a}from"./shared.js";import("./later.js");a()',
      'assets/shared.js': 'export{a}from"./deep.js"',
      'assets/deep.js': 'export const a=()=>1',
    }),
  );
  expect([...files].toSorted()).toEqual(['assets/deep.js', 'assets/main.js', 'assets/shared.js']);
  expect(kilobytes).toBeGreaterThan(0);
});
