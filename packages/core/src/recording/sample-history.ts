import { countUntil } from '../prelude/binary-search.ts';
import {
  makeColumns,
  SAMPLE_COLUMNS,
  type SampleColumns,
  type SampleRow,
} from './sample-columns.ts';

/** The samples so far, oldest first. `ms` counts from `startedAt`, which is UTC in milliseconds. */
export interface SampleSeries {
  readonly startedAt: number;
  readonly length: number;
  /** The columns do not change when samples are added later. */
  readonly columns: SampleColumns;
}

/**
 * Returns the index of the last sample at a time, or of the first sample if the time is before it; −1 without samples.
 */
export const sampleIndexAt = ({ length, columns }: SampleSeries, ms: number): number =>
  Math.min(length - 1, Math.max(0, countUntil(length, (at) => columns.ms[at] ?? 0, ms) - 1));

export const NO_SAMPLES: SampleSeries = {
  startedAt: 0,
  length: 0,
  columns: makeColumns(() => new Float64Array(0)),
};

/** Limit of samples: 24 hours of polls every 2 s. */
const HISTORY_LIMIT = 43_200;
const FIRST_CAPACITY = 256;

/** Creates a history of one pack since `startedAt`. At the limit the older half is discarded. */
export const createSampleHistory = (
  startedAt: number,
  limit = HISTORY_LIMIT,
): ((row: SampleRow) => SampleSeries) => {
  let length = 0;
  let capacity = 0;
  let store = NO_SAMPLES.columns;

  /** Moves the samples to new memory, so that earlier views do not change. */
  const move = (from: number, size: number): void => {
    const old = store;
    store = makeColumns((name) => {
      const column = new Float64Array(size);
      column.set(old[name].subarray(from, length));
      return column;
    });
    length -= from;
    capacity = size;
  };

  return (row) => {
    if (length >= limit) move(Math.floor(limit / 2), limit);
    else if (length >= capacity) move(0, Math.min(limit, Math.max(FIRST_CAPACITY, capacity * 2)));
    for (const name of SAMPLE_COLUMNS) store[name][length] = row[name];
    length += 1;
    return { startedAt, length, columns: makeColumns((name) => store[name].subarray(0, length)) };
  };
};
