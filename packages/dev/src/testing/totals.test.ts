import { expect, test } from 'vitest';
import { addTotals, noTests, totalsLine, totalsOf } from './totals.ts';

const report = (fields: object): string =>
  JSON.stringify({
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    ...fields,
  });

test('skipped and planned tests count as skipped', () => {
  expect(totalsOf(report({}), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
});

test('a run that failed outside its tests counts one failure', () => {
  expect(totalsOf(report({ success: false }), 1).failed).toBe(1);
  expect(totalsOf(report({}), 1).failed).toBe(1);
  expect(totalsOf(undefined, 0).failed).toBe(1);
});

test('failed tests are counted as they are', () => {
  expect(totalsOf(report({ success: false, numFailedTests: 4 }), 1).failed).toBe(4);
});

test('the last line sums over the runs', () => {
  const sum = addTotals(totalsOf(report({}), 0), { ...noTests, failed: 2 });
  expect(totalsLine(sum)).toBe('5 passed, 2 failed, 3 skipped');
});
