import type { Entry } from './entry.ts';
import type { Evidence, EvidencePlace } from './evidence.ts';
import { isFillValue } from './fill-value.ts';
import type { Meaning } from './meaning.ts';
import { close } from './numbers.ts';
import { inBase, type WrittenNumber } from './quantity.ts';

/** A value in its base unit, with the entries from which it was read. */
export interface InferredValue {
  readonly value: number;
  readonly evidence: readonly Evidence[];
  readonly used: readonly Entry[];
}

/** Creates a reading with the same reason for each entry. */
export const readingOf = (
  place: EvidencePlace,
  value: number,
  from: readonly Meaning[],
  reason: string,
): InferredValue => ({
  value: value + 0, // 0 instead of -0
  evidence: from.map(({ entry, name }) => ({ place, key: name, text: entry.value.text, reason })),
  used: from.map(({ entry }) => entry),
});

export const firstNumber = ({ entry }: Meaning): WrittenNumber | undefined =>
  entry.value.numbers[0];

/** Converts a number to its base unit. A number without a unit of its own has that of its key, or stays as it is. */
export const inBaseOf = ({ unit }: Meaning, quantity: WrittenNumber): number =>
  inBase({ ...(unit && { unit }), ...quantity });

/** Returns the first number of an entry in its base unit; `NaN` if the entry has no number. */
export const baseOf = (meaning: Meaning): number => {
  const quantity = firstNumber(meaning);
  return quantity === undefined ? Number.NaN : inBaseOf(meaning, quantity);
};

/** True if the number of an entry is written with decimals. */
export const isDecimal = (meaning: Meaning): boolean => (firstNumber(meaning)?.decimals ?? 0) > 0;

/** True if the device wrote a number that stands for a missing value. */
const isMissing = (meaning: Meaning): boolean =>
  isFillValue(firstNumber(meaning)?.value ?? 0, meaning.to.toLowerCase().endsWith('current'));

/** Returns the candidate with the highest score; undefined if two different values have it, or if it is missing. */
export const bestOf = (found: readonly Meaning[]): Meaning | undefined => {
  const score = Math.max(...found.map((each) => each.score));
  const best = found.filter((each) => each.score === score);
  const [first] = best;
  if (first === undefined || isMissing(first)) return undefined;
  const value = baseOf(first);
  return best.every((each) => close(baseOf(each), value, 0.005)) ? first : undefined;
};
