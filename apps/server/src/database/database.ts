/** A value that a statement accepts. Dates become timestamptz; JSON is passed as text. */
export type SqlValue = string | number | boolean | Date | null;

/**
 * Runs SQL of PostgreSQL with the parameters $1, $2 … Foreign input is passed as a parameter, never as part of the SQL
 * text.
 */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. Types: text → string, int4 → number, boolean, timestamptz → Date, jsonb →
   * parsed value. Do not select other types: the two databases return them differently.
   */
  readonly query: <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** Runs several statements without parameters. */
  readonly script: (sql: string) => Promise<void>;
}

/**
 * A database that understands PostgreSQL's SQL. Rejects with a `databaseUnavailable` ServerError while it cannot be
 * reached; any other rejection is a bug in a statement.
 */
export interface Database extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. */
  readonly transaction: <T>(work: (inside: Queryable) => Promise<T>) => Promise<T>;
  /** Returns the number of connections, and of calls that wait for one. Absent for the embedded database. */
  readonly connections?: () => Readonly<Record<'open' | 'idle' | 'waiting', number>>;
  /** Closes the database. Idempotent. An embedded database that is not closed keeps the process alive. */
  readonly close: () => Promise<void>;
}
