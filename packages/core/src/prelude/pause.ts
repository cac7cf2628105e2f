import type { TimerSource } from './clock-scheduler.ts';

/** Resolves after `ms`. */
export const pause = (clock: Pick<TimerSource, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });
