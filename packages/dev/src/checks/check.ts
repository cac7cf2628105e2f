/** What a check found. `figure`: what it looked at, in a few words; `details`: what is wrong and how to correct it. */
export interface Finding {
  readonly ok: boolean;
  readonly figure: string;
  readonly details: readonly string[];
}

/** A number with its noun: "1 file", "3 files". */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
