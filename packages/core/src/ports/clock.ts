/**
 * Time as the core sees it. Two clocks, because the user's may jump (ST-07): `wallNow` is for showing and storing,
 * `monotonicNow` for every duration, age and order.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. May jump in either direction. */
  readonly wallNow: () => number;
  /** Milliseconds since some fixed moment. Never falls; goes on while the machine runs. */
  readonly monotonicNow: () => number;
  /**
   * Runs `callback` once, `delayMs` from now, never before it and never synchronously; callbacks run in the order
   * they are due. Returns its cancel, which may be called at any time and more than once. An adapter keeps its
   * promise in hidden tabs too (late by at most a second), because a poll depends on it.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}
