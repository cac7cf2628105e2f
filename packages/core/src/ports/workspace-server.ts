import type { Result } from '../prelude/result.ts';

/**
 * `unreachable`: no answer that could be understood. `expired`: the session has ended on the server. `notOffered`: the
 * server does not know the call. `refused`: the server's own error; nothing of the call was done.
 */
export interface WorkspaceFault {
  readonly kind: 'unreachable' | 'expired' | 'notOffered' | 'refused';
  readonly message: string;
}

/** A change as it is sent. The id makes it one thing, however often it is sent. */
export interface Submission {
  /** UUIDv7. */
  readonly id: string;
  /** Wall-clock time of the entry, in ms since 1970. */
  readonly at: number;
  /** The version of the row that the change was made on. */
  readonly base?: number | undefined;
  /** Which change, as named in the API: `putAsset`. */
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * What became of one submission. `later`: not tried; send it again, after the pieces that are `missing`.
 * `current`: the row, or what else the code names.
 */
export type Outcome =
  | {
      readonly id: string;
      readonly status: 'later';
      /** SHA-256 of the pieces that it names and the server lacks. */
      readonly missing?: readonly string[] | undefined;
    }
  | {
      readonly id: string;
      readonly status: 'applied';
      /** The version that this change made; undefined when it was applied by an earlier sending. */
      readonly version?: number | undefined;
    }
  | {
      readonly id: string;
      readonly status: 'conflict' | 'refused';
      readonly code: string;
      readonly field?: string | undefined;
      readonly version?: number | undefined;
      readonly current?: unknown;
    };

/** A row of the server, or the news that it is out of the user's sight. */
export interface ServerRow {
  /** `asset`, `account`, `document`, `assignment`, `recording` or `event`. */
  readonly kind: string;
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

export interface RowPage {
  readonly rows: readonly ServerRow[];
  /** Where the next page begins. */
  readonly cursor: string;
  readonly hasNext: boolean;
}

export interface Acceptance {
  readonly token: string;
  readonly userName: string;
  readonly password: string;
}

/** `refused`: `code` as the API names it, such as WRONG_PASSWORD, and for WEAK the reason as a sentence. */
export type PasswordOutcome =
  | { readonly kind: 'set'; readonly userName: string }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string | undefined };

/**
 * The workspace of the account server.
 *
 * Obligations: every call settles within its time-out; nothing is thrown; `submit` may be repeated with the same ids.
 * That a server does not offer the workspace is remembered for a day: it is not asked again at each change.
 */
export interface WorkspaceServer {
  /** Outcomes of at most 50 submissions, by id; one that is missing counts as `later`. */
  readonly submit: (
    token: string,
    batch: readonly Submission[],
  ) => Promise<Result<readonly Outcome[], WorkspaceFault>>;
  /** The cursor of now, from which `changes` goes on. */
  readonly begin: (token: string) => Promise<Result<string, WorkspaceFault>>;
  /** All rows to keep a copy of, page by page; without a cursor the first page. */
  readonly copy: (
    token: string,
    cursor: string | undefined,
  ) => Promise<Result<RowPage, WorkspaceFault>>;
  /** The rows that changed since a cursor, oldest first, as they are now. */
  readonly changes: (token: string, cursor: string) => Promise<Result<RowPage, WorkspaceFault>>;
  /** The newest events and recordings of one asset, older ones than there are copies of too. */
  readonly history: (
    token: string,
    assetId: string,
  ) => Promise<Result<readonly ServerRow[], WorkspaceFault>>;
  /** Stores a piece of at most 1 MiB under its SHA-256; the same whether it was there. */
  readonly putPiece: (
    token: string,
    sha256: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Result<void, WorkspaceFault>>;
  /** A piece that a recording names which the user sees. */
  readonly getPiece: (
    token: string,
    sha256: string,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, WorkspaceFault>>;
  /** The newest events of one account, older ones than there are copies of too. */
  readonly accountHistory: (
    token: string,
    accountId: string,
  ) => Promise<Result<readonly ServerRow[], WorkspaceFault>>;
  /** The accounts of the user's subtree as they are now: when they were seen changes without a change of the row. */
  readonly accounts: (token: string) => Promise<Result<readonly ServerRow[], WorkspaceFault>>;
  /** Changes the user's own password. Once it is set, the token is not valid any more. */
  readonly changePassword: (
    token: string,
    current: string,
    next: string,
  ) => Promise<Result<PasswordOutcome, WorkspaceFault>>;
  /** Sets user name and password of the account whose one-time link holds the token; needs no session. */
  readonly acceptInvitation: (
    asked: Acceptance,
  ) => Promise<Result<PasswordOutcome, WorkspaceFault>>;
}
