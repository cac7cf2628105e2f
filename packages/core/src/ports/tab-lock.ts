/** The tab that holds a device, for display. */
export interface TabHolder {
  /** The section that it shows: `terminal`, `home` … */
  readonly section: string;
  /** Wall-clock time at which the tab got the device. */
  readonly since: number;
}

/** `asked`: another tab wants the device; close and release it. `stolen`: this tab has already lost the lock. */
export type TabSummons = 'asked' | 'stolen';

/**
 * The callbacks of a tab that takes a lock: one describes the tab to other tabs, one is called when another tab wants
 * the device.
 */
export interface TabClaim {
  readonly describe: () => TabHolder;
  /** Called at most once per summons; never after `release`. */
  readonly onSummons: (summons: TabSummons) => void;
}

export interface TabHold {
  /** Resolves when a `take` in any tab can get the lock, also one in this tab. May be called repeatedly. */
  readonly release: () => Promise<void>;
}

/**
 * Locks a device for one tab of this browser: at most one tab holds the lock of a name.
 *
 * Rules for implementations
 * - `take` returns the lock, or undefined if another tab holds it. It does not wait for that tab.
 * - A tab that is closed, reloaded or has crashed holds no lock.
 * - `takeOver` asks the holder to release the lock and waits. If the holder does not answer (frozen, in the
 *   back/forward cache, hung), the lock is stolen, and the holder gets `stolen` when it resumes. If the holder answers
 *   but does not release in time, it keeps the lock, and `takeOver` returns undefined.
 * - On a platform without such locks every tab gets the lock; the operating system's lock on the port decides.
 * - Nothing throws. Invalid messages are ignored (MT-04).
 */
export interface TabLock {
  readonly take: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  readonly takeOver: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  /** Returns the holder; undefined if no tab holds the lock or the holder does not answer in time. */
  readonly holder: (name: string) => Promise<TabHolder | undefined>;
}
