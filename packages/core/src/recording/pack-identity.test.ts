import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { serialIn } from '../protocol/device-identity.ts';
import { samePack, type PackIdentity } from './pack-identity.ts';

const pack = (change: Partial<PackSample> = {}, serial?: string): PackIdentity => {
  const cellVoltagesV = change.cellVoltagesV ?? [3.302, 3.304, 3.303, 3.301];
  const sample: PackSample = {
    designCapacityAh: 100,
    cycles: 123,
    socPercent: 78.5,
    alarms: [],
    protections: [],
    temperaturesC: [25, 26],
    balancing: cellVoltagesV.map(() => false),
    ...change,
    cellVoltagesV,
  };
  return serial === undefined ? { sample } : { sample, serial };
};

const proofs = (before: PackIdentity, after: PackIdentity, gapMs?: number) => {
  const verdict = samePack(before, after, gapMs);
  return verdict.same ? [] : verdict.because;
};
const shifted = (by: number) => [3.302, 3.304, 3.303, 3.301].map((volts) => volts + by);

describe('the same pack', () => {
  test.each([
    ['unchanged', pack()],
    ['under load: all cells sag together', pack({ cellVoltagesV: shifted(-0.2) })],
    ['one cell replaced', pack({ cellVoltagesV: [3.302, 3.15, 3.303, 3.301] })],
    ['a cell no longer read', pack({ cellVoltagesV: [3.302, null, 3.303, 3.301] })],
    ['one cycle more', pack({ cycles: 124 })],
    ['the gauge corrected, the cells did not move', pack({ socPercent: 40 })],
    ['serial known only now', pack({}, 'A1')],
    ['told less than before', { sample: { ...pack().sample, designCapacityAh: 100.4 } }],
  ])('[REC-13] %s', (_, after) => {
    expect(proofs(pack(), after, 5_000)).toEqual([]);
  });

  test('[REC-13] charged for an hour meanwhile', () => {
    const after = pack({ socPercent: 99, cellVoltagesV: shifted(0.1) });
    expect(proofs(pack(), after, 3_600_000)).toEqual([]);
  });
});

describe('another pack', () => {
  test.each([
    ['serial', pack({}, 'A1'), pack({}, 'B2')],
    ['cellCount', pack(), pack({ cellVoltagesV: [3.302, 3.304, 3.303] })],
    ['temperatureCount', pack(), pack({ temperaturesC: [25] })],
    ['designCapacity', pack(), pack({ designCapacityAh: 105 })],
    ['cycles', pack(), pack({ cycles: 122 })],
    ['cycles', pack(), pack({ cycles: 400 })],
    ['cellVoltages', pack(), pack({ cellVoltagesV: [3.2, 3.304, 3.4, 3.301] })],
    ['stateOfCharge', pack(), pack({ socPercent: 30, cellVoltagesV: shifted(-0.08) })],
  ])('[REC-14] is proved by %s', (proof, before, after) => {
    expect(proofs(before, after, 10_000)).toEqual([proof]);
  });
});

test('[REC-15] the serial number is found in a reply to ATI', () => {
  expect(serialIn(['ACME-BMS OBD', 'HW:2.1 FW:1.4.0 SN:A1B2C3'])).toBe('A1B2C3');
  expect(serialIn(['Serial number = 0042-X'])).toBe('0042-X');
  expect(serialIn(['ACME-BMS OBD', 'SNOW: 12'])).toBeUndefined();
});
