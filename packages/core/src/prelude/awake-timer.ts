import type { TimerSource } from './clock-scheduler.ts';

const AWAKE_STEP_MS = 100;

/**
 * Creates a timer that counts only the time in which the page runs: a freeze by the browser, however long, counts as
 * one step. It serves deadlines of work that cannot proceed during a freeze.
 */
export const awakeTimer = (clock: Pick<TimerSource, 'after'>): Pick<TimerSource, 'after'> => ({
  after: (ms, action) => {
    let left = ms;
    let cancel = (): void => undefined;
    const step = (): void => {
      const now = Math.min(left, AWAKE_STEP_MS);
      left -= now;
      cancel = clock.after(now, left > 0 ? step : action);
    };
    step();
    return () => cancel();
  },
});
