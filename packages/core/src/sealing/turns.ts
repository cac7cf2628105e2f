import type { Clock } from '../ports/clock.ts';

/** After so much work the host gets a turn: a page goes on painting and listening meanwhile. */
const WORK_MS = 16;

/** Asked between two pieces of work: what to wait for before the next, if it is time. */
export type Turns = () => Promise<void> | undefined;

/** For a host on which nobody else waits. */
export const noTurns: Turns = () => undefined;

export const createTurns = (clock: Clock): Turns => {
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
