/**
 * The time of a statement as SQL. The clock is the database's, so that servers with different clocks agree. Parameter
 * `$n` is null; tests pass a time of their own.
 */
export const timeSql = (n: number): string => `coalesce($${n}::timestamptz, now())`;

/** Gives the value of `timeSql`'s parameter. */
export type TimeSource = () => Date | null;

export const databaseTime: TimeSource = () => null;
