import { createRisingList } from './rising-numbers.ts';

/** A found place: its entry, and the index of the place in the entry, from 0. */
export interface Hit {
  readonly id: number;
  readonly place: number;
}

/**
 * Creates a list of hits with two numbers per matching line, however many places the line has: 16 MB for a million
 * lines.
 */
export const createHitList = () => {
  const ids = createRisingList();
  /** For each line, the number of hits up to its end. Hits of dropped lines are counted too. */
  const ends = createRisingList();
  let base = 0;
  let total = 0;

  /** Returns the number of hits before this line. */
  const before = (line: number): number => (ends.take().at(line - 1) ?? base) - base;

  return {
    count: (): number => total - base,
    at: (index: number): Hit | undefined => {
      if (index < 0) return undefined;
      const line = ends.take().indexFrom(base + index + 1);
      const id = ids.take().at(line);
      return id === undefined ? undefined : { id, place: index - before(line) };
    },
    /** Returns the index of the hit; undefined if it is not, or no longer, a hit. */
    indexOf: ({ id, place }: Hit): number | undefined => {
      const line = ids.take().indexFrom(id);
      const index = before(line) + place;
      return ids.take().at(line) === id && index < before(line + 1) ? index : undefined;
    },
    /** Returns the index of the first hit in this entry or in a later one. */
    indexFrom: (id: number): number => before(ids.take().indexFrom(id)),
    /** Adds an entry with its number of places. Ids are ascending. */
    push: (id: number, places: number): void => {
      total += places;
      ids.push(id);
      ends.push(total);
    },
    /** Removes all hits in entries before this one. */
    dropBelow: (id: number): void => {
      const gone = ids.take().indexFrom(id);
      base += before(gone);
      ids.dropBelow(id);
      ends.dropBelow(base + 1);
    },
    clear: (): void => {
      ids.clear();
      ends.clear();
      base = 0;
      total = 0;
    },
  };
};
