import { expect, test } from 'vitest';
import { checkReliability } from './reliability.ts';

const table = [
  '| row | fault | behaviour | tests |',
  '|---|---|---|---|',
  '| XX-01 | one | seen | link |',
  '| XX-02 | two | seen | not covered: no such hardware |',
].join('\n');
const link = { path: 'packages/core/src/link/link.test.ts', text: "test('[XX-01] is seen')" };

test('a table passes if each testable fault has a test', () => {
  expect(checkReliability(table, [link])).toEqual({
    ok: true,
    figure: '2 faults, 1 of them with a test',
    details: [],
  });
});

test('a fault without a test is reported', () => {
  expect(checkReliability(table, []).details).toEqual([
    expect.stringContaining('XX-01 has no test'),
  ]);
});

test('two rows with the same id are reported', () => {
  const twice = `${table}\n| XX-02 | again | seen | not covered |`;
  expect(checkReliability(twice, [link]).details).toEqual([
    expect.stringContaining('XX-02 has two rows'),
  ]);
});
