import { describe, expect, test } from 'vitest';
import {
  createBrowserClock,
  createPageAlarm,
  createWorkerAlarm,
  type MakeAlarm,
  type TimerWorker,
} from './browser-clock.ts';

/** Creates a clock whose time and alarm the test controls. */
const setUp = () => {
  let now = 1_000;
  let ring: () => void = () => undefined;
  const delays: number[] = [];
  const reported: unknown[] = [];
  const makeAlarm: MakeAlarm = (onRing) => {
    ring = onRing;
    return { set: (delayMs) => delays.push(delayMs), dispose: () => undefined };
  };
  const clock = createBrowserClock({
    performance: { now: () => now },
    wallNow: () => 42,
    makeAlarm,
    reportError: (thrown) => reported.push(thrown),
  });
  const order: string[] = [];
  const timer = (name: string, delayMs: number): (() => void) =>
    clock.after(delayMs, () => order.push(name));
  return {
    clock,
    timer,
    order,
    delays,
    reported,
    ringAt: (at: number) => {
      now = at;
      ring();
    },
  };
};

describe('the browser clock', () => {
  test('[ST-07] durations come from the monotonic clock, independent of the wall time', () => {
    const { clock } = setUp();
    expect([clock.monotonicNow(), clock.wallNow()]).toEqual([1_000, 42]);
  });

  test('callbacks run in the order of their due times, and with equal due times in the order they were set', () => {
    const { timer, order, ringAt } = setUp();
    timer('late', 30);
    timer('first', 10);
    timer('second', 10);
    expect(order).toEqual([]);
    ringAt(1_010);
    expect(order).toEqual(['first', 'second']);
    ringAt(1_100);
    expect(order).toEqual(['first', 'second', 'late']);
  });

  test('an alarm that fires early runs no callback and is set again', () => {
    const { timer, order, delays, ringAt } = setUp();
    timer('one', 10.4);
    ringAt(1_010);
    expect(order).toEqual([]);
    expect(delays).toEqual([11, 1]);
    ringAt(1_010.5);
    expect(order).toEqual(['one']);
  });

  test('the alarm is set for the earliest callback, and only when this time changes', () => {
    const { timer, delays } = setUp();
    timer('a', 50);
    timer('b', 80);
    timer('c', 20);
    expect(delays).toEqual([50, 20]);
  });

  test('a cancelled callback does not run, even if a callback at the same time cancels it', () => {
    const { clock, timer, order, ringAt } = setUp();
    const cancel = timer('cancelled', 10);
    cancel();
    cancel();
    let cancelLater: () => void = () => undefined;
    clock.after(10, () => cancelLater());
    cancelLater = timer('also cancelled', 10);
    timer('stays', 10);
    ringAt(1_010);
    expect(order).toEqual(['stays']);
  });

  test('[ST-08] after a long sleep, a callback that sets itself again runs once and not again at once', () => {
    const { clock, ringAt, delays } = setUp();
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      clock.after(2_000, tick);
    };
    clock.after(2_000, tick);
    ringAt(1_000 + 8 * 3_600_000);
    expect(ticks).toBe(1);
    expect(delays.at(-1)).toBe(2_000);
  });

  test("a delay above the browser's limit is split into steps", () => {
    const { timer, delays, order, ringAt } = setUp();
    timer('far', 3e9);
    expect(delays).toEqual([2_147_483_647]);
    ringAt(1_000 + 2_147_483_647);
    expect(order).toEqual([]);
    expect(delays.at(-1)).toBe(3e9 - 2_147_483_647);
  });

  test('[LR-10] after a callback that throws, the others run and the error is reported', () => {
    const { clock, timer, order, reported, ringAt } = setUp();
    clock.after(10, () => {
      throw new Error('a bug');
    });
    timer('next', 10);
    ringAt(1_010);
    expect(order).toEqual(['next']);
    expect(reported).toEqual([new Error('a bug')]);
  });
});

describe('alarms', () => {
  const createWorkerDouble = () => {
    const listeners = new Map<string, () => void>();
    const posted: number[] = [];
    let isTerminated = false;
    const worker: TimerWorker = {
      postMessage: (delayMs) => posted.push(delayMs),
      addEventListener: (kind, listener) => listeners.set(kind, listener),
      terminate: () => {
        isTerminated = true;
      },
    };
    return {
      worker,
      posted,
      isTerminated: () => isTerminated,
      dispatch: (kind: string) => listeners.get(kind)?.(),
    };
  };
  const createFallback = () => {
    const delays: number[] = [];
    const make: MakeAlarm = () => ({
      set: (delayMs) => delays.push(delayMs),
      dispose: () => undefined,
    });
    return { make, delays };
  };

  test('[LR-01] the alarm is set in the worker', () => {
    const double = createWorkerDouble();
    const fallback = createFallback();
    let rings = 0;
    const alarm = createWorkerAlarm(
      () => double.worker,
      fallback.make,
    )(() => {
      rings += 1;
    });
    alarm.set(2_000);
    double.dispatch('message');
    expect([double.posted, rings, fallback.delays]).toEqual([[2_000], 1, []]);
    alarm.dispose();
    expect(double.isTerminated()).toBe(true);
  });

  test('[LR-01] without a worker, the alarm of the page is used', () => {
    const fallback = createFallback();
    const alarm = createWorkerAlarm(() => {
      throw new TypeError('blocked');
    }, fallback.make)(() => undefined);
    alarm.set(5);
    expect(fallback.delays).toEqual([5]);
  });

  test('[LR-01] if the worker fails, the alarm of the page takes over its delay', () => {
    const double = createWorkerDouble();
    const fallback = createFallback();
    const alarm = createWorkerAlarm(() => double.worker, fallback.make)(() => undefined);
    alarm.set(100);
    double.dispatch('error');
    alarm.set(50);
    expect(fallback.delays).toEqual([100, 50]);
    expect(double.isTerminated()).toBe(true);
  });

  test('an alarm of the page fires for the last delay only', () => {
    const set = new Map<number, number>();
    let ids = 0;
    const alarm = createPageAlarm({
      setTimeout: (_, delayMs) => {
        ids += 1;
        set.set(ids, delayMs);
        return ids;
      },
      clearTimeout: (id) => set.delete(id),
    })(() => undefined);
    alarm.set(10);
    alarm.set(20);
    expect([...set.values()]).toEqual([20]);
    alarm.dispose();
    expect(set.size).toBe(0);
  });
});
