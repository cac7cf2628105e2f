import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/**
 * `outbox`: changes that are not confirmed by the server; `pieces`: data that these changes reference, by SHA-256;
 * `copies`: rows of the server; `state`: the progress of the copies; `device`: unfinished and unwritten changes of
 * devices, reports that wait for their asset, and imported parameter schemas; `drafts`: unfinished input with its
 * files; `imports`: imported files and remembered mappings; `importParts`: the changes that an imported file makes;
 * `texts`: the user's part of the key-value store while it is encrypted; `damaged`: encrypted rows that could not be
 * decrypted.
 */
export type WorkspaceTable =
  | 'outbox'
  | 'pieces'
  | 'copies'
  | 'state'
  | 'device'
  | 'drafts'
  | 'imports'
  | 'importParts'
  | 'texts'
  | 'damaged';

/** A row as it was read. It may be of another version of the app, or damaged. */
export interface WorkspaceRow {
  readonly id: string;
  readonly value: unknown;
}

/** Replaces a row with plain data, or removes it if `value` is absent. */
export interface WorkspaceWrite {
  readonly table: WorkspaceTable;
  readonly id: string;
  readonly value?: object;
}

/**
 * The workspace data that is saved on this computer.
 *
 * Rules for implementations: nothing throws and every call settles, within 10 s unless the browser is storing its data
 * just then; a `write` is atomic, one that fails is not stored later, and one to `device`, `outbox`, `pieces`,
 * `imports` or `importParts` is on the disk when it settles; calls take effect in their order, and a `read` sees the
 * settled writes of all tabs; data of one user is never returned for another.
 */
export interface WorkspaceStore {
  /** Returns the rows of a table by rising id; with an id, that row if it exists. */
  readonly read: (
    userId: string,
    table: WorkspaceTable,
    id?: string,
  ) => Promise<Result<readonly WorkspaceRow[], ArchiveError>>;
  readonly write: (
    userId: string,
    writes: readonly WorkspaceWrite[],
  ) => Promise<Result<void, ArchiveError>>;
  /** Emits the user whose rows another tab has written or lost. Never emits for writes of this tab. */
  readonly changes$: Observable<string>;
  readonly dispose: () => void;
}
