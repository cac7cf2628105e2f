import { expect, test } from 'vitest';
import { lowerMedian, median } from './median.ts';

test('the median of an even count is the mean of the middle two, the lower median is the lower one', () => {
  expect([median([4, 1, 3]), lowerMedian([4, 1, 3])]).toEqual([3, 3]);
  expect([median([10, 9, 1, 2]), lowerMedian([10, 9, 1, 2])]).toEqual([5.5, 2]);
});

test('values that are not finite are ignored, and without a value the result is NaN', () => {
  expect([median([Number.NaN, 7]), lowerMedian([Infinity, 7])]).toEqual([7, 7]);
  expect([median([]), lowerMedian([])]).toEqual([Number.NaN, Number.NaN]);
});
