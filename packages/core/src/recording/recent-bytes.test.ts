import { expect, test } from 'vitest';
import { createRecentBytes } from './recent-bytes.ts';

const line = (at: number, length = 10) => ({
  dir: 'rx' as const,
  background: true,
  bytes: new Uint8Array(length),
  at,
});

test('[REC-16] above the limit the oldest bytes are discarded, down to half of the limit', () => {
  const recent = createRecentBytes(40);
  for (const at of [1, 2, 3, 4]) recent.add(line(at));
  expect(recent.all().map(({ at }) => at)).toEqual([1, 2, 3, 4]);
  recent.add(line(5));
  expect(recent.all().map(({ at }) => at)).toEqual([4, 5]);
  recent.add(line(6));
  recent.add(line(7));
  expect(recent.all().map(({ at }) => at)).toEqual([4, 5, 6, 7]);
});

test('[REC-16] the latest bytes are kept even if they alone exceed the limit', () => {
  const recent = createRecentBytes(40);
  recent.add(line(1));
  recent.add(line(2, 100));
  expect(recent.all().map(({ at }) => at)).toEqual([2]);
});

test('[REC-16] a sample resets the count', () => {
  const recent = createRecentBytes(40);
  for (const at of [1, 2, 3, 4]) recent.add(line(at));
  recent.forget();
  expect(recent.all()).toEqual([]);
  for (const at of [5, 6, 7, 8]) recent.add(line(at));
  expect(recent.all().map(({ at }) => at)).toEqual([5, 6, 7, 8]);
});
