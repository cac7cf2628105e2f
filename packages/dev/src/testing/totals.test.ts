import { expect, test } from 'vitest';
import { sum, totalsLine, totalsOf } from './totals.ts';

const vitest = (fields: object): string =>
  JSON.stringify({
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    ...fields,
  });
const playwright = JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } });

test('skipped and todo tests count as skipped', () => {
  expect(totalsOf(vitest({}), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
});

test('a Playwright test that passed only on a retry counts as failed', () => {
  expect(totalsOf(playwright, 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('a run that failed outside of its tests counts as one failed test', () => {
  expect(totalsOf(vitest({ success: false }), 1).failed).toBe(1);
  expect(totalsOf(vitest({}), 1).failed).toBe(1);
  expect(totalsOf(undefined, 0).failed).toBe(1);
});

test('the number of failed tests is taken from the report', () => {
  expect(totalsOf(vitest({ success: false, numFailedTests: 4 }), 1).failed).toBe(4);
});

test('the last line shows the sums over all runs', () => {
  const all = sum([totalsOf(vitest({}), 0), { passed: 0, failed: 2, skipped: 0 }]);
  expect(totalsLine(all)).toBe('5 passed, 2 failed, 3 skipped');
});
