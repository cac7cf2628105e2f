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

test('[REC-30] each cell has its change in whole millivolts and its deviation from the average', () => {
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

test('[OBD-366] one cell that was read has no spread', () => {
  const { values } = comparePacks(
    sample({ cellVoltagesV: [3.3, null] }),
    sample({ cellVoltagesV: [3.3, 3.2] }),
  );
  expect(values.find(({ value }) => value === 'cellDeltaMv')).toEqual({
    value: 'cellDeltaMv',
    after: 100,
  });
});

test('[REC-31] cells keep their numbers if one was not read or the packs differ in size', () => {
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

test('[REC-32] two empty samples give an empty comparison', () => {
  expect(comparePacks(sample({}), sample({}))).toEqual({ values: [], cells: [], temperatures: [] });
});

test('[REC-30] every value is compared, and sensors are compared like cells', () => {
  const before = sample({
    packVoltageV: 13.2,
    currentA: -10,
    socPercent: 50.1,
    sohPercent: 99,
    remainingAh: 50,
    designCapacityAh: 100,
    cycles: 7,
    cellVoltagesV: [3.3, 3.304],
    temperaturesC: [20.1, 31],
  });
  const after = sample({
    packVoltageV: 13.5,
    currentA: 10,
    socPercent: 50.4,
    sohPercent: 98,
    remainingAh: 51,
    designCapacityAh: 100,
    cycles: 8,
    cellVoltagesV: [3.31, 3.306],
    temperaturesC: [20.4, 29],
  });
  const { values, temperatures, cells } = comparePacks(before, after);
  expect(values.map(({ value, delta }) => [value, delta])).toEqual([
    ['packVoltageV', 0.3],
    ['currentA', 20],
    ['powerW', 267],
    ['socPercent', 0.3],
    ['sohPercent', -1],
    ['remainingAh', 1],
    ['designCapacityAh', 0],
    ['cycles', 1],
    ['cellLowV', 0.006],
    ['cellHighV', 0.006],
    ['cellAverageV', 0.006],
    ['cellDeltaMv', 0],
    ['temperatureLowC', 0.3],
    ['temperatureHighC', -2],
  ]);
  expect(temperatures).toEqual([
    { number: 1, before: 20.1, after: 20.4, delta: 0.3 },
    { number: 2, before: 31, after: 29, delta: -2 },
  ]);
  expect(cells).toEqual([
    { number: 1, before: 3.3, after: 3.31, delta: 10, offBefore: -2, offAfter: 2 },
    { number: 2, before: 3.304, after: 3.306, delta: 2, offBefore: 2, offAfter: -2 },
  ]);
});

test('[REC-31] a value known at only one moment has no change, and an unread cell has no deviation', () => {
  const { values, cells } = comparePacks(
    sample({ cycles: 7, cellVoltagesV: [3.3, null], temperaturesC: [null] }),
    sample({ socPercent: 40, cellVoltagesV: [] }),
  );
  expect(values.filter(({ value }) => value === 'cycles' || value === 'socPercent')).toStrictEqual([
    { value: 'socPercent', after: 40 },
    { value: 'cycles', before: 7 },
  ]);
  expect(values.map(({ value }) => value)).not.toContain('temperatureLowC');
  expect(values.map(({ value }) => value)).not.toContain('temperatureHighC');
  expect(cells).toEqual([
    { number: 1, before: 3.3, after: null, delta: null, offBefore: 0, offAfter: null },
    { number: 2, before: null, after: null, delta: null, offBefore: null, offAfter: null },
  ]);
});

test('[REC-30] the cell that changed most differs most from the common change, up or down', () => {
  const moved = (...volts: readonly number[]) =>
    comparePacks(sample({ cellVoltagesV: [3.3, 3.3, 3.3, 3.3] }), sample({ cellVoltagesV: volts }))
      .mostMoved;
  expect(moved(3.2, 3.2, 3.3, 3.2)).toBe(3); // all other cells sagged under load
  expect(moved(3.4, 3.4, 3.4, 3.3)).toBe(4);
  expect(moved(3.3, 3.2, 3.3, 3.3)).toBe(2);
  expect(moved(3.3, 3.3, 3.3, 3.45)).toBe(4);
});

test('[REC-108] a cell is named only if its relative change is at least 3 mV and twice the next one', () => {
  const most = (cellsMv: readonly number[]) =>
    comparePacks(
      sample({ cellVoltagesV: cellsMv.map(() => 3.3) }),
      sample({ cellVoltagesV: cellsMv.map((mv) => 3.3 + mv / 1_000) }),
    ).mostMoved;
  expect(most([0, 0, 1, 0])).toBeUndefined();
  expect(most([0, 0, 2, 0])).toBeUndefined();
  expect(most([0, 0, 3, 0])).toBe(3);
  expect(most([0, 0, 20, 18])).toBeUndefined();
  expect(most([-90, -90, -60, -90])).toBe(3);
  expect(most([0, 0, 0, 20, 10])).toBe(4);
  expect(most([0, 0, 0, 20, 11])).toBeUndefined();
  expect(most([20])).toBeUndefined();
  expect(most([0, 20])).toBeUndefined();
});

test('[REC-136] one step of a device that reads in steps of 10 mV is no move', () => {
  const most = (cellsMv: readonly number[], firstV: number) =>
    comparePacks(
      sample({ cellVoltagesV: cellsMv.map(() => firstV) }),
      sample({ cellVoltagesV: cellsMv.map((mv) => firstV + mv / 1_000) }),
    ).mostMoved;
  expect(most([0, 0, -10, 0], 3.3)).toBeUndefined();
  expect(most([0, 0, -20, 0], 3.3)).toBe(3);
  expect(most([0, 0, -10, 0], 3.304)).toBe(3);
});

test('[OBD-97] cells that were not read have no part in the common change', () => {
  const before = sample({ cellVoltagesV: [3.3, 3.3, 3.3, 3.3, 3.3] });
  const after = sample({ cellVoltagesV: [null, null, 3.2, 3.2, 3.23] });
  expect(comparePacks(before, after).mostMoved).toBe(5);
});

test('[OBD-97] a sensor that was read at only one moment has no change', () => {
  const [two, one] = [sample({ temperaturesC: [20, 25] }), sample({ temperaturesC: [null] })];
  expect(comparePacks(two, one).temperatures).toEqual([
    { number: 1, before: 20, after: null, delta: null },
    { number: 2, before: 25, after: null, delta: null },
  ]);
});

test('[REC-109] moments whose currents differ by 1 A or more are marked', () => {
  const currents = (before: number | undefined, after: number) =>
    comparePacks(
      sample(before === undefined ? {} : { currentA: before }),
      sample({ currentA: after }),
    ).currents;
  expect(currents(-0.28, -92.78)).toEqual({ before: -0.28, after: -92.78 });
  expect(currents(-0.28, 0.6)).toBeUndefined();
  expect(currents(-92, -92.99)).toBeUndefined();
  expect(currents(1.3, 2.3)).toEqual({ before: 1.3, after: 2.3 }); // in binary a little less than 1 A
  expect(currents(2, 1)).toEqual({ before: 2, after: 1 });
  expect(currents(undefined, -92)).toBeUndefined();
});
