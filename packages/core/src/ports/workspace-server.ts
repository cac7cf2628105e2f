import type { Result } from '../prelude/result.ts';

/**
 * `unreachable`: there was no readable response. `expired`: the session has ended on the server. `notOffered`: the
 * server does not know the call. `refused`: the server returned an error and changed nothing.
 */
export interface WorkspaceFault {
  readonly kind: 'unreachable' | 'expired' | 'notOffered' | 'refused';
  readonly message: string;
}

/** A change to be sent. The server applies a change only once, however often its id is sent. */
export interface Submission {
  /** UUIDv7. */
  readonly id: string;
  /** Wall-clock time at which the user made the change, in ms since 1970. */
  readonly at: number;
  /** The version of the row on which the change was made. */
  readonly base?: number | undefined;
  /** The name of the change in the API, such as `putAsset`. */
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * The result of one submission. `later`: not tried; send it again after the `missing` pieces. `current`: the current
 * row, or the data that the code defines.
 */
export type Outcome =
  | {
      readonly id: string;
      readonly status: 'later';
      /** SHA-256 of the pieces that the submission references and the server lacks. */
      readonly missing?: readonly string[] | undefined;
    }
  | {
      readonly id: string;
      readonly status: 'applied';
      /** The version that this change created; undefined if an earlier sending was applied. */
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

/** A row of the server. `row` is undefined if the user can no longer see it. */
export interface ServerRow {
  /** `asset`, `account`, `document`, `assignment`, `recording`, `ticket`, `ticketEntry` or `event`. */
  readonly kind: string;
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/** Rows of a history. `cut` has the kinds of which the server has more rows than are returned. */
export interface HistoryRows {
  readonly rows: readonly ServerRow[];
  readonly cut: readonly string[];
}

/** The asset, account or ticket whose history is read. */
export interface HistorySubject {
  readonly kind: 'asset' | 'account' | 'ticket';
  readonly id: string;
}

/** A list of which the server has more rows than were copied. */
export interface ListRest {
  readonly kind: string;
  /** The position from which `more` continues. */
  readonly cursor: string;
}

export interface RowPage {
  readonly rows: readonly ServerRow[];
  /** The position at which the next page begins. */
  readonly cursor: string;
  readonly hasNext: boolean;
  /** The rest of a list that ends with this page because it has too many rows to copy them all. */
  readonly rest?: ListRest | undefined;
}

/** The kinds of rows with values that change without a change of the row. */
export type RefreshedKind = 'account' | 'assignment';

/** Numbers of assets by how they compare with their standard. `unknown`: no parameters of its schema were reported. */
export interface DriftCounts {
  readonly targets: number;
  readonly same: number;
  readonly differs: number;
  readonly unknown: number;
}

/** The metrics by which packs are compared, as `FleetMetric` of the API. */
export type FleetMetric = 'WORST_CELL' | 'REST_SPREAD' | 'SOH' | 'SOC_ERROR';

/** The packs that are compared: those of a model, and those measured last at or after `from` and before `to` (ISO 8601). */
export interface FleetFilter {
  readonly model?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How a metric is distributed over the packs of the subtree. `n` is the number of packs in which it is known. */
export interface FleetStat {
  readonly n: number;
  readonly p5: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  /** When it was calculated, in ms since 1970. */
  readonly at: number;
  /** At most 20 packs, the worst first. */
  readonly worst: readonly {
    readonly id: string;
    readonly serial: string;
    readonly model: string | null;
    readonly ownerName: string | null;
    readonly value: number;
    /** The cell with the highest resistance, from 1. */
    readonly worstCell: number | null;
  }[];
}

/** How a pack was used on one day. Null: not reported. */
export interface DayUsage {
  /** In UTC, such as "2026-03-12". */
  readonly day: string;
  readonly samples: number;
  /** Seconds with samples; gaps are not counted. */
  readonly seconds: number;
  readonly chargedAh: number;
  readonly dischargedAh: number;
  readonly lowestC: number | null;
  readonly highestC: number | null;
  readonly lowestSocPercent: number | null;
  readonly highestSocPercent: number | null;
  /** Number of samples with the voltages of two cells or more, and the difference between their highest and lowest cell. */
  readonly cellSamples: number;
  readonly meanSpreadMv: number | null;
  readonly highestSpreadMv: number | null;
  readonly knownTemperatureS: number;
  /** Seconds outside of the limits, each second counted once. */
  readonly outsideS: number;
  /** Seconds that an earlier recording of the pack contains too. Sums count them twice. */
  readonly overlapS: number;
}

/** The figures of one recording on one day. Null: not reported, or not enough data. */
export interface ServerTrendPoint extends DayUsage {
  readonly recordingId?: string;
  /** The start of the recording in ms since 1970. */
  readonly at: number;
  /**
   * Number of load steps of the resistances, and their temperature. This and the following figures are those of the whole
   * recording. They are with its first day, and null with the others.
   */
  readonly steps: number | null;
  readonly celsius: number | null;
  readonly medianMilliOhm: number | null;
  readonly worstMilliOhm: number | null;
  /** From 1. */
  readonly worstCell: number | null;
  /** The highest resistance, in percent above the median. It does not depend on the size of the cells. */
  readonly worstCellPercent: number | null;
  readonly restSpreadMv: number | null;
  readonly capacityAh: number | null;
  readonly sohPercent: number | null;
  readonly socErrorPoints: number | null;
}

export interface Acceptance {
  readonly token: string;
  readonly userName: string;
  readonly password: string;
}

/** `refused`: `code` as in the API, such as WRONG_PASSWORD; for WEAK, `reason` is a sentence. */
export type PasswordOutcome =
  | { readonly kind: 'set'; readonly userName: string }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string | undefined };

/**
 * The workspace of the account server.
 *
 * Rules for implementations: every call settles within its timeout; nothing is thrown; `submit` may be repeated with
 * the same ids. If a server does not offer the workspace, this is remembered for a day, so that not every change sends
 * a request.
 */
export interface WorkspaceServer {
  /** Returns the outcomes of at most 50 submissions by id. A missing outcome counts as `later`. */
  readonly submit: (
    token: string,
    batch: readonly Submission[],
  ) => Promise<Result<readonly Outcome[], WorkspaceFault>>;
  /** Returns the current cursor, from which `changes` continues. */
  readonly begin: (token: string) => Promise<Result<string, WorkspaceFault>>;
  /** Returns all rows that are copied, page by page. Without a cursor it returns the first page. */
  readonly copy: (
    token: string,
    cursor: string | undefined,
  ) => Promise<Result<RowPage, WorkspaceFault>>;
  /** Returns the next page of the rest of a list. */
  readonly more: (token: string, cursor: string) => Promise<Result<RowPage, WorkspaceFault>>;
  /** Returns the current state of the rows that changed since a cursor, oldest change first. */
  readonly changes: (token: string, cursor: string) => Promise<Result<RowPage, WorkspaceFault>>;
  /**
   * Returns the events of an asset or account, the recordings of an asset, or the entries of a ticket, including those
   * that are too old to be copied. Of a very long list it returns the newest rows; of entries the first ones.
   */
  readonly history: (
    token: string,
    of: HistorySubject,
  ) => Promise<Result<HistoryRows, WorkspaceFault>>;
  /** Stores a piece of at most 1 MiB under its SHA-256. An existing piece is not an error. */
  readonly putPiece: (
    token: string,
    sha256: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Result<void, WorkspaceFault>>;
  /** Returns a piece of a recording, a firmware image or an entry of a ticket that the user may see. */
  readonly getPiece: (
    token: string,
    sha256: string,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, WorkspaceFault>>;
  /**
   * Returns all current rows of a kind. The time of the last activity of an account, and the progress of an assignment,
   * change without a change of the row.
   */
  readonly present: (
    token: string,
    kind: RefreshedKind,
  ) => Promise<Result<readonly ServerRow[], WorkspaceFault>>;
  /** Compares the last reported parameters of assets with a parameter set. `rows` are the first assets that differ. */
  readonly drift: (
    token: string,
    documentId: string,
  ) => Promise<Result<DriftCounts & { readonly rows: readonly ServerRow[] }, WorkspaceFault>>;
  /** Returns how a metric is distributed over the packs of the subtree, and its worst packs. */
  readonly fleet: (
    token: string,
    metric: FleetMetric,
    filter: FleetFilter,
  ) => Promise<Result<FleetStat, WorkspaceFault>>;
  /** Returns the figures of the recordings of a pack, oldest first. */
  readonly trend: (
    token: string,
    assetId: string,
  ) => Promise<Result<readonly ServerTrendPoint[], WorkspaceFault>>;
  /** Changes the user's own password. Afterwards the token is no longer valid. */
  readonly changePassword: (
    token: string,
    current: string,
    next: string,
  ) => Promise<Result<PasswordOutcome, WorkspaceFault>>;
  /** Sets user name and password of the account to which the token of a one-time link belongs. It needs no session. */
  readonly acceptInvitation: (
    asked: Acceptance,
  ) => Promise<Result<PasswordOutcome, WorkspaceFault>>;
}
