import { describe, expect, test } from 'vitest';
import { cellStats, type PackSample } from '@batbot/core';
import { cellViews } from './cell-views.ts';

const sampleOf = (
  cells: readonly (number | null)[],
  balancing: readonly number[] = [],
): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: cells,
  temperaturesC: [],
  balancing: cells.map((_, index) => balancing.includes(index + 1)),
});

const viewsOf = (sample: PackSample) => cellViews(sample, cellStats(sample.cellVoltagesV));

describe('cells on the screen', () => {
  test('[PAGE-43] a cell without a reading keeps its number, its position and its balancing mark', () => {
    const views = viewsOf(sampleOf([3.3, null, 3.31], [2]));
    expect(views.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(views[1]).toMatchObject({ volts: null, mark: undefined, isBalancing: true, share: 0 });
  });

  test('[PAGE-44] one cell is marked as lowest and one as highest, unless all are equal', () => {
    expect(viewsOf(sampleOf([3.3, 3.2, 3.4, 3.2])).map(({ mark }) => mark)).toEqual([
      undefined,
      'lowest',
      'highest',
      undefined,
    ]);
    expect(viewsOf(sampleOf([3.3, 3.3])).map(({ mark }) => mark)).toEqual([undefined, undefined]);
  });

  test('[PAGE-45] a cell is classified by its deviation, and small deviations do not fill a bar', () => {
    const quiet = viewsOf(sampleOf([3.3, 3.303]));
    expect(quiet.map(({ level }) => level)).toEqual(['good', 'good']);
    expect(quiet.every(({ share }) => Math.abs(share) <= 0.1)).toBe(true);
    const weak = viewsOf(sampleOf([...Array<number>(15).fill(3.3), 3.1]));
    expect(weak.at(-1)).toMatchObject({ level: 'act', share: -0.925, offsetMv: -187 });
  });
});
