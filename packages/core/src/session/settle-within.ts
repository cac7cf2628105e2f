import type { Clock } from '../ports/clock.ts';

/** Settles when all of these have, whatever their outcome, and after `limitMs` at the latest. Never rejects. */
export const settleWithin = (
  clock: Clock,
  limitMs: number,
  tasks: readonly Promise<unknown>[],
): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(limitMs, resolve);
    void Promise.allSettled(tasks).then(() => {
      cancel();
      resolve();
    });
  });
