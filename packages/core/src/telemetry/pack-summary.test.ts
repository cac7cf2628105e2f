import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack } from './pack.fixture.ts';
import { faultEvidence } from './fault-evidence.ts';
import {
  cellStats,
  deltaLevel,
  flowOf,
  isSuspectTemperature,
  powerOf,
  socLevel,
  sumMismatchV,
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
  });

  test('[OBD-44] time to empty and time to full consider the state of health, and are absent at rest', () => {
    expect(timeToGo(sample())).toEqual({ until: 'empty', hours: 77.72 / 12.4 });
    expect(timeToGo(sample({ currentA: 10 }))).toEqual({ until: 'full', hours: (99 - 77.72) / 10 });
    expect(timeToGo(sample({ currentA: 10, remainingAh: 99.5 }))?.hours).toBe(0);
    expect(timeToGo(sample({ currentA: 0.01 }))).toBeUndefined();
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
  });

  test('[OBD-46] if all values have expired, cells and sensors keep their places and numbers', () => {
    expect(withoutValues(sample({ alarms: ['cellImbalance'] }))).toEqual({
      alarms: [],
      protections: [],
      cellVoltagesV: [null, null, null, null],
      temperaturesC: [null, null],
    });
  });

  test('[OBD-47] a fault is shown with the cell, sensor or value that supports it', () => {
    const faulty = sample({
      cellVoltagesV: [3.302, 3.712, null, 2.1],
      temperaturesC: [null, -21, 61],
    });
    expect(faultEvidence('cellOverVoltage', faulty)).toEqual({
      kind: 'cell',
      number: 2,
      volts: 3.712,
    });
    expect(faultEvidence('cellUnderVoltage', faulty)).toEqual({
      kind: 'cell',
      number: 4,
      volts: 2.1,
    });
    expect(faultEvidence('cellImbalance', faulty)).toEqual({ kind: 'spread', deltaMv: 1_612 });
    expect(faultEvidence('chargeOverTemperature', faulty)).toEqual({
      kind: 'sensor',
      number: 3,
      celsius: 61,
    });
    expect(faultEvidence('dischargeUnderTemperature', faulty)).toEqual({
      kind: 'sensor',
      number: 2,
      celsius: -21,
    });
    expect(faultEvidence('shortCircuit', faulty)).toEqual({ kind: 'current', amps: -12.4 });
    expect(faultEvidence('packOverVoltage', faulty)).toEqual({ kind: 'pack', volts: 13.211 });
    expect(faultEvidence('softwareLock', faulty)).toBeUndefined();
    expect(faultEvidence('cellOverVoltage', sample({ cellVoltagesV: [] }))).toBeUndefined();
  });
});
