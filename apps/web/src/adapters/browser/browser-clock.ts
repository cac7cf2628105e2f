import type { Clock } from '@batbot/core';

/** A timer that fires once, `delayMs` after the last `set`. It may fire late, but never synchronously. */
export interface Alarm {
  readonly set: (delayMs: number) => void;
  readonly dispose: () => void;
}

export type MakeAlarm = (onRing: () => void) => Alarm;

/** The used parts of the window. */
export interface TimerWindow {
  readonly setTimeout: (callback: () => void, delayMs: number) => number;
  readonly clearTimeout: (id: number) => void;
}

/** Creates timers of the page. In a hidden tab they may fire a minute late. */
export const createPageAlarm =
  (page: TimerWindow): MakeAlarm =>
  (onRing) => {
    let id: number | undefined;
    const clear = (): void => {
      if (id !== undefined) page.clearTimeout(id);
    };
    return {
      set: (delayMs) => {
        clear();
        id = page.setTimeout(onRing, delayMs);
      },
      dispose: clear,
    };
  };

/** The used parts of a worker. */
export interface TimerWorker {
  readonly postMessage: (delayMs: number) => void;
  readonly addEventListener: (kind: 'message' | 'error', listener: () => void) => void;
  readonly terminate: () => void;
}

/**
 * Creates timers that fire in time in hidden tabs too (LR-01). They run in a web worker, whose timers browsers do not
 * throttle. If the worker does not start or fails, timers of `fallback` are used.
 */
export const createWorkerAlarm =
  (makeWorker: () => TimerWorker, fallback: MakeAlarm): MakeAlarm =>
  (onRing) => {
    let worker: TimerWorker | undefined;
    let other: Alarm | undefined;
    let lastDelayMs: number | undefined;

    const giveUp = (): void => {
      worker?.terminate();
      worker = undefined;
      other ??= fallback(onRing);
      if (lastDelayMs !== undefined) other.set(lastDelayMs); // restarts the timer, which may now fire late
    };

    try {
      worker = makeWorker();
      worker.addEventListener('message', () => {
        lastDelayMs = undefined;
        onRing();
      });
      worker.addEventListener('error', giveUp);
    } catch {
      giveUp();
    }

    return {
      set: (delayMs) => {
        lastDelayMs = delayMs;
        if (worker === undefined) other?.set(delayMs);
        else worker.postMessage(delayMs);
      },
      dispose: () => {
        worker?.terminate();
        other?.dispose();
      },
    };
  };

/** Starts the worker of `timer-worker.ts`, in the only form that the bundler recognizes. */
export const makeTimerWorker = (): TimerWorker =>
  new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });

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
