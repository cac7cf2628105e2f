import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { serialIn } from '../protocol/device-identity.ts';
import { differenceWords, samePack, type PackIdentity } from './pack-identity.ts';

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

describe('samples of the same pack', () => {
  test.each([
    ['the same values', pack()],
    ['a load under which all cells sag alike', pack({ cellVoltagesV: shifted(-0.2) })],
    ['a replaced cell', pack({ cellVoltagesV: [3.302, 3.15, 3.303, 3.301] })],
    ['a cell that is no longer read', pack({ cellVoltagesV: [3.302, null, 3.303, 3.301] })],
    ['one more cycle', pack({ cycles: 124 })],
    ['a corrected gauge with unchanged cells', pack({ socPercent: 40 })],
    ['a serial number that was unknown before', pack({}, 'A1')],
    ['a poll without values of cells', pack({ cellVoltagesV: [], temperaturesC: [] })],
    ['fewer values than before', { sample: { ...pack().sample, designCapacityAh: 100.4 } }],
  ])('[REC-13] %s proves nothing', (_, after) => {
    expect(samePack(pack(), after, 5_000)).toEqual({ same: true });
  });

  test('[REC-13] a poll without values of cells proves nothing about the next poll', () => {
    const empty = pack({ cellVoltagesV: [], temperaturesC: [] });
    expect(proofs(empty, pack(), 5_000)).toEqual([]);
  });

  test('[REC-13] a charge of an hour between two samples is possible for one pack', () => {
    const after = pack({ socPercent: 99, cellVoltagesV: shifted(0.1) });
    expect(proofs(pack(), after, 3_600_000)).toEqual([]);
  });
});

describe('samples of another pack', () => {
  test.each([
    ['serial', pack({}, 'A1'), pack({}, 'B2')],
    ['cellCount', pack(), pack({ cellVoltagesV: [3.302, 3.304, 3.303] })],
    ['temperatureCount', pack(), pack({ temperaturesC: [25] })],
    ['designCapacity', pack(), pack({ designCapacityAh: 105 })],
    ['cycles', pack(), pack({ cycles: 122 })],
    ['cycles', pack(), pack({ cycles: 400 })],
    ['cellVoltages', pack(), pack({ cellVoltagesV: [3.2, 3.304, 3.4, 3.301] })],
    ['stateOfCharge', pack(), pack({ socPercent: 30, cellVoltagesV: shifted(-0.08) })],
  ])('[REC-14] another pack is proved by %s', (proof, before, after) => {
    expect(proofs(before, after, 10_000)).toEqual([proof]);
  });
});

