/** The tab that holds a device, for display. */
export interface TabHolder {
  /** The section that it shows: `terminal`, `home` … */
  readonly section: string;
  /** Wall-clock time since when it holds the device. */
  readonly since: number;
}

/** `asked`: another tab wants the device; close and release it. `stolen`: the hold is already lost. */
export type TabSummons = 'asked' | 'stolen';

/** Describes a tab to the others, and notifies it when another tab wants the device. */
export interface TabClaim {
  readonly describe: () => TabHolder;
  /** Called at most once per summons; never after `release`. */
  readonly onSummons: (summons: TabSummons) => void;
}

/** A name that this tab holds. */
export interface TabHold {
  /** May be called repeatedly. */
  readonly release: () => void;
}

/**
 * Locks a device for one tab of this browser: at most one tab holds a name.
 *
 * Rules for implementations
 * - `take` returns the hold, or undefined if another tab has it; it does not wait for that tab.
 * - A tab that is closed, reloaded or has crashed holds nothing.
 * - `takeOver` asks the holder to release and waits for it. From a holder that does not answer (frozen, in the
 *   back/forward cache, hung) the lock is stolen; it gets `stolen` when it resumes. A holder that answers but does not
 *   release in time keeps its hold: undefined.
 * - On a platform without such locks every tab gets the hold; the system's own lock on the port decides.
 * - Nothing throws. Invalid messages are ignored (MT-04).
 */
export interface TabLock {
  readonly take: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  readonly takeOver: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  /** Undefined if no tab holds it or the holder does not answer in time. */
  readonly holder: (name: string) => Promise<TabHolder | undefined>;
}
