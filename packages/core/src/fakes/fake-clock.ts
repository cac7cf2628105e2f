import type { Clock } from '../ports/clock.ts';

/** Virtual time: no timer runs until `advance` is called. It starts at 2026-01-01T00:00:00Z. */
export interface FakeClock extends Clock {
  /**
   * Lets `ms` pass: runs each timer when it is due, in order, and lets promises settle in between, so that a timer that
   * is set after an await runs within the same call.
   */
  readonly advance: (ms: number) => Promise<void>;
  /** Lets promises settle without any time passing. */
  readonly settle: () => Promise<void>;
  /** Lets `ms` pass without running any timer, as in a frozen tab; overdue timers run at the next `advance`. */
  readonly freeze: (ms: number) => void;
  /** Moves the wall clock while no time passes. */
  readonly jumpWall: (ms: number) => void;
  /** Returns the number of waiting timers, to find leaks. */
  readonly pendingTimers: () => number;
}

interface Timer {
  readonly dueAt: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Enough turns for the longest chain of awaits in the core between two timers. The longest measured chain is 12. */
const SETTLE_TURNS = 64;

export const createFakeClock = (): FakeClock => {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let wallOffset = Date.UTC(2026, 0, 1);
  let order = 0;

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await Promise.resolve();
  };

  const nextDue = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.dueAt > until) continue;
      if (
        next === undefined ||
        timer.dueAt < next.dueAt ||
        (timer.dueAt === next.dueAt && timer.order < next.order)
      ) {
        next = timer;
      }
    }
    return next;
  };

  return {
    wallNow: () => wallOffset + elapsed,
    monotonicNow: () => elapsed,
    after: (delayMs, callback) => {
      const timer: Timer = { dueAt: elapsed + Math.max(0, delayMs), order: (order += 1), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      const until = elapsed + ms;
      await settle();
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer);
        elapsed = Math.max(elapsed, timer.dueAt);
        timer.callback();
        await settle();
      }
      elapsed = until;
      await settle();
    },
    settle,
    freeze: (ms) => {
      elapsed += ms;
    },
    jumpWall: (ms) => {
      wallOffset += ms;
    },
    pendingTimers: () => timers.size,
  };
};
