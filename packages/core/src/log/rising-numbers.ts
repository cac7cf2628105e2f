import { firstWhere } from '../prelude/binary-search.ts';

const taken = (values: readonly number[], from: number, to: number) => {
  const indexFrom = (value: number): number =>
    firstWhere(from, to, (index) => (values[index] ?? 0) >= value) - from;
  return {
    length: to - from,
    at: (index: number): number | undefined =>
      index >= 0 && from + index < to ? values[from + index] : undefined,
    /** Returns the index of the first number that is at least `value`, or the length if there is none. */
    indexFrom,
  };
};

/** A snapshot of a list of ascending numbers. */
export type RisingNumbers = ReturnType<typeof taken>;

/** A list of ascending numbers that grows at its end and shrinks at its beginning. Earlier snapshots stay valid. */
export const createRisingList = () => {
  // The numbers. The array is only appended to or replaced, so that earlier snapshots stay valid.
  let values: number[] = [];
  let from = 0;
  return {
    push: (value: number): void => {
      values.push(value);
    },
    /** Removes all numbers below `value`. */
    dropBelow: (value: number): void => {
      if ((values[from] ?? value) >= value) return;
      from = firstWhere(from, values.length, (index) => (values[index] ?? 0) >= value);
      if (from * 2 <= values.length) return;
      values = values.slice(from);
      from = 0;
    },
    clear: (): void => {
      values = [];
      from = 0;
    },
    take: (): RisingNumbers => taken(values, from, values.length),
  };
};
