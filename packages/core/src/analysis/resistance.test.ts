import { expect, test } from 'vitest';
import { ohmic, steppedLoad, testColumns } from './columns.fixture.ts';
import { cellResistances } from './resistance.ts';
import type { Metric } from './metric.ts';

const needs = (metric: Metric<unknown>): string =>
  metric.kind === 'notEnough' ? metric.needs : `known: ${JSON.stringify(metric.value)}`;

const stepped = {
  seconds: 600,
  currentA: steppedLoad,
  volts: (second: number, cell: number) => ohmic(second, 1 + cell / 10),
};

test('[ANA-1] the resistance of each cell is the slope of voltage over current', () => {
  const found = cellResistances(testColumns(stepped));
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(Array.from(found.value.milliOhm, (each) => each.toFixed(3))).toEqual([
    '1.000',
    '1.100',
    '1.200',
    '1.300',
  ]);
  expect(found.value.medianMilliOhm).toBeCloseTo(1.15, 3);
  expect(found.value.celsius).toBe(25);
  expect(found).toMatchObject({ n: 60, confidence: 'high' });
});

test('[ANA-1] a drift of the rest voltage and a slow polarization do not change the resistance', () => {
  const volts = (second: number, cell: number) => stepped.volts(second, cell) - second / 50_000;
  const found = cellResistances(testColumns({ ...stepped, volts }));
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.milliOhm[0]).toBeCloseTo(1, 1);
  expect(found.value.milliOhm[3]).toBeCloseTo(1.3, 1);
});

test('[ANA-1] single wrong readings of one cell do not change its resistance', () => {
  const volts = (second: number, cell: number) =>
    cell === 1 && second % 94 === 14 ? 2.1 : stepped.volts(second, cell);
  const found = cellResistances(testColumns({ ...stepped, volts }));
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.milliOhm[1]).toBeCloseTo(1.1, 3);
});

test('[ANA-2] a cell that is not read, or whose values scatter, is unknown, and the others stay known', () => {
  const volts = (second: number, cell: number) => {
    if (cell === 2) return Number.NaN;
    const noise = cell === 3 ? 0.08 * Math.sin(second * 1.7) : 0;
    return stepped.volts(second, cell) + noise;
  };
  const found = cellResistances(testColumns({ ...stepped, volts }));
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.milliOhm[2]).toBeNaN();
  expect(found.value.milliOhm[3]).toBeNaN();
  expect(found.value.milliOhm[0]).toBeCloseTo(1, 3);
});

test.each([
  [
    '30 load steps',
    { ...stepped, seconds: 200 },
    /^30 load steps of at least 5 A .*; there are \d+$/,
  ],
  ['steps of 5 % of the capacity', { ...stepped, designCapacityAh: () => 2_000 }, /at least 100 A/],
  ['a constant load', { ...stepped, currentA: () => -50 }, /there are 0$/],
  ['neighbours of at most 2.5 s', { ...stepped, seconds: 1_000, pollS: 5 }, /there are 0$/],
  ['warmth', { ...stepped, temperatureLowC: () => 9 }, /temperature of at least 10 °C/],
  ['a known temperature', { ...stepped, temperatureLowC: () => Number.NaN }, /known temperature/],
  ['cell voltages', { ...stepped, cells: 0 }, /the voltage of each cell/],
  [
    'voltages that follow the current',
    { ...stepped, currentA: (s: number) => -steppedLoad(s) },
    /sign of the current/,
  ],
  [
    'values that agree',
    { ...stepped, volts: (s: number, c: number) => ohmic(s, 1) + 0.05 * Math.sin(s * 1.7 + c) },
    /scatter by \d+ %/,
  ],
])('[ANA-2] without %s there is no resistance', (_, recording, text) => {
  expect(needs(cellResistances(testColumns(recording)))).toMatch(text);
});

test('[ANA-44] cells whose voltages the device only repeats have no resistance', () => {
  const volts = (second: number, cell: number) => (cell === 2 ? 3.31 : stepped.volts(second, cell));
  const found = cellResistances(testColumns({ ...stepped, volts }));
  if (found.kind !== 'known') throw new Error(found.needs);
  expect(found.value.milliOhm[2]).toBeNaN();
  expect(found.value.milliOhm[0]).toBeCloseTo(1, 3);
  const repeated = cellResistances(testColumns({ ...stepped, volts: () => 3.31 }));
  expect(needs(repeated)).toMatch(/^voltages that rise with the charging current/);
});
