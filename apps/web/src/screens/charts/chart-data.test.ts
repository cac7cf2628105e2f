import { describe, expect, test } from 'vitest';
import type { SampleColumns, SampleSeries } from '@batbot/core';
import {
  changeRange,
  chartData,
  extentOf,
  indexAt,
  keepInView,
  visibleExtent,
} from './chart-data.ts';

/** Creates a series with only the columns that the chart reads. */
const series = (ms: readonly number[], wall: readonly number[], volts: readonly number[]) =>
  ({
    startedAt: 1_000_000,
    length: ms.length,
    columns: {
      ms: Float64Array.from(ms),
      wall: Float64Array.from(wall),
      packVoltageV: Float64Array.from(volts),
    } as Partial<SampleColumns>,
  }) as SampleSeries;

describe('chart data', () => {
  test('[REC-60] [ST-08] a gap interrupts the line, and a missing value is null', () => {
    const at = [0, 2_000, 30_000, 32_000];
    const data = chartData(series(at, at, [13, Number.NaN, 12, 11]), ['packVoltageV']);
    expect(data.x).toEqual([1_000, 1_002, 1_016, 1_030, 1_032]);
    expect(data.y['packVoltageV']).toEqual([13, null, null, 12, 11]);
  });

  test('[REC-61] [ST-07] times increase even if the clock was set back, and the jump is a gap', () => {
    const ms = [0, 2_000, 4_000];
    const { x, y } = chartData(series(ms, [0, 2_000, -3_600_000], [1, 2, 3]), ['packVoltageV']);
    expect(x.slice(1).every((each, index) => each > (x[index] ?? 0))).toBe(true);
    expect(y['packVoltageV']).toEqual([1, 2, null, 3]);
  });

  test('[REC-62] the extent of a line is its lowest and highest value', () => {
    expect(extentOf([null, 3, -1, null, 2, null])).toEqual({ lowest: -1, highest: 3 });
    expect(extentOf([null])).toBeUndefined();
  });
});

test('[REC-65] the visible extent includes the points where lines cross the edges', () => {
  const x = [0, 10, 20, 30];
  expect(visibleExtent(x, [[100, 0, 2, 3]], { from: 5, to: 25 })).toEqual({
    lowest: 0,
    highest: 50,
  });
  expect(visibleExtent(x, [[1, 2, 3, 103]], { from: 10, to: 21 })).toEqual({
    lowest: 2,
    highest: 13,
  });
  expect(visibleExtent(x, [[9, null, null, 9]], { from: 12, to: 18 })).toBeUndefined();
  expect(visibleExtent(x, [[1, 5, 5, 1]], { from: 0, to: 30 })).toEqual({ lowest: 1, highest: 5 });
});

describe('zoom', () => {
  const whole = { from: 0, to: 100 };
  test('[REC-63] a range narrows around its middle, moves, and stays within the whole', () => {
    expect(changeRange(whole, whole, { factor: 0.5 })).toEqual({ from: 25, to: 75 });
    expect(changeRange({ from: 25, to: 75 }, whole, { move: 1 })).toEqual({ from: 50, to: 100 });
    expect(changeRange({ from: 0, to: 50 }, whole, { move: -1 })).toEqual({ from: 0, to: 50 });
    expect(changeRange({ from: 25, to: 75 }, whole, { factor: 2 })).toBeUndefined();
    expect(changeRange({ from: 50, to: 52 }, whole, { factor: 0.5 })).toEqual({ from: 49, to: 53 });
  });
});

test('[REC-64] a chosen time is the centre of a zoom, is moved into view, and has the last sample before it', () => {
  const whole = { from: 0, to: 100 };
  expect(changeRange(whole, whole, { factor: 0.5, about: 60 })).toEqual({ from: 35, to: 85 });
  expect(changeRange(whole, whole, { factor: 0.5, about: 400 })).toEqual({ from: 25, to: 75 });
  expect(keepInView({ from: 0, to: 10 }, 4)).toEqual({ from: 0, to: 10 });
  expect(keepInView({ from: 0, to: 10 }, 50)).toEqual({ from: 45, to: 55 });
  expect([0, 1, 2.5, 9].map((at) => indexAt([1, 2, 3], at))).toEqual([undefined, 0, 1, 2]);
});
