import type { Clock } from '../ports/clock.ts';

/** What the promise gives, or `late` when it has not settled after `ms`. The promise itself goes on. */
export const withDeadline = <T, L>(
  promise: Promise<T>,
  clock: Clock,
  ms: number,
  late: L,
): Promise<T | L> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      resolve(late);
    });
    void promise.then((value) => {
      cancel();
      resolve(value);
    });
  });
