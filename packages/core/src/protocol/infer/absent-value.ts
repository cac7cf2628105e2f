import type { Entry } from './entry.ts';

const ABSENT = /^(?:n\/?a|nan|null|none|-{1,3}|\?{1,3})$/i;

/** Returns the entry with NaN for a text that stands for a missing number. */
export const withNaN = (entry: Entry): Entry =>
  entry.value.numbers.length === 0 && ABSENT.test(entry.value.text)
    ? { ...entry, value: { ...entry.value, numbers: [{ value: Number.NaN, decimals: 0 }] } }
    : entry;
