import { expect, test } from 'vitest';
import { fittingCount } from './fitting-count.ts';

test('[TAB-30] all tabs are shown if they fit, without room for "More"', () => {
  expect(fittingCount([50, 50], 100, 40)).toBe(2);
});

test('[TAB-31] if not all tabs fit, room for "More" is reserved and the tabs keep their order', () => {
  expect(fittingCount([50, 50, 50], 140, 40)).toBe(2);
  expect(fittingCount([50, 90, 10], 140, 40)).toBe(1);
  expect(fittingCount([50, 50], 30, 40)).toBe(0);
});
