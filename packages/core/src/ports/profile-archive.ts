import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/**
 * Profiles of device kinds, saved on this computer for all its users. They remain after a logout.
 *
 * Rules for implementations: nothing throws and every call settles within 10 s; calls take effect in their order; a
 * text is returned exactly as it was saved. Saved texts are foreign data: they may be of an older version, or damaged.
 */
export interface ProfileArchive {
  /** Returns all saved texts by key. */
  readonly load: () => Promise<Result<ReadonlyMap<string, string>, ArchiveError>>;
  /** Saves a text under a key and replaces an existing one. */
  readonly keep: (key: string, text: string) => Promise<Result<void, ArchiveError>>;
  /** Deletes the text of a key. A missing key is not an error. */
  readonly forget: (key: string) => Promise<Result<void, ArchiveError>>;
  readonly dispose: () => void;
}
