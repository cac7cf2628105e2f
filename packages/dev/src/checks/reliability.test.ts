import { expect, test } from 'vitest';
import { checkReliability } from './reliability.ts';

const table = [
  '| row | fault | seen | tests |',
  '|---|---|---|---|',
  '| XX-01 | one | seen | link, serial-link-reading |',
  '| XX-02 | two | seen | not covered: no such hardware |',
].join('\n');
const link = { path: 'packages/core/src/link/link.test.ts', text: "test('[XX-01] is seen')" };
const cases = { path: 'core/src/contracts/serial-link-reading.ts', text: "['XX-01', 'Parity']" };

test('a table whose tests all carry the row passes, with those not covered counted', () => {
  expect(checkReliability(table, [link, cases], { XX: 2 })).toEqual({
    ok: true,
    figure: '2 faults, 1 of them with a test',
    details: [],
  });
});

test('a test that is not there, or lacks the id, is named', () => {
  expect(checkReliability(table, [link], {}).details).toEqual([
    expect.stringContaining('XX-01 names serial-link-reading'),
  ]);
  expect(checkReliability(table, [{ ...link, text: '' }, cases], {}).ok).toBe(false);
});

test('one row twice is found', () => {
  const twice = `${table}\n| XX-02 | again | seen | not covered |`;
  expect(checkReliability(twice, [link, cases], {}).details).toEqual([
    expect.stringContaining('XX-02 stands there twice'),
  ]);
});

test('a row of the catalogue that is left out is named', () => {
  expect(checkReliability(table, [link, cases], { XX: 3 }).details).toEqual([
    expect.stringContaining('XX-03 of the catalogue has no row'),
  ]);
});
