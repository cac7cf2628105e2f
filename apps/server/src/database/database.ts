/** What a statement takes: dates become timestamptz, JSON is passed as its text. */
export type SqlValue = string | number | boolean | Date | null;

/** Runs PostgreSQL's SQL with $1, $2 … ; nothing from outside ever becomes part of a statement's text. */
export interface Queryable {
  /**
   * One statement; its rows with text → string, int4 → number, boolean, timestamptz → Date, jsonb → parsed value
   * (other types are avoided: the two databases read them differently).
   */
  readonly query: <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** Several statements without values. */
  readonly script: (sql: string) => Promise<void>;
}

/**
 * A database of PostgreSQL's dialect. Rejects with a `databaseUnavailable` ServerError while it cannot be reached;
 * any other rejection is a bug in a statement.
 */
export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. */
  readonly transaction: <T>(work: (inside: Queryable) => Promise<T>) => Promise<T>;
  /** Idempotent. An embedded database not closed keeps the process alive. */
  readonly close: () => Promise<void>;
}
