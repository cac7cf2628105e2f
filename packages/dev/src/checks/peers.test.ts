import { expect, test } from 'vitest';
import { checkPeers } from './peers.ts';

const head = ['| What | A | BatBot |', '| ---- | - | ------ |'];
const table = (...rows: readonly string[]): string => [...head, ...rows].join('\n');
const tests = [{ path: 'a.test.ts', text: "test('[TERM-42] is so', …)" }];

test('a feature whose test is there passes, one a page cannot have is counted apart', () => {
  expect(
    checkPeers(table('| Filter | no | yes: [TERM-42] |', '| Mark parity | yes | no: why |'), tests),
  ).toEqual({
    ok: true,
    figure: '2 features, 1 of them with a test',
    details: [],
  });
});

test('a feature without a test, or with an id that no title carries, is named', () => {
  expect(checkPeers(table('| Filter | no | yes |'), tests).details).toEqual([
    expect.stringContaining('"Filter" names no test'),
  ]);
  expect(checkPeers(table('| Filter | no | yes: [TERM-43] |'), tests).details).toEqual([
    expect.stringContaining('[TERM-43]'),
  ]);
});
