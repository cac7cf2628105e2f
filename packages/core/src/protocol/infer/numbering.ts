/** The numbers that a device gives its cells or sensors. */
interface Range {
  readonly first: number;
  readonly last: number;
}

interface Numbers {
  readonly latest: readonly Range[];
  /** The range of all numbers that came often; undefined before. */
  readonly known: Range | undefined;
}

/** The numbers in the names of earlier records, by the name without its number. */
export type Numbering = Map<string, Numbers>;

/** A device may send a record for each cell. */
const LATEST = 64;
/** Numbers that came less often in the latest records may be reading errors. */
const KNOWN_AFTER = 3;
/** Maximum number of names. */
const MOST_NAMES = 256;

const union = (one: Range, other: Range = one): Range => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
});

/**
 * Returns the range of these numbers together with those of earlier records. So a cell or sensor keeps its place if the
 * device leaves others out, or sends them in other records.
 */
export const rangeOf = (numbering: Numbering, name: string, numbers: readonly number[]): Range => {
  const range = { first: Math.min(...numbers), last: Math.max(...numbers) };
  const { latest, known } = numbering.get(name) ?? { latest: [], known: undefined };
  const times = latest.filter(({ first, last }) => first === range.first && last === range.last);
  if (latest.length === 0 && numbering.size >= MOST_NAMES) numbering.clear();
  numbering.set(name, {
    latest: [...latest, range].slice(-LATEST),
    known: times.length + 1 >= KNOWN_AFTER ? union(range, known) : known,
  });
  return union(range, known);
};
