import { countUntil, isGap, type SampleColumn, type SampleSeries } from '@batbot/core';
import { clockText, dateTimeText } from '../../text/format.ts';

/** Values of a chart. A null interrupts the line. */
export type ChartValues = readonly (number | null)[];

export interface ChartData {
  /** Increasing times in seconds since the epoch. */
  readonly x: readonly number[];
  /** Values by the name of the column, or of a single cell or sensor. */
  readonly y: Readonly<Partial<Record<string, ChartValues>>>;
}

/** A range of the time axis in seconds since the epoch. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Converts columns of samples for a chart. A row of nulls interrupts the line in a gap between two samples. Order and
 * distances follow the monotonic clock, even if the computer's clock was changed (ST-07).
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

const DAY_S = 86_400;

/** Formats a time of a chart, in seconds since the epoch: with its date if the chart is longer than a day. */
export const chartTime = (at: number, { x }: ChartData): string => {
  const isLong = (x.at(-1) ?? 0) - (x[0] ?? 0) > DAY_S;
  return (isLong ? dateTimeText : clockText)(at * 1_000);
};

/** The lowest and highest value of a line, or of lines in a range of the time axis. */
export interface Extent {
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the extent of the values, or undefined if all are null. */
export const extentOf = (values: ChartValues): Extent | undefined => {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return lowest > highest ? undefined : { lowest, highest };
};

/**
 * Returns the extent of the lines in a range, including the points where they cross its edges. Otherwise a line that
 * enters the range could exceed the top or the bottom of the chart.
 */
export const visibleExtent = (
  x: ArrayLike<number>,
  lines: readonly ArrayLike<number | null | undefined>[],
  { from, to }: TimeRange,
): Extent | undefined => {
  const first = countUntil(x.length, (index) => x[index] ?? 0, from) - 1;
  const last = Math.min(
    x.length - 1,
    countUntil(x.length, (index) => x[index] ?? 0, to),
  );
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  const take = (value: number): void => {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  };
  for (const line of lines) {
    for (let index = Math.max(0, first); index <= last; index += 1) {
      const at = x[index] ?? 0;
      const value = line[index];
      if (value === null || value === undefined) continue;
      if (at >= from && at <= to) {
        take(value);
        continue;
      }
      // A point outside of the range: the line is visible from the edge to its neighbour inside.
      const inner = at < from ? index + 1 : index - 1;
      const neighbour = line[inner];
      const other = x[inner];
      if (neighbour === null || neighbour === undefined || other === undefined) continue;
      const edge = at < from ? from : to;
      take(value + ((neighbour - value) * (edge - at)) / (other - at || 1));
    }
  }
  return lowest > highest ? undefined : { lowest, highest };
};

/** The minimum width of a range: two polls. */
const NARROWEST_S = 4;

export interface RangeChange {
  /** Scales the width: above 1 widens the range. */
  readonly factor?: number;
  /** Moves the range by this share of its width. */
  readonly move?: number;
  /** The centre of a narrowed range, if it is visible. */
  readonly about?: number | undefined;
}

/** Scales and moves a range within the whole. Returns undefined for the whole. */
export const changeRange = (
  range: TimeRange,
  whole: TimeRange,
  { factor = 1, move = 0, about }: RangeChange,
): TimeRange | undefined => {
  const width = Math.max(NARROWEST_S, (range.to - range.from) * factor);
  if (width >= whole.to - whole.from) return undefined;
  const isVisible = about !== undefined && about >= range.from && about <= range.to;
  const centre = factor < 1 && isVisible ? about : (range.from + range.to) / 2;
  const middle = centre + move * width;
  const from = Math.min(Math.max(whole.from, middle - width / 2), whole.to - width);
  return { from, to: from + width };
};

/** Returns the range, centred on the time if the time is outside of it. */
export const keepInView = (range: TimeRange, at: number): TimeRange => {
  if (at >= range.from && at <= range.to) return range;
  const half = (range.to - range.from) / 2;
  return { from: at - half, to: at + half };
};

/** Returns the index of the last value at or before a time; undefined before the first value. */
export const indexAt = (x: readonly number[], at: number): number | undefined => {
  const count = countUntil(x.length, (index) => x[index] ?? 0, at);
  return count === 0 ? undefined : count - 1;
};
