import { expect, test } from 'vitest';
import { checkReliability } from './reliability.ts';

const table = [
  '| row | fault | behaviour | tests |',
  '|---|---|---|---|',
  '| XX-01 | one | seen | link |',
  '| XX-02 | two | seen | not covered: no such hardware |',
].join('\n');
// The ids are built here, so that the real check does not count these texts as tests of real faults.
const titled = (number: string) => ({
  path: 'packages/core/src/link/link.test.ts',
  text: `test('[XX-${number}] is seen')`,
});
const link = titled('01');

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

test('a test with the id of an unknown fault is reported with its file', () => {
  expect(checkReliability(table, [link, titled('03')]).details).toEqual([
    expect.stringMatching(/link\.test\.ts: \[XX-03\] is not a fault/),
  ]);
});

test('a row that names a file without a test of its fault is reported', () => {
  const inTwo = table.replace('| link |', '| link, link-line |');
  const line = (text: string) => ({ path: 'packages/core/src/link/link-line.test.ts', text });
  expect(checkReliability(inTwo, [link, line("test('another')")]).details).toEqual([
    expect.stringContaining('XX-01 has no test in link-line'),
  ]);
  expect(checkReliability(inTwo, [link, line(link.text)]).ok).toBe(true);
});

test('two rows with the same id are reported', () => {
  const twice = `${table}\n| XX-02 | again | seen | not covered |`;
  expect(checkReliability(twice, [link]).details).toEqual([
    expect.stringContaining('XX-02 has two rows'),
  ]);
});
