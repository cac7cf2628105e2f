import { countUntil } from '../prelude/binary-search.ts';
import {
  makeColumns,
  SAMPLE_COLUMNS,
  type SampleColumns,
  type SampleRow,
} from './sample-columns.ts';

/** Samples so far, oldest first. `ms` counts from `startedAt`, UTC milliseconds. */
export interface SampleSeries {
  readonly startedAt: number;
  readonly length: number;
  /** They do not change when samples are added later. */
  readonly columns: SampleColumns;
}

/** Index of the last sample at a moment, or of the first sample before there was one; -1 without samples. */
export const sampleIndexAt = ({ length, columns }: SampleSeries, ms: number): number =>
  Math.min(length - 1, Math.max(0, countUntil(length, (at) => columns.ms[at] ?? 0, ms) - 1));

export const NO_SAMPLES: SampleSeries = {
  startedAt: 0,
  length: 0,
  columns: makeColumns(() => new Float64Array(0)),
};

/** 24 hours of polls every 2 s. */
export const HISTORY_LIMIT = 43_200;
const FIRST_CAPACITY = 256;

/** Collects the samples of one pack since `startedAt`; at the limit the older half is dropped. */
export const createSampleHistory = (
  startedAt: number,
  limit = HISTORY_LIMIT,
): ((row: SampleRow) => SampleSeries) => {
  let length = 0;
  let capacity = 0;
  let store = NO_SAMPLES.columns;

  /** Uses new memory, so that earlier views do not change. */
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
