import type { Clock } from '@batbot/core';
import type { MakeAlarm } from './alarm.ts';

export interface BrowserClockParts {
  readonly performance: { readonly now: () => number };
  readonly wallNow: () => number;
  readonly makeAlarm: MakeAlarm;
  /** Where a callback's exception goes: `window.reportError`. */
  readonly reportError: (thrown: unknown) => void;
}

export interface BrowserClock extends Clock {
  readonly dispose: () => void;
}

interface Timer {
  readonly dueAt: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Browsers take a longer delay for none at all (32 bits). */
const LONGEST_DELAY_MS = 2_147_483_647;

/** Many timers on one alarm, in the order they are due; none early, even when the alarm is. */
export const createBrowserClock = (parts: BrowserClockParts): BrowserClock => {
  const monotonicNow = (): number => parts.performance.now();
  let timers: readonly Timer[] = [];
  let orders = 0;
  let armedFor: number | undefined;

  const arm = (): void => {
    const [next] = timers;
    if (next === undefined || next.dueAt === armedFor) return;
    armedFor = next.dueAt;
    const delayMs = Math.ceil(next.dueAt - monotonicNow());
    alarm.set(Math.min(LONGEST_DELAY_MS, Math.max(0, delayMs)));
  };

  const ring = (): void => {
    armedFor = undefined;
    const now = monotonicNow();
    const due = timers.filter((timer) => timer.dueAt <= now);
    for (const timer of due) {
      if (!timers.includes(timer)) continue; // cancelled by one before it
      timers = timers.filter((other) => other !== timer);
      try {
        timer.callback();
      } catch (thrown) {
        parts.reportError(thrown); // a bug of one must not cost the others their turn
      }
    }
    arm();
  };

  const alarm = parts.makeAlarm(ring);

  return {
    wallNow: parts.wallNow,
    monotonicNow,
    after: (delayMs, callback) => {
      orders += 1;
      const timer: Timer = {
        dueAt: monotonicNow() + Math.max(0, delayMs),
        order: orders,
        callback,
      };
      timers = [...timers, timer].toSorted((a, b) => a.dueAt - b.dueAt || a.order - b.order);
      arm();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    dispose: () => {
      timers = [];
      alarm.dispose();
    },
  };
};
