import { describe, expect, test } from 'vitest';
import { draftSample, draftsOf } from './draft-sample.ts';
import { meant } from './meaning.fixture.ts';
import type { Meaning } from './meaning.ts';
import { valueOf } from './quantity.ts';

const draft = (found: readonly Meaning[], isKnown = false) =>
  draftSample(
    found,
    { proven: new Map(), foreignScales: new Set(), numbering: new Map() },
    isKnown,
  );
const valuesOf = (found: readonly Meaning[], isKnown = false) =>
  Object.fromEntries(
    Object.entries(draft(found, isKnown).values).filter(
      ([, value]) => !Array.isArray(value) || value.length > 0,
    ),
  );

const volts = (text: string, rest: Partial<Meaning> = {}) => meant('packVoltage', 'U', text, rest);
const amps = (text: string, rest: Partial<Meaning> = {}) => meant('current', 'I', text, rest);
const soc = meant('soc', 'SOC', '50 %');
const cell = (index: number, text: string) =>
  meant('cell', `Cell ${index}`, text, { index, score: 3 });
const cells = (...texts: readonly string[]) => texts.map((text, at) => cell(at + 1, text));
const battery = { isBattery: true };

test('[OBD-170] all values of a record, with their evidence in one order and the entries used', () => {
  const found = [
    meant('switch', 'Charge FET', 'on'),
    meant('temperature', 'T1', '21 C', { index: 1 }),
    ...cells('3.30 V', '3.31 V', '3.32 V'),
    meant('cycles', 'Cycles', '12'),
    meant('capacity', 'Design', '100 Ah', { score: 5 }),
    meant('remaining', 'Remaining', '50 Ah', { score: 3 }),
    meant('soh', 'SOH', '98 %'),
    soc,
    amps('-2 A'),
    volts('9.93 V'),
  ];
  const { values, evidence, used, isBattery } = draft(found);
  expect(values).toEqual({
    packVoltageV: 9.93,
    currentA: -2,
    socPercent: 50,
    sohPercent: 98,
    remainingAh: 50,
    designCapacityAh: 100,
    cycles: 12,
    switches: { charge: true },
    cellVoltagesV: [3.3, 3.31, 3.32],
    temperaturesC: [21],
  });
  expect(evidence.map(({ place, key }) => `${place}: ${key}`)).toEqual([
    'packVoltageV: U',
    'currentA: I',
    'socPercent: SOC',
    'sohPercent: SOH',
    'remainingAh: Remaining',
    'designCapacityAh: Design',
    'cycles: Cycles',
    ...[1, 2, 3].map((at) => `cellVoltagesV ${at}: Cell ${at}`),
    'temperaturesC 1: T1',
    'switches charge: Charge FET',
  ]);
  expect(used).toEqual(new Set(found.map(({ entry }) => entry)));
  expect(isBattery).toBe(true);
});

test('[OBD-157] a record without a value gives an empty draft', () => {
  const values = { cellVoltagesV: [], temperaturesC: [] };
  expect(draft([])).toEqual({ values, evidence: [], used: new Set(), isBattery: false });
});

test.each([
  ['0', 0],
  ['20000', 20_000],
  ['20001', undefined],
  ['-1', undefined],
  ['12.5', undefined],
  ['12 %', undefined],
  ['many', undefined],
])('[OBD-173] a count of cycles of %s is read as %s', (text, cycles) => {
  const found = meant('cycles', 'Cycles', text);
  const { values, evidence } = draft([found]);
  expect(values.cycles).toBe(cycles);
  expect(evidence).toEqual(
    cycles === undefined
      ? []
      : [{ place: 'cycles', key: 'Cycles', text, reason: 'a count of cycles by its name' }],
  );
});

test('[OBD-174] of two different counts of cycles none is read', () => {
  const found = [meant('cycles', 'Cycles', '12'), meant('cycles', 'Total cycles', '13')];
  expect(valuesOf(found)).toEqual({});
});

describe('[OBD-177] the sum of the cells proves a voltage', () => {
  const THREE = cells('3.3 V', '3.3 V', '3.3 V');
  test.each([
    ['that is equal', THREE, '990', 9.9],
    ['that is 2 % higher', THREE, '1010', 10.1],
    ['that is more than 2 % higher', THREE, '1011', undefined],
    ['but not of two', cells('3.3 V', '3.3 V'), '660', undefined],
    ['and an unread one does not count', cells('3.3 V', '0 V', '3.3 V'), '660', undefined],
  ])('%s', (_, found, text, packVoltageV) => {
    expect(draft([...found, volts(text)]).values.packVoltageV).toBe(packVoltageV);
  });
});

describe('[OBD-173] a record is about a battery', () => {
  test.each([
    ['by the name of the voltage', [volts('52 V', battery)], true],
    ['by the name of the current', [amps('2 A', battery)], true],
    ['by a cell', [cell(1, '3.3 V')], true],
    ['by its state of charge', [soc], true],
    ['by its state of health', [meant('soh', 'SOH', '98 %')], true],
    ['by its remaining capacity', [meant('remaining', 'x', '50 Ah', { score: 3 })], true],
    ['by its capacity', [meant('capacity', 'x', '50 Ah', { score: 5 })], true],
    ['by its cycles', [meant('cycles', 'x', '12')], true],
    ['not by an unread cell', [cell(1, '0 V')], false],
    ['not by a voltage', [volts('52 V')], false],
    ['not by a current', [amps('2 A')], false],
    ['not by a temperature', [meant('temperature', 'T', '21 C')], false],
  ])('%s', (_, found, isBattery) => {
    expect(draft(found).isBattery).toBe(isBattery);
    expect(draft(found, true).isBattery).toBe(true);
  });
});

