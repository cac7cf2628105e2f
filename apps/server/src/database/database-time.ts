/**
 * Returns SQL for the time of a statement. The clock is the database's, so that servers with different clocks agree.
 * The value of parameter `$n` is null; tests pass a time instead.
 */
export const timeSql = (n: number): string => `coalesce($${n}::timestamptz, now())`;

/** Returns the value of the parameter of `timeSql`. */
export type TimeSource = () => Date | null;

export const databaseTime: TimeSource = () => null;
