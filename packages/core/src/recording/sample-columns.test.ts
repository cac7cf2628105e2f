import { expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { columnsOf, isGap, sampleRow } from './sample-columns.ts';

const NONE: PackSample = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };

test('[OBD-95] a row has the lowest and highest cell and temperature; what was not read does not count', () => {
  const cellVoltagesV = [3.31, null, 3.29, 3.35];
  expect(sampleRow({ ...NONE, cellVoltagesV, temperaturesC: [25, null, 31] }, 0, 0)).toMatchObject({
    cellLowV: 3.29,
    cellLowNumber: 3,
    cellHighV: 3.35,
    cellHighNumber: 4,
    temperatureLowC: 25,
    temperatureHighC: 31,
  });
  for (const temperaturesC of [[], [null]]) {
    expect(sampleRow({ ...NONE, temperaturesC }, 0, 0)).toMatchObject({
      cellLowV: Number.NaN,
      cellHighNumber: Number.NaN,
      temperatureLowC: Number.NaN,
      temperatureHighC: Number.NaN,
    });
  }
});

test('[ST-08] there is a gap after more than 6.5 s, or if the clocks differ by more than 5 s', () => {
  const isGapAfter = (ms: number, wall: number): boolean =>
    isGap(columnsOf([sampleRow(NONE, 0, 0), sampleRow(NONE, ms, wall)]), 1);
  expect(isGapAfter(6_500, 6_500)).toBe(false);
  expect(isGapAfter(6_501, 6_501)).toBe(true);
  expect(isGapAfter(2_000, 7_000)).toBe(false);
  expect(isGapAfter(2_000, 7_001)).toBe(true);
  expect(isGapAfter(2_000, -3_001)).toBe(true);
});
