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
      if (lastDelayMs !== undefined) other.set(lastDelayMs); // a late timer is better than none
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

/** Starts the worker of `timer-worker.ts`, in the only form that the bundler recognises. */
export const makeTimerWorker = (): TimerWorker =>
  new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
