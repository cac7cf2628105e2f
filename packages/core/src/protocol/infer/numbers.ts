/** True if two values differ by at most this fraction of the larger one. */
export const close = (a: number, b: number, part: number): boolean =>
  Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * part;

/** Rounds away the error of binary fractions. */
export const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
