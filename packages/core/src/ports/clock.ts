/**
 * Time for the core. Two clocks, because the user's clock may jump (ST-07): `wallNow` is for display and storage,
 * `monotonicNow` for durations, ages and order.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. May jump in either direction. */
  readonly wallNow: () => number;
  /** Milliseconds since a fixed moment. Never decreases. */
  readonly monotonicNow: () => number;
  /**
   * Runs `callback` once after `delayMs`, never earlier and never synchronously. Callbacks run in the order in which
   * they are due. Returns a cancel function, which may be called at any time and repeatedly. In hidden tabs a callback
   * is at most one second late, because polling depends on it.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}
