import type { Clock } from '../ports/clock.ts';
import { DRAIN_SILENCE_MS } from '../protocol/timing.ts';
import type { Origin } from './traffic.ts';

/** Late bytes are waited out for at most this long, then the next command goes out all the same. */
const LONGEST_DRAIN_MS = 1_000;

/** Waits, after a time-out, until the line is silent: what comes late is not taken for the next reply. */
export interface Drain {
  readonly begin: (origin: Origin) => void;
  /** Something came: the silence begins anew. */
  readonly restart: () => void;
  /** Whose bytes are waited out; undefined while none are. */
  readonly origin: () => Origin | undefined;
  readonly cancel: () => void;
}

export const createDrain = (clock: Clock, onSilent: () => void): Drain => {
  let running:
    { readonly origin: Origin; readonly until: number; readonly stop: () => void } | undefined;

  const wait = (origin: Origin, until: number): void => {
    running?.stop();
    const silence = Math.min(DRAIN_SILENCE_MS, Math.max(0, until - clock.monotonicNow()));
    const stop = clock.after(silence, () => {
      running = undefined;
      onSilent();
    });
    running = { origin, until, stop };
  };

  return {
    begin: (origin) => {
      wait(origin, clock.monotonicNow() + LONGEST_DRAIN_MS);
    },
    restart: () => {
      if (running !== undefined) wait(running.origin, running.until);
    },
    origin: () => running?.origin,
    cancel: () => {
      running?.stop();
      running = undefined;
    },
  };
};
