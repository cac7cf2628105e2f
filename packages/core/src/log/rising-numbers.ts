import { firstWhere } from '../prelude/binary-search.ts';

/** A snapshot of a list of ascending numbers. */
export interface RisingNumbers {
  readonly length: number;
  readonly at: (index: number) => number | undefined;
  /** Returns the index of the first number that is at least `value`, or the length if there is none. */
  readonly indexFrom: (value: number) => number;
}

/** A list of ascending numbers that grows at its end and shrinks at its beginning. Earlier snapshots stay valid. */
export interface RisingList {
  readonly push: (value: number) => void;
  /** Removes all numbers below `value`. */
  readonly dropBelow: (value: number) => void;
  readonly clear: () => void;
  readonly take: () => RisingNumbers;
}

const taken = (values: readonly number[], from: number, to: number): RisingNumbers => {
  const indexFrom = (value: number): number =>
    firstWhere(from, to, (index) => (values[index] ?? 0) >= value) - from;
  return {
    length: to - from,
    at: (index) => (index >= 0 && from + index < to ? values[from + index] : undefined),
    indexFrom,
  };
};

export const createRisingList = (): RisingList => {
  // The numbers. The array is only appended to or replaced, so that earlier snapshots stay valid.
  let values: number[] = [];
  let from = 0;
  return {
    push: (value) => {
      values.push(value);
    },
    dropBelow: (value) => {
      if ((values[from] ?? value) >= value) return;
      from = firstWhere(from, values.length, (index) => (values[index] ?? 0) >= value);
      if (from * 2 <= values.length) return;
      values = values.slice(from);
      from = 0;
    },
    clear: () => {
      values = [];
      from = 0;
    },
    take: () => taken(values, from, values.length),
  };
};
