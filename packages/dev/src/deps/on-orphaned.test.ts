import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onOrphaned } from './on-orphaned.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a change of the parent is reported once, and an unchanged parent never', () => {
  let parent = 100;
  const action = vi.fn<() => void>();
  onOrphaned(() => parent, action);
  vi.advanceTimersByTime(10_000);
  expect(action).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(10_000);
  expect(action).toHaveBeenCalledOnce();
});
