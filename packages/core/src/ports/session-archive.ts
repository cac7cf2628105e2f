import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/**
 * `full`: no room; nothing of the call was kept. `blocked`: the platform allows no storage here. `outdated`: another tab
 * runs a newer version of the product and has taken the storage over; only a reload helps. `failed`: all else.
 */
export type ArchiveError = {
  readonly kind: 'full' | 'blocked' | 'outdated' | 'failed';
  readonly message: string;
};

/** A part of a session, as one row: kept and read whole. */
export interface ArchiveChunk {
  readonly kind: string;
  /** Counts from 0 within its kind. */
  readonly index: number;
  /** Plain data: numbers, texts, arrays, typed arrays, nested objects of these. */
  readonly data: object;
}

export interface ArchiveEntry {
  /** Whose it is: nothing of one user is ever found under another. */
  readonly userId: string;
  readonly sessionId: string;
  /** Plain data about the session, as `list` returns it. */
  readonly info: object;
  readonly chunks: readonly ArchiveChunk[];
}

/** A row as it was found. What is stored is not to be trusted: it may be of an older version, or damaged. */
export interface ArchiveRow {
  readonly index: number;
  readonly data: unknown;
}

export interface ArchiveUsage {
  readonly usedBytes: number;
  readonly quotaBytes: number;
}

/** Indexes from `from` to `to`, both included. */
export interface ArchiveRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Recorded sessions, kept on this computer.
 *
 * Obligations: nothing throws and every call settles within 10 s; `save` is atomic: info and all chunks, or nothing; a
 * chunk that is there already is replaced; calls take effect in their order; typed arrays come back as what they were.
 */
export interface SessionArchive {
  readonly save: (entry: ArchiveEntry) => Promise<Result<void, ArchiveError>>;
  /** The infos of this user's sessions, in no particular order. */
  readonly list: (userId: string) => Promise<Result<readonly unknown[], ArchiveError>>;
  /** Chunks of one kind by rising index; all of them without a range. A session that is not there has none. */
  readonly read: (
    userId: string,
    sessionId: string,
    kind: string,
    range?: ArchiveRange,
  ) => Promise<Result<readonly ArchiveRow[], ArchiveError>>;
  /** Takes a session away, whole. One that is not there is no error. */
  readonly remove: (userId: string, sessionId: string) => Promise<Result<void, ArchiveError>>;
  /** Used and available space; undefined where the platform does not report it. */
  readonly usage: () => Promise<ArchiveUsage | undefined>;
  /** Asks the platform not to throw the archive away when room gets short. True when it promised. */
  readonly keep: () => Promise<boolean>;
  /** The contents were taken away from outside (cleared site data, eviction); later calls work on an empty one. */
  readonly lost$: Observable<void>;
  readonly dispose: () => void;
}
