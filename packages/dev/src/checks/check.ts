/**
 * The result of a check. `figure` summarizes what was checked; `details` describe what is wrong and how to correct it.
 */
export interface Finding {
  readonly ok: boolean;
  readonly figure: string;
  readonly details: readonly string[];
}

/** Formats a number with its noun: "1 file", "3 files". */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
