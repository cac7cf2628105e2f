import { expect, test } from 'vitest';
import { freshnessAt } from './freshness.ts';

test.each([
  [0, 'fresh'],
  [2_999, 'fresh'],
  [3_000, 'late'],
  [5_999, 'late'],
  [6_000, 'stale'],
  [9_999, 'stale'],
  [10_000, 'expired'],
] as const)('[DP-12] a value that is %d ms old is %s', (ageMs, freshness) => {
  expect(freshnessAt(ageMs)).toBe(freshness);
});
