import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/**
 * `full`: the storage is full; nothing of the call was saved. `blocked`: the platform allows no storage here.
 * `outdated`: another tab runs a newer version of the app and has upgraded the storage; only a reload helps. `failed`:
 * any other error.
 */
export type ArchiveError = {
  readonly kind: 'full' | 'blocked' | 'outdated' | 'failed';
  /** Says what happened and what the user can do. It is shown. */
  readonly message: string;
};

/** A part of a session. It is saved and read as one row. */
export interface ArchiveChunk {
  readonly kind: string;
  /** Index of the chunk within its kind, counted from 0. */
  readonly index: number;
  /** Plain data: numbers, texts, arrays, typed arrays, nested objects of these. */
  readonly data: object;
}

export interface ArchiveEntry {
  /** The owner of the session. Sessions of one user are never returned for another. */
  readonly userId: string;
  readonly sessionId: string;
  /** Plain data about the session, as `list` returns it. */
  readonly info: object;
  readonly chunks: readonly ArchiveChunk[];
}

/** A row as it was read. It is foreign data: it may be of an older version, or damaged. */
export interface ArchiveRow {
  readonly index: number;
  readonly data: unknown;
}

export interface ArchiveUsage {
  readonly usedBytes: number;
  readonly quotaBytes: number;
}

/** A range of indexes, both ends included. */
export interface ArchiveRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Recorded sessions, saved on this computer.
 *
 * Rules for implementations: nothing throws and every call settles, as those of `WorkspaceStore`; `save` is atomic: it
 * saves the info and all chunks, or nothing; an existing chunk is replaced; calls take effect in their order; typed
 * arrays are read as the same type.
 */
export interface SessionArchive {
  readonly save: (entry: ArchiveEntry) => Promise<Result<void, ArchiveError>>;
  /** Returns the infos of this user's sessions, in no particular order. */
  readonly list: (userId: string) => Promise<Result<readonly unknown[], ArchiveError>>;
  /** Returns chunks of one kind by rising index; without a range, all of them. A missing session has none. */
  readonly read: (
    userId: string,
    sessionId: string,
    kind: string,
    range?: ArchiveRange,
  ) => Promise<Result<readonly ArchiveRow[], ArchiveError>>;
  /** Deletes a session with all its chunks. A missing session is not an error. */
  readonly remove: (userId: string, sessionId: string) => Promise<Result<void, ArchiveError>>;
  /** Returns used and available space; undefined if the platform does not report it. */
  readonly usage: () => Promise<ArchiveUsage | undefined>;
  /** Asks the platform not to evict the archive when storage runs low. Returns true if it agreed. */
  readonly keep: () => Promise<boolean>;
  /**
   * Emits when the contents were deleted from outside (cleared site data, eviction). Later calls work on an empty
   * archive.
   */
  readonly lost$: Observable<void>;
  readonly dispose: () => void;
}
