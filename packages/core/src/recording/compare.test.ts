import { expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { comparePacks } from './compare.ts';

const sample = (change: Partial<PackSample>): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: [],
  temperaturesC: [],
  balancing: [],
  ...change,
});

test('[REC-30] per cell the change in whole millivolts, and how far it stood off the average', () => {
  const before = sample({ cellVoltagesV: [3.3, 3.1, 3.3], packVoltageV: 9.7, socPercent: 50 });
  const after = sample({ cellVoltagesV: [3.31, 3.31, 3.31], packVoltageV: 9.93, socPercent: 52 });
  const { cells, values, mostMoved } = comparePacks(before, after);
  expect(cells.map(({ delta }) => delta)).toEqual([10, 210, 10]);
  expect(cells[1]).toMatchObject({ offBefore: -133, offAfter: 0 });
  expect(mostMoved).toBe(2);
  expect(values.find(({ value }) => value === 'packVoltageV')).toEqual({
    value: 'packVoltageV',
    before: 9.7,
    after: 9.93,
    delta: 0.23,
  });
  expect(values.find(({ value }) => value === 'cellDeltaMv')).toMatchObject({
    before: 200,
    after: 0,
  });
});

test('[REC-31] cells keep their numbers when one was not read or the packs differ in size', () => {
  const before = sample({ cellVoltagesV: [3.3, null, 3.3] });
  const after = sample({ cellVoltagesV: [3.2, 3.2, 3.2, 3.2], temperaturesC: [-40, null] });
  const { cells, temperatures, values } = comparePacks(before, after);
  expect(cells.map(({ number, delta }) => [number, delta])).toEqual([
    [1, -100],
    [2, null],
    [3, -100],
    [4, null],
  ]);
  expect(temperatures).toEqual([
    { number: 1, before: null, after: -40, delta: null },
    { number: 2, before: null, after: null, delta: null },
  ]);
  expect(values.map(({ value }) => value)).not.toContain('packVoltageV');
});

test('[REC-32] two empty samples compare to nothing', () => {
  expect(comparePacks(sample({}), sample({}))).toEqual({ values: [], cells: [], temperatures: [] });
});
