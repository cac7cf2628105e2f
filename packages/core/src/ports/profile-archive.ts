import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/**
 * Profiles of device kinds, kept on this computer for all its users, beyond a logout.
 *
 * Obligations: nothing throws and every call settles within 10 s; calls take effect in their order; a text comes back
 * as it went in. What is stored is not to be trusted: it may be of an older version, or damaged.
 */
export interface ProfileArchive {
  /** All that is kept, by key. */
  readonly load: () => Promise<Result<ReadonlyMap<string, string>, ArchiveError>>;
  /** Keeps a text under a key; one that is there already is replaced. */
  readonly keep: (key: string, text: string) => Promise<Result<void, ArchiveError>>;
  /** Takes it away. One that is not there is no error. */
  readonly forget: (key: string) => Promise<Result<void, ArchiveError>>;
  readonly dispose: () => void;
}
