import type { Clock } from '@batbot/core';
import type { MakeAlarm } from './alarm.ts';

export interface BrowserClockParts {
  readonly performance: { readonly now: () => number };
  readonly wallNow: () => number;
  readonly makeAlarm: MakeAlarm;
  /** Reports the exception of a callback, as `window.reportError` does. */
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

/** Longest delay of browser timers, whose delays have 32 bits. A longer delay would count as 0. */
const LONGEST_DELAY_MS = 2_147_483_647;

/** Runs many timers on one alarm, in the order of their due times. No timer fires early, even if the alarm does. */
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
      if (!timers.includes(timer)) continue; // a callback before it has cancelled it
      timers = timers.filter((other) => other !== timer);
      try {
        timer.callback();
      } catch (thrown) {
        parts.reportError(thrown); // an exception of one callback must not prevent the others
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
