import type { Clock } from '../ports/clock.ts';

/** The time in ms after which work yields, so that the page stays responsive. */
const WORK_MS = 16;

/** Called between two pieces of work. Returns a promise to await if it is time to yield. */
export type YieldIfDue = () => Promise<void> | undefined;

export const createYieldIfDue = (clock: Clock): YieldIfDue => {
  let since = clock.monotonicNow();
  return () => {
    if (clock.monotonicNow() - since < WORK_MS) return undefined;
    return new Promise((resolve) => {
      clock.after(0, () => {
        since = clock.monotonicNow();
        resolve();
      });
    });
  };
};
