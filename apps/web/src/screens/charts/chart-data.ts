import { countUntil, isGap, type SampleColumn, type SampleSeries } from '@batbot/core';

/** Values for a chart; a null is a gap in the line. */
export type ChartValues = readonly (number | null)[];

export interface ChartData {
  /** Seconds since the epoch, rising. */
  readonly x: readonly number[];
  readonly y: Readonly<Partial<Record<SampleColumn, ChartValues>>>;
}

/** What a chart shows, seconds since the epoch. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Columns as a chart wants them. Where nothing is known between two samples a row of nulls stands: the line is broken
 * there, never guessed. Order and distances are the monotonic clock's, whatever the user's clock did (ST-07).
 */
export const chartData = (
  { startedAt, length, columns }: SampleSeries,
  wanted: readonly SampleColumn[],
): ChartData => {
  const x: number[] = [];
  const y = new Map<SampleColumn, (number | null)[]>(wanted.map((name) => [name, []]));
  const { ms } = columns;
  for (let index = 0; index < length; index += 1) {
    const at = (startedAt + (ms[index] ?? 0)) / 1_000;
    if (isGap(columns, index)) {
      x.push(((x.at(-1) ?? at) + at) / 2);
      for (const values of y.values()) values.push(null);
    }
    x.push(at);
    for (const [name, values] of y) {
      const value = columns[name][index];
      values.push(value === undefined || Number.isNaN(value) ? null : value);
    }
  }
  return { x, y: Object.fromEntries(y) };
};

export interface Extent {
  readonly lowest: number;
  readonly highest: number;
  readonly last: number;
}

/** Undefined when nothing is known. */
export const extentOf = (values: ChartValues): Extent | undefined => {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let last: number | undefined;
  for (const value of values) {
    if (value === null) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    last = value;
  }
  return last === undefined ? undefined : { lowest, highest, last };
};

/** Narrower than this nothing more is to be seen: two polls. */
const NARROWEST_S = 4;

export interface RangeChange {
  /** Above 1: wider. */
  readonly factor?: number;
  /** Share of the width. */
  readonly move?: number;
  /** A moment that a narrower range closes in on, if it is in sight. */
  readonly about?: number | undefined;
}

/** The range made wider or narrower and moved, within the whole; undefined: the whole. */
export const changeRange = (
  range: TimeRange,
  whole: TimeRange,
  { factor = 1, move = 0, about }: RangeChange,
): TimeRange | undefined => {
  const width = Math.max(NARROWEST_S, (range.to - range.from) * factor);
  if (width >= whole.to - whole.from) return undefined;
  const isInSight = about !== undefined && about >= range.from && about <= range.to;
  const centre = factor < 1 && isInSight ? about : (range.from + range.to) / 2;
  const middle = centre + move * width;
  const from = Math.min(Math.max(whole.from, middle - width / 2), whole.to - width);
  return { from, to: from + width };
};

/** The range, moved only as far as a moment is out of sight: then the moment stands in its middle. */
export const keepInView = (range: TimeRange, at: number): TimeRange => {
  if (at >= range.from && at <= range.to) return range;
  const half = (range.to - range.from) / 2;
  return { from: at - half, to: at + half };
};

/** Index of the last value at or before a moment; undefined before the first. */
export const indexAt = (x: readonly number[], at: number): number | undefined => {
  const count = countUntil(x.length, (index) => x[index] ?? 0, at);
  return count === 0 ? undefined : count - 1;
};
