/** The tab that holds a device, for people. */
export interface TabHolder {
  /** Section of the product it shows: `terminal`, `home` … */
  readonly section: string;
  /** Wall-clock time since when it holds. */
  readonly since: number;
}

/** `asked`: another tab wants the device, which is to be closed and then released. `stolen`: the hold is gone already. */
export type TabSummons = 'asked' | 'stolen';

/** What a tab says of itself, and how it is told that another one wants what it holds. */
export interface TabClaim {
  readonly describe: () => TabHolder;
  /** Called at most once for each summons; never after `release`. */
  readonly onSummons: (summons: TabSummons) => void;
}

/** A name held for this tab. */
export interface TabHold {
  /** May be called more than once. */
  readonly release: () => void;
}

/**
 * Which tab of this browser has a device open: a name is held by at most one tab.
 *
 * Obligations
 * - `take` gives the hold, or undefined when another tab has it; it does not wait for that tab.
 * - A tab that is closed, reloaded or crashes holds nothing any more.
 * - `takeOver` asks the holder to let go and waits until it does. A holder that does not answer (frozen by the
 *   browser, kept for Back, hung) is robbed: it learns of it by `stolen` when it wakes. One that answers and then does
 *   not let go in time keeps its hold: undefined.
 * - A platform without such locks lets everyone take: the system's own lock on the port decides.
 * - Nothing throws; messages of others that are not understood are ignored (MT-04).
 */
export interface TabLock {
  readonly take: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  readonly takeOver: (name: string, claim: TabClaim) => Promise<TabHold | undefined>;
  /** Undefined when nobody holds it or the holder does not answer in time. */
  readonly holder: (name: string) => Promise<TabHolder | undefined>;
}
