import type { TimerSource } from './clock-scheduler.ts';

/**
 * Returns the promise's value, or `late` if it has not settled after `ms`. The promise is not cancelled. No timer is
 * left.
 */
export const withTimeout = <T, L>(
  promise: Promise<T>,
  clock: Pick<TimerSource, 'after'>,
  ms: number,
  late: L,
): Promise<T | L> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(late));
    void promise.then(resolve, reject).finally(cancel);
  });