describe('[OBD-173] a voltage or current without the name of a battery', () => {
  const LONG = Array.from({ length: 30 }, (_, at) => cell(at + 1, '3.3 V'));
  const THREE = cells('3.3 V', '3.3 V', '3.3 V');
  test.each<readonly [string, readonly Meaning[], boolean, object]>([
    ['a voltage alone', [volts('52 V')], false, {}],
    ['a current alone', [amps('2 A')], false, {}],
    ['both', [volts('52 V'), amps('2 A')], false, { packVoltageV: 52, currentA: 2 }],
    ['both of the mains', [volts('230 V'), amps('2 A')], false, {}],
    ['both from 90 V', [volts('90 V'), amps('2 A')], false, {}],
    ['both below 90 V', [volts('89.9 V'), amps('2 A')], false, { packVoltageV: 89.9, currentA: 2 }],
    ['a voltage of a known battery', [volts('52 V')], true, { packVoltageV: 52 }],
    ['a high one of a known battery', [volts('90 V')], true, {}],
    ['a current of a known battery', [amps('2 A')], true, { currentA: 2 }],
    [
      'a current beside a mains voltage',
      [volts('230 V'), amps('2 A'), soc],
      false,
      { socPercent: 50 },
    ],
    [
      'a current of a battery beside it',
      [volts('230 V'), amps('2 A', battery)],
      false,
      { currentA: 2 },
    ],
    [
      'a voltage with a value of a battery',
      [volts('52 V'), soc],
      false,
      { packVoltageV: 52, socPercent: 50 },
    ],
    [
      'a voltage with the name of a battery',
      [volts('400 V', battery)],
      false,
      { packVoltageV: 400 },
    ],
  ])('%s', (_, found, isKnown, values) => {
    expect(valuesOf(found, isKnown)).toEqual(values);
  });
  test('a high voltage is read if the cells add up to it', () => {
    expect(draft([...LONG, volts('99 V'), amps('2 A')]).values).toMatchObject({
      packVoltageV: 99,
      currentA: 2,
    });
    expect(draft([...THREE, volts('99 V')]).values.packVoltageV).toBeUndefined();
  });
});

describe('[OBD-176] unread cells at the end', () => {
  const FIVE = cells('3.3 V', '0 V', '3.3 V', '3.3 V', '0 V');
  const READ = [3.3, null, 3.3, 3.3];
  const count = (text: string) => meant('cellCount', 'Cells', text);
  test.each([
    ['stay', FIVE, [...READ, null]],
    ['beyond the count do not exist', [...FIVE, count('4')], READ],
    ['within the count stay', [...FIVE, count('5')], [...READ, null]],
    ['that were read stay, whatever the count', [...FIVE, count('2')], READ],
    ['do not exist if the others add up to the pack', [...FIVE, volts('9.9 V')], READ],
    ['stay if they do not', [...FIVE, volts('13.2 V')], [...READ, null]],
  ])('%s', (_, found, expected) => {
    expect(draft(found).values.cellVoltagesV).toEqual(expected);
  });
});

describe('the packs of a record', () => {
  const packsOf = (...pairs: readonly (readonly [string, string, string])[]) =>
    draftsOf(
      pairs.map(([group, key, text]) => ({
        groups: group === '' ? [] : [group],
        key,
        value: valueOf(text, 'point'),
      })),
      {
        proven: new Map(),
        numbering: new Map(),
        foreignScales: new Set(),
        levels: new Set(),
        fitting: new Map(),
      },
      false,
    ).map(({ pack, values, isBattery }) => [
      pack,
      values.packVoltageV,
      values.cellVoltagesV.length + values.temperaturesC.length,
      isBattery,
    ]);

  test('[OBD-175] a record that names one pack is the sample of this pack', () => {
    expect(packsOf(['Pack 1', 'Voltage', '52 V'], ['', 'SOC', '50 %'])).toEqual([
      [undefined, 52, 0, true],
    ]);
  });
  test('[OBD-175] two packs are separate, and values without a pack belong to none', () => {
    expect(
      packsOf(
        ['Pack 1', 'Voltage', '52 V'],
        ['Pack 2', 'Voltage', '51 V'],
        ['Pack 2', 'T1', '21 C'],
        ['', 'T1', '22 C'],
      ),
    ).toEqual([
      [1, 52, 0, true],
      [2, 51, 1, true],
    ]);
  });
  test('[OBD-304] modules are a battery if one of them is', () => {
    const modules = [
      ['Module 1', 'Voltage', '25 V'],
      ['Module 2', 'Voltage', '26 V'],
    ] as const;
    expect(packsOf(...modules)).toEqual([
      [1, undefined, 0, false],
      [2, undefined, 0, false],
    ]);
    expect(packsOf(...modules, ['Module 2', 'SOC', '50 %'])).toEqual([
      [1, 25, 0, true],
      [2, 26, 0, true],
    ]);
  });
  test.each([
    ['Total voltage', '52 V', 52],
    ['SOC', '50 %', undefined],
  ])(
    '[OBD-175] beside the %s of the whole, modules give their cells',
    (key, text, packVoltageV) => {
      expect(
        packsOf(
          ['', key, text],
          ['Module 1', 'Voltage', '26 V'],
          ['Module 1', 'Cell 1', '3.3 V'],
          ['Module 1', 'T1', '21 C'],
          ['Module 2', 'Voltage', '26 V'],
          ['Module 2', 'Cell 2', '3.3 V'],
        ),
      ).toEqual([[undefined, packVoltageV, 3, true]]);
    },
  );
});
