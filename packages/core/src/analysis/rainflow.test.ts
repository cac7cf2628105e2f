import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rainflow, reversals } from './rainflow.ts';

test('[ANA-6] the example of ASTM E1049-85, figure 6, gives its cycles', () => {
  // The table of the standard: range 3: half, 4: one and a half, 6: half, 8: one, 9: half.
  expect(rainflow([-2, 1, -3, 5, -1, 3, -4, 4, -2])).toEqual([
    { range: 3, count: 0.5 },
    { range: 4, count: 0.5 },
    { range: 4, count: 1 },
    { range: 8, count: 0.5 },
    { range: 9, count: 0.5 },
    { range: 8, count: 0.5 },
    { range: 6, count: 0.5 },
  ]);
});

test('[ANA-6] a range that is as large as the previous one completes the previous cycle', () => {
  expect(rainflow([0, 5, 1, 5, 0])).toEqual([
    { range: 4, count: 1 },
    { range: 5, count: 0.5 },
    { range: 5, count: 0.5 },
  ]);
});

test('[ANA-6] values between two turns and unknown values change nothing', () => {
  expect(rainflow([0, 20, Number.NaN, 50, 80, 80, 60, 10])).toEqual(rainflow([0, 80, 10]));
  expect(rainflow([])).toEqual([]);
  expect(rainflow([5, 5, 5])).toEqual([]);
});

test('[ANA-6] the steps of a rounded value do not count as cycles', () => {
  expect(reversals([50, 50.5, 50, 50.5, 60, 59.5, 60, 40], 1)).toEqual([50, 60, 40]);
});

test('[ANA-6] each change between two turns is counted once: half of it per half cycle', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), (values) => {
      const turns = reversals(values);
      const path = turns
        .slice(1)
        .reduce((sum, each, at) => sum + Math.abs(each - (turns[at] ?? 0)), 0);
      const counted = rainflow(values).reduce(
        (sum, { range, count }) => sum + 2 * range * count,
        0,
      );
      expect(counted).toBeCloseTo(path, 9);
    }),
  );
});
