import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack } from './pack.fixture.ts';
import {
  cellStats,
  deltaLevel,
  flowOf,
  isSuspectTemperature,
  powerOf,
  socLevel,
  sumMismatchV,
  cRateOf,
  timeToGo,
  withoutValues,
} from './pack-summary.ts';

const sample = (fields: Partial<PackSample> = {}): PackSample =>
  aPack(0, { balancing: [false, false, false, false], ...fields });

describe('the summary of a pack sample', () => {
  test.each([
    [0, 'act'],
    [20, 'act'],
    [20.1, 'watch'],
    [50, 'watch'],
    [50.1, 'good'],
    [100, 'good'],
  ] as const)('[CONST-40] a state of charge of %d percent is %s', (percent, level) => {
    expect(socLevel(percent)).toBe(level);
  });

  test.each([
    [30, 'good'],
    [31, 'watch'],
    [80, 'watch'],
    [81, 'act'],
    [-81, 'act'],
  ] as const)('[OBD-40] a difference of %d mV is %s', (deltaMv, level) => {
    expect(deltaLevel(deltaMv)).toBe(level);
  });

  test('[OBD-41] lowest, highest and average are taken from the cells that were read, which keep their numbers', () => {
    expect(cellStats([null, 3.31, 3.302, null, 3.33])).toEqual({
      lowest: { number: 3, volts: 3.302 },
      highest: { number: 5, volts: 3.33 },
      averageV: (3.31 + 3.302 + 3.33) / 3,
      deltaMv: 28,
      level: 'good',
      readCount: 3,
    });
    expect(cellStats([null, null])).toBeUndefined();
    expect(cellStats([])).toBeUndefined();
  });

  test('[OBD-41] of equal cells the first one is the lowest or highest', () => {
    expect(cellStats([3.31, 3.3, 3.31, 3.3])).toMatchObject({
      lowest: { number: 2 },
      highest: { number: 1 },
    });
  });

  test.each([
    [-12.4, 'discharging'],
    [-0.2, 'discharging'],
    [-0.19, 'atRest'],
    [-0.05, 'atRest'],
    [0, 'atRest'],
    [0.2, 'charging'],
  ] as const)('[OBD-42] a current of %d A is %s', (amps, flow) => {
    expect(flowOf(amps)).toBe(flow);
  });

  test('[OBD-42] a large pack is at rest below 0.002 C, and leaves rest at one and a half times this current', () => {
    expect(flowOf(-0.55, 280)).toBe('atRest');
    expect(flowOf(-0.57, 280)).toBe('discharging');
    expect(flowOf(-0.83, 280, 'atRest')).toBe('atRest');
    expect(flowOf(-0.85, 280, 'atRest')).toBe('discharging');
  });

  test('[OBD-43] power is voltage times current, positive while charging, and unknown if either is missing', () => {
    expect(powerOf(sample())).toBeCloseTo(-163.8, 1);
    const { currentA: _, ...withoutCurrent } = sample();
    expect(powerOf(withoutCurrent)).toBeUndefined();
    const { packVoltageV: _voltage, ...withoutVoltage } = sample();
    expect(powerOf(withoutVoltage)).toBeUndefined();
  });

  test('[OBD-44] time to empty and time to full consider the state of health, and are absent at rest', () => {
    expect(timeToGo(sample())).toEqual({ until: 'empty', hours: 77.72 / 12.4 });
    expect(timeToGo(sample({ currentA: 10 }))).toEqual({ until: 'full', hours: (99 - 77.72) / 10 });
    expect(timeToGo(sample({ currentA: 10, remainingAh: 99.5 }))?.hours).toBe(0);
    expect(timeToGo(sample({ currentA: 0.01 }))).toBeUndefined();
  });

  test('[OBD-44] without current, remaining charge or, while charging, capacity the time is unknown', () => {
    const { currentA: _current, ...withoutCurrent } = sample();
    expect(timeToGo(withoutCurrent, 'discharging')).toBeUndefined();
    const { remainingAh: _remaining, ...withoutRemaining } = sample();
    expect(timeToGo(withoutRemaining)).toBeUndefined();
    const { designCapacityAh: _capacity, ...withoutCapacity } = sample();
    expect(timeToGo({ ...withoutCapacity, currentA: 10 })).toBeUndefined();
    expect(timeToGo(withoutCapacity)).toEqual({ until: 'empty', hours: 77.72 / 12.4 });
  });

  test('[OBD-365] a capacity or a state of health of 0 is not known', () => {
    expect(timeToGo(sample({ currentA: 10, designCapacityAh: 0 }))).toBeUndefined();
    expect(timeToGo(sample({ currentA: 10, sohPercent: 0 }))?.hours).toBe((100 - 77.72) / 10);
    expect(cRateOf(sample({ designCapacityAh: 0 }))).toBeUndefined();
    expect(cRateOf(sample())).toBe(0.124);
    expect(cRateOf(sample({ currentA: 0.9 }))).toBeUndefined();
  });

  test('[OBD-44] without a state of health the design capacity is used', () => {
    const { sohPercent: _, ...withoutHealth } = sample({ currentA: 10 });
    expect(timeToGo(withoutHealth)?.hours).toBe((100 - 77.72) / 10);
  });

  test('[CONST-41] a value of minus forty degrees is marked, its neighbours are not', () => {
    expect([-41, -40, -39, 0, 99.9, 100].map(isSuspectTemperature)).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  test('[OBD-45] a sum of the cells that contradicts the pack voltage is reported, unless a cell was not read', () => {
    expect(sumMismatchV(sample())).toBeUndefined();
    expect(sumMismatchV(sample({ packVoltageV: 13.4 }))).toBeCloseTo(13.211);
    expect(
      sumMismatchV(sample({ packVoltageV: 13.4, cellVoltagesV: [3.3, null, 3.3, 3.3] })),
    ).toBeUndefined();
    expect(sumMismatchV(sample({ cellVoltagesV: [] }))).toBeUndefined();
    const { packVoltageV: _, ...withoutVoltage } = sample();
    expect(sumMismatchV(withoutVoltage)).toBeUndefined();
  });

  test('[OBD-45] a sum may differ by 1 % of the pack voltage, or by 5 mV for each cell if that is more', () => {
    const ofCells = (packVoltageV: number, ...cellVoltagesV: readonly number[]) =>
      sumMismatchV(sample({ packVoltageV, cellVoltagesV }));
    expect(ofCells(100, 50, 51)).toBeUndefined();
    expect(ofCells(8, 4, 4.0625)).toBeUndefined();
    expect(ofCells(8, 4, 4.09375)).toBe(8.09375);
    expect(ofCells(8, 4, 3.9375)).toBeUndefined();
    expect(ofCells(8, 4, 3.90625)).toBe(7.90625);
    expect(ofCells(0.25, 0.125, 0.1328125)).toBeUndefined();
    expect(ofCells(0.25, 0.125, 0.140625)).toBe(0.265625);
  });

  test('[OBD-46] if all values have expired, cells and sensors keep their places and numbers', () => {
    expect(withoutValues(sample({ alarms: ['cellImbalance'] }))).toEqual({
      alarms: [],
      protections: [],
      cellVoltagesV: [null, null, null, null],
      temperaturesC: [null, null],
    });
  });
});
