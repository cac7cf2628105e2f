import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/**
 * `outbox`: changes that wait for the server; `pieces`: what they name, by SHA-256; `copies`: rows of the server;
 * `state`: how far the copies are.
 */
export type WorkspaceTable = 'outbox' | 'pieces' | 'copies' | 'state';

/** A row as it was found. It may be of another version of the product, or damaged. */
export interface WorkspaceRow {
  readonly id: string;
  readonly value: unknown;
}

/** Puts plain data in place of a row; without a value, removes the row. */
export interface WorkspaceWrite {
  readonly table: WorkspaceTable;
  readonly id: string;
  readonly value?: object;
}

/**
 * What this computer keeps of the workspace.
 *
 * Obligations: nothing throws and every call settles within 10 s; a `write` is atomic: all of it, or nothing; calls take
 * effect in their order, and a `read` sees the writes of all tabs that have settled; nothing of one user is found under
 * another.
 */
export interface WorkspaceStore {
  /** The rows of a table, by rising id; with an id that row, if it is there. */
  readonly read: (
    userId: string,
    table: WorkspaceTable,
    id?: string,
  ) => Promise<Result<readonly WorkspaceRow[], ArchiveError>>;
  readonly write: (
    userId: string,
    writes: readonly WorkspaceWrite[],
  ) => Promise<Result<void, ArchiveError>>;
  /** The user whose rows another tab has written, or lost. Never this tab's own writes. */
  readonly changes$: Observable<string>;
  readonly dispose: () => void;
}
