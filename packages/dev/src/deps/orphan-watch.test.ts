import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForOrphaning } from './orphan-watch.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('another parent is told once; the same parent never', () => {
  let parent = 100;
  const onOrphaned = vi.fn<() => void>();
  watchForOrphaning(() => parent, onOrphaned);
  vi.advanceTimersByTime(10_000);
  expect(onOrphaned).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(10_000);
  expect(onOrphaned).toHaveBeenCalledOnce();
});

test('nothing is told after the watch was stopped', () => {
  let parent = 100;
  const onOrphaned = vi.fn<() => void>();
  const stop = watchForOrphaning(() => parent, onOrphaned);
  stop();
  parent = 1;
  vi.advanceTimersByTime(10_000);
  expect(onOrphaned).not.toHaveBeenCalled();
});
