/** Whether two values differ by at most this part of the larger one. */
export const close = (a: number, b: number, part: number): boolean =>
  Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * part;

/** Without the noise of binary fractions. */
export const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
