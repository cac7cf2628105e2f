/** The numbers that a device gives its cells or sensors. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** The numbers in the names of earlier replies, by the name without its number. */
export type Numbering = Map<string, Range & { readonly times: number }>;

/** After this many equal replies in a row, a missing number is a cell or sensor that the device left out. */
const KNOWN_AFTER = 3;
/** Maximum number of names. */
const MOST_NAMES = 256;

/**
 * Returns the range of these numbers. If the device left out the first or the last one, it is that of earlier replies,
 * so that the others keep their places.
 */
export const rangeOf = (known: Numbering, name: string, numbers: readonly number[]): Range => {
  if (known.size >= MOST_NAMES) known.clear();
  const range = { first: Math.min(...numbers), last: Math.max(...numbers) };
  const before = known.get(name);
  const isSame = before?.first === range.first && before.last === range.last;
  if (before === undefined || (before.times < KNOWN_AFTER && !isSame)) {
    known.set(name, { ...range, times: 1 });
    return range;
  }
  if (before.times < KNOWN_AFTER) known.set(name, { ...range, times: before.times + 1 });
  else if (range.first < before.first || range.last > before.last)
    known.set(name, { ...range, times: 1 });
  else return before;
  return range;
};
