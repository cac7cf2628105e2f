import { afterEach, describe, expect, test } from 'vitest';
import { chooseDecimalSign } from '../prelude/number-text.ts';
import { profileOfFields, replyProfile } from '../profiles/index.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { BUILTIN_CHECKS } from './builtin-procedures.ts';
import {
  CHECK_QUANTITIES,
  isWithin,
  limitsText,
  readingText,
  type QuantityId,
} from './quantity.ts';

const sample: PackSample = {
  packVoltageV: 13.3,
  currentA: -12.4,
  socPercent: 78.5,
  sohPercent: 99,
  cycles: 123,
  alarms: ['cellImbalance'],
  protections: ['cellImbalance', 'shortCircuit'],
  cellVoltagesV: [3.302, 3.304, 3.299, 3.302],
  temperaturesC: [25, null, -3],
  balancing: [false, false, false, false],
};
const empty: PackSample = {
  alarms: [],
  protections: [],
  cellVoltagesV: [],
  temperaturesC: [],
  balancing: [],
};
const textOf = (id: QuantityId, pack: PackSample): string =>
  readingText(id, CHECK_QUANTITIES[id].read(pack));

describe('quantities of a check', () => {
  test('[TERM-216] the built-in checks show the current with the name and the sign of Home', () => {
    const limited = BUILTIN_CHECKS.flatMap(({ conditions, steps }) => [
      ...conditions,
      ...steps.flatMap((step) =>
        step.kind === 'measure' ? [step, ...step.conditions] : step.conditions,
      ),
    ]);
    const currents = limited.filter(({ quantity }) =>
      CHECK_QUANTITIES[quantity].keys.some((key) => key === 'currentA'),
    );
    expect(currents.length).toBeGreaterThan(0);
    expect(
      new Set(
        currents.map(
          ({ quantity }) => `${CHECK_QUANTITIES[quantity].name} ${textOf(quantity, sample)}`,
        ),
      ),
    ).toEqual(new Set(['Current −12.40\u202FA']));
    expect(CHECK_QUANTITIES.currentSize.name).not.toBe(CHECK_QUANTITIES.current.name);
  });

  test.each([
    ['packVoltage', '13.30\u202FV'],
    ['current', '−12.40\u202FA'],
    ['currentSize', '12.40\u202FA'],
    ['soc', '78.5\u202F%'],
    ['soh', '99.0\u202F%'],
    ['cycles', '123'],
    ['lowestCell', '3.299\u202FV (cell 3)'],
    ['highestCell', '3.304\u202FV (cell 2)'],
    ['cellSpread', '5\u202FmV (cells 3 and 2)'],
    ['unreadCells', '0'],
    ['sumOff', '0.70\u202F%'],
    ['coldest', '−3\u202F°C (sensor 3)'],
    ['hottest', '25\u202F°C (sensor 1)'],
    ['faults', '2 (cell imbalance, short circuit)'],
  ] as const)('[TERM-216] the quantity %s is shown as "%s"', (id, text) => {
    expect(textOf(id, sample)).toBe(text);
  });

  test('[TERM-216] a value that is not reported is undefined, and the sum of the cells is undefined while a cell is not read', () => {
    const ids = Object.keys(CHECK_QUANTITIES) as QuantityId[]; // `Object.keys` returns the keys of a literal
    expect(ids.filter((id) => CHECK_QUANTITIES[id].read(empty) !== undefined)).toEqual(['faults']);
    const missing = { ...sample, cellVoltagesV: [3.302, null, 3.299, null] };
    expect(textOf('unreadCells', missing)).toBe('2 (cell 2, 4)');
    expect(textOf('sumOff', missing)).toBe('not reported');
    expect(textOf('cellSpread', missing)).toBe('3\u202FmV (cells 3 and 1; cell 2, 4 not read)');
  });
});

test.each([
  ['a mask', ['Alarms: 0x0'], '0'],
  ['a mask with a fault', ['Alarms: 0x400'], '1 (short circuit)'],
  ['one mask of two', ['Protections: 0x0'], '0'],
  ['no mask', [], 'not reported'],
  ['a text', ['Alarms: none'], 'not reported'],
])('[TERM-216] the count of faults after a reply with %s', (_, faults, text) => {
  const lines = ['Pack Voltage: 13.211 V', 'SOC: 78.5 %', ...faults];
  const rule = { unit: '', scale: 1 } as const;
  const profile = profileOfFields('Theirs', {
    SOC: { ...rule, to: 'soc' },
    Alarms: { ...rule, to: 'alarms' },
    Protections: { ...rule, to: 'protections' },
  });
  const decoded = replyProfile(profile)?.read(lines);
  expect(decoded?.ok === true && textOf('faults', decoded.value.sample)).toBe(text);
});

test.each([
  [{ most: 30 }, 'mV', '≤ 30\u202FmV'],
  [{ least: -0.5 }, 'A', '≥ −0.5\u202FA'],
  [{ least: 0, most: 45 }, '°C', '0–45\u202F°C'],
  [{ least: 0, most: 0 }, '', '0'],
  [{ least: -5, most: 5 }, '°C', '−5 to 5\u202F°C'],
  [{ most: 0 }, '', '0'],
  [{}, 'V', ''],
])('[TERM-216] the limits %j in %s are shown as "%s"', (limits, unit, text) => {
  expect(limitsText(limits, unit)).toBe(text);
});

describe('[PAGE-84] with a decimal comma', () => {
  afterEach(() => {
    chooseDecimalSign('.');
  });

  test('readings and limits use the same number format as the screens', () => {
    chooseDecimalSign(',');
    expect(readingText('lowestCell', { value: 3.302, where: 'cell 1' })).toBe(
      '3,302\u202FV (cell 1)',
    );
    expect(limitsText({ least: -0.5, most: 1_234.5 }, 'A')).toBe('−0,5 to 1234,5\u202FA');
  });
});

test('[TERM-216] limits include both ends and tolerate binary rounding errors', () => {
  expect([0.3, 3.3, 0.29, 3.31].map((value) => isWithin(value, { least: 0.3, most: 3.3 }))).toEqual(
    [true, true, false, false],
  );
  expect(isWithin(1.1 * 3, { most: 3.3 })).toBe(true);
  expect(isWithin(Number.NaN, {})).toBe(false);
});

test.each([
  ['hottest', 45.4, { most: 45 }, '45.4\u202F°C'],
  ['hottest', 44.6, { most: 45 }, '45\u202F°C'],
  ['packVoltage', 13.996, { least: 14 }, '13.996\u202FV'],
  ['lowestCell', 3.1999, { least: 3.2 }, '3.1999\u202FV'],
  ['lowestCell', 3.1999, {}, '3.200\u202FV'],
  ['sumOff', 1.004, { most: 1 }, '1.004\u202F%'],
] as const)(
  '[TERM-229] the quantity %s of %d has as many decimals as show on which side of the limits %j it is',
  (id, value, limits, text) => {
    expect(readingText(id, { value }, limits)).toBe(text);
  },
);
