import type { TimerSource } from './clock-scheduler.ts';

export const pause = (clock: Pick<TimerSource, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => clock.after(ms, resolve));
