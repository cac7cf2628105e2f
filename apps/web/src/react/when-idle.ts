import type { Clock } from '@batbot/core';

/** The delay in browsers without idle callbacks, such as Safari. */
const LATER_MS = 2_000;

/** Calls `work` once when the page is idle, at the latest after 10 s. Returns a function that cancels it. */
export const whenIdle = (clock: Clock, work: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') return clock.after(LATER_MS, work);
  const handle = requestIdleCallback(work, { timeout: 10_000 });
  return () => cancelIdleCallback(handle);
};
