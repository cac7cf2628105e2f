/**
 * The time of a statement as SQL, with parameter `$n` for an offset in ms. The clock is the database's, so that servers
 * with different clocks agree; the offset is 0 except in tests.
 */
export const timeSql = (n: number): string => `(now() + $${n}::float8 * interval '1 millisecond')`;

/** Gives the offset of `timeSql` in ms. */
export type TimeOffset = () => number;

export const noOffset: TimeOffset = () => 0;
