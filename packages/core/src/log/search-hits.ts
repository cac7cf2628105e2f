import { createRisingList } from './rising-numbers.ts';

/** A place that was found: the entry, and which of the places in it, from 0. */
export interface Hit {
  readonly id: number;
  readonly place: number;
}

/** Every place found, from the first to the last: numbered from 0, in lines that come and go. */
export interface SearchHits {
  readonly count: () => number;
  readonly firstId: () => number | undefined;
  readonly at: (index: number) => Hit | undefined;
  /** Undefined when it is not, or no longer, among them. */
  readonly indexOf: (hit: Hit) => number | undefined;
  /** Index of the first hit in this entry or in a later one. */
  readonly indexFrom: (id: number) => number;
}

export interface HitList extends SearchHits {
  /** Entries come in their order, each once, with the number of places in it. */
  readonly push: (id: number, places: number) => void;
  /** Forgets all hits in entries before this one. */
  readonly dropBelow: (id: number) => void;
  readonly clear: () => void;
}

/** Two numbers a line that matches, however many places it has: a million of them weigh 16 MB. */
export const createHitList = (): HitList => {
  const ids = createRisingList();
  /** Hits up to each line's last, counted from a beginning that may have been dropped. */
  const ends = createRisingList();
  let base = 0;
  let total = 0;

  /** Hits before this line. */
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
