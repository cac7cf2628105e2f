import { createRisingList } from './rising-numbers.ts';

/** A found place: its entry, and the index of the place in the entry, from 0. */
export interface Hit {
  readonly id: number;
  readonly place: number;
}

/** All found places, numbered from 0. */
export interface HitList {
  readonly count: () => number;
  readonly firstId: () => number | undefined;
  readonly at: (index: number) => Hit | undefined;
  /** Returns the index of the hit; undefined if it is not, or no longer, a hit. */
  readonly indexOf: (hit: Hit) => number | undefined;
  /** Returns the index of the first hit in this entry or in a later one. */
  readonly indexFrom: (id: number) => number;
  /** Adds an entry with its number of places. Ids are ascending. */
  readonly push: (id: number, places: number) => void;
  /** Removes all hits in entries before this one. */
  readonly dropBelow: (id: number) => void;
  readonly clear: () => void;
}

/**
 * Creates a list of hits with two numbers per matching line, however many places the line has: 16 MB for a million
 * lines.
 */
export const createHitList = (): HitList => {
  const ids = createRisingList();
  /**
   * For each line, the number of hits up to its last one, counted from the first hit of the search, which may have been
   * dropped.
   */
  const ends = createRisingList();
  let base = 0;
  let total = 0;

  /** Returns the number of hits before this line. */
  const before = (line: number): number => (ends.take().at(line - 1) ?? base) - base;

  return {
    count: () => total - base,
    firstId: () => ids.take().at(0),
    at: (index) => {
      if (index < 0) return undefined;
      const line = ends.take().indexFrom(base + index + 1);
      const id = ids.take().at(line);
      return id === undefined ? undefined : { id, place: index - before(line) };
    },
    indexOf: ({ id, place }) => {
      const line = ids.take().indexFrom(id);
      const index = before(line) + place;
      return ids.take().at(line) === id && index < before(line + 1) ? index : undefined;
    },
    indexFrom: (id) => before(ids.take().indexFrom(id)),
    push: (id, places) => {
      total += places;
      ids.push(id);
      ends.push(total);
    },
    dropBelow: (id) => {
      const gone = ids.take().indexFrom(id);
      base += before(gone);
      ids.dropBelow(id);
      ends.dropBelow(base + 1);
    },
    clear: () => {
      ids.clear();
      ends.clear();
      base = 0;
      total = 0;
    },
  };
};