/** Each limit from both sides: the largest difference that proves nothing, and the next larger one. */
describe('the limits that separate the same pack from another pack', () => {
  const cells = (...volts: readonly (number | null)[]) => pack({ cellVoltagesV: volts });
  const charged = (socPercent: number, by: number) =>
    pack({ socPercent, cellVoltagesV: shifted(by) });

  test.each([
    ['the same serial number', pack({}, 'A1'), pack({}, 'A1'), []],
    ['1 % more design capacity', pack({ designCapacityAh: 99 }), pack(), []],
    ['1 % less design capacity', pack(), pack({ designCapacityAh: 99 }), []],
    [
      'more than 1 % less design capacity',
      pack(),
      pack({ designCapacityAh: 98.9 }),
      ['designCapacity'],
    ],
    ['three more cycles', pack(), pack({ cycles: 126 }), []],
    ['four more cycles', pack(), pack({ cycles: 127 }), ['cycles']],
    ['one cycle less', pack({ cycles: 1 }), pack({ cycles: 0 }), ['cycles']],
    ['one more sensor', pack(), pack({ temperaturesC: [25, 26, 27] }), ['temperatureCount']],
  ] as const)('[REC-14] the proofs from %s', (_, before, after, because) => {
    expect(proofs(before, after, 10_000)).toEqual(because);
  });

  test.each([
    ['two of nine changed cells, fewer than a quarter', 9, 2, 0.1, []],
    ['two of eight changed cells, a quarter', 8, 2, 0.1, []],
    ['two of seven changed cells, more than a quarter', 7, 2, 0.1, ['cellVoltages']],
    ['one of three changed cells, which may have been replaced', 3, 1, 0.1, []],
    ['cells that rose by 60 mV relative to the others', 7, 3, 0.06, []],
    ['cells that rose by 61 mV relative to the others', 7, 3, 0.061, ['cellVoltages']],
    ['cells that fell relative to the others', 7, 3, -0.1, ['cellVoltages']],
  ] as const)('[REC-14] the proofs from %s', (_, length, moved, by, because) => {
    const after = Array.from({ length }, (__, index) => (index < moved ? 3.3 + by : 3.3));
    const before = Array.from({ length }, () => 3.3);
    expect(proofs(cells(...before), cells(...after), 10_000)).toEqual(because);
  });

  test('[REC-13] cells that were not read, before or after, prove nothing', () => {
    const before = cells(3.3, 3.3, null, 3.3);
    expect(proofs(before, cells(3.3, null, 3.9, null), 10_000)).toEqual([]);
    expect(proofs(cells(null, null), cells(3.3, 3.9), 10_000)).toEqual([]);
    expect(proofs(cells(), cells(), 10_000)).toEqual([]);
    const [all, unread] = [cells(3.3, 3.3, 3.3, 3.3, 3.3), cells(null, 3.3, null, 3.3, 3.3)];
    expect(proofs(unread, all, 10_000)).toEqual([]);
    expect(proofs(all, unread, 10_000)).toEqual([]);
  });

  test('[REC-14] the share of changed cells is one of the cells that were read at both times', () => {
    const seven = [3.4, 3.4, 3.3, 3.3, 3.3, 3.3, 3.3];
    const before = cells(...Array.from({ length: 8 }, () => 3.3));
    expect(proofs(before, cells(...seven, null), 10_000)).toEqual(['cellVoltages']);
    expect(proofs(before, cells(...seven), 10_000)).toEqual(['cellCount', 'cellVoltages']);
  });

  test('[REC-13] a replaced cell proves nothing, whatever its number', () => {
    const seven = Array.from({ length: 7 }, () => 3.3);
    for (const replaced of seven.keys()) {
      const after = seven.map((volts, index) => (index === replaced ? 3.4 : volts));
      expect(proofs(cells(...seven), cells(...after), 10_000)).toEqual([]);
    }
  });

  test.each([
    ['8 % at once', charged(70.5, -0.05), 0, []],
    ['more than 8 % at once', charged(70.4, -0.05), 0, ['stateOfCharge']],
    ['8 % and 5 % a minute', charged(60.5, -0.05), 120_000, []],
    ['more than 8 % and 5 % a minute', charged(60.4, -0.05), 120_000, ['stateOfCharge']],
    ['a rise together with the cells', charged(98.5, 0.05), 0, ['stateOfCharge']],
    ['a fall while the cells rose', charged(30, 0.05), 0, []],
    ['a fall while the cells fell by 20 mV', charged(30, -0.02), 0, []],
    ['a fall while the cells fell by 21 mV', charged(30, -0.021), 0, ['stateOfCharge']],
  ] as const)('[REC-14] the proofs from a change of charge: %s', (_, after, gapMs, because) => {
    expect(proofs(pack(), after, gapMs)).toEqual(because);
  });

  test.each([
    ['with the pack voltage', 52.4, 29, ['stateOfCharge']],
    ['while the pack voltage is as before', 53.3, 29, []],
    ['while the pack voltage rose', 54.4, 29, []],
    ['of 8 % at once', 52.4, 70.5, []],
  ] as const)(
    '[REC-135] a device that reports no cells: a change of charge %s',
    (_, packVoltageV, socPercent, because) => {
      const shunt = { cellVoltagesV: [], temperaturesC: [] };
      const before = pack({ ...shunt, packVoltageV: 53.4 });
      expect(proofs(before, pack({ ...shunt, packVoltageV, socPercent }), 0)).toEqual(because);
      const withCells = pack({ packVoltageV, socPercent });
      expect(proofs(before, withCells, 0)).toEqual([]);
    },
  );

  test('[REC-13] if the gap is unknown, a change of charge proves nothing', () => {
    expect(proofs(pack(), charged(5, -0.2))).toEqual([]);
  });

  test.each(['designCapacityAh', 'cycles', 'socPercent'] as const)(
    '[REC-13] %s proves nothing if only one of the samples has it',
    (name) => {
      const { [name]: _, ...sample } = pack({ cellVoltagesV: shifted(0.1) }).sample;
      expect(proofs({ sample }, pack(), 0)).toEqual([]);
      expect(proofs(pack(), { sample }, 0)).toEqual([]);
    },
  );

  test('[REC-14] several proofs are listed, the strongest first', () => {
    const after = pack({ cycles: 5, temperaturesC: [25] }, 'B2');
    const because = proofs(pack({}, 'A1'), after, 0);
    expect(because).toEqual(['serial', 'temperatureCount', 'cycles']);
    expect(differenceWords(because)).toBe(
      'serial number, number of temperature sensors, cycle count',
    );
    expect(differenceWords(['cellCount', 'designCapacity', 'cellVoltages', 'stateOfCharge'])).toBe(
      'number of cells, design capacity, cell voltages, state of charge',
    );
  });
});

test('[REC-15] the serial number is found in a reply to ATI', () => {
  expect(serialIn(['ACME-BMS OBD', 'HW:2.1 FW:1.4.0 SN:A1B2C3'])).toBe('A1B2C3');
  expect(serialIn(['Serial number = 0042-X'])).toBe('0042-X');
  expect(serialIn(['ACME-BMS OBD', 'SNOW: 12'])).toBeUndefined();
});
