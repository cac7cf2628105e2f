/** One alarm clock: it rings once, `delayMs` after the last `set`, perhaps late, never at once. */
export interface Alarm {
  readonly set: (delayMs: number) => void;
  readonly dispose: () => void;
}

export type MakeAlarm = (onRing: () => void) => Alarm;

/** What the alarm needs of the window. */
export interface TimerWindow {
  readonly setTimeout: (callback: () => void, delayMs: number) => number;
  readonly clearTimeout: (id: number) => void;
}

/** An alarm of the page's own timers; in a hidden tab they may ring a minute late. */
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

/** What the alarm needs of a worker. */
export interface TimerWorker {
  readonly postMessage: (delayMs: number) => void;
  readonly addEventListener: (kind: 'message' | 'error', listener: () => void) => void;
  readonly terminate: () => void;
}

/**
 * An alarm that rings in time in hidden tabs too (LR-01): the timer lives in a worker, which browsers do not slow down.
 * Where the worker cannot be had, `fallback` rings instead.
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
      if (lastDelayMs !== undefined) other.set(lastDelayMs); // late rather than never
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

/** The worker of `timer-worker.ts`, in the one form that the bundler recognises. */
export const makeTimerWorker = (): TimerWorker =>
  new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
