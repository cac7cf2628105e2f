import { describe, expect, test } from 'vitest';
import { meant } from './meaning.fixture.ts';
import { unitMeaning } from './quantity.ts';
import { baseOf, bestOf, firstNumber, inBaseOf, isDecimal, readingOf } from './reading.ts';

test('[OBD-170] a reading has the name and the text of each entry, with the same reason', () => {
  const charge = meant('chargeCurrent', 'Charge', '0 A');
  const discharge = meant('dischargeCurrent', 'Discharge', '2.5 A');
  expect(readingOf('currentA', -2.5, [charge, discharge], 'because')).toEqual({
    value: -2.5,
    evidence: [
      { place: 'currentA', key: 'Charge', text: '0 A', reason: 'because' },
      { place: 'currentA', key: 'Discharge', text: '2.5 A', reason: 'because' },
    ],
    used: [charge.entry, discharge.entry],
  });
});

test('[OBD-294] a reading is 0 and never -0', () => {
  expect(readingOf('currentA', -0, [], '').value).toBe(0);
});

describe('[OBD-173] the first number of an entry', () => {
  test.each([
    ['with its unit', '3301 mV', undefined, 3.301],
    ['without a unit', '3301', undefined, 3301],
    ['with the unit of the name', '3301', 'mV', 3.301],
    ['with its own unit rather than that of the name', '3.301 V', 'mV', 3.301],
    ['of several', '3.301, 3.302', undefined, 3.301],
    ['of a text', 'idle', undefined, Number.NaN],
  ])('%s', (_, text, key, value) => {
    const meaning = meant('cell', 'x', text);
    const unit = key === undefined ? meaning.unit : unitMeaning(key);
    expect(baseOf({ ...meaning, unit })).toBe(value);
  });
  test('is that of the entry', () => {
    expect(firstNumber(meant('cell', 'x', '3.301, 3.3'))).toEqual({ value: 3.301, decimals: 3 });
    expect(firstNumber(meant('cell', 'x', 'idle'))).toBeUndefined();
  });
  test('the other number of a fraction is converted in the same way', () => {
    const meaning = meant('remaining', 'x', '50', { unit: unitMeaning('mAh') });
    expect(inBaseOf(meaning, { value: 95_000, decimals: 0 })).toBe(95);
  });
  test.each([
    ['13.0', true],
    ['13', false],
    ['idle', false],
  ])('is written with decimals: %s %s', (text, expected) => {
    expect(isDecimal(meant('cell', 'x', text))).toBe(expected);
  });
});

describe('[OBD-174] the best of several candidates', () => {
  const volts = (text: string, score: number) => meant('packVoltage', text, text, { score });
  test.each([
    ['none', [], undefined],
    ['the only one', [volts('52 V', 1)], '52 V'],
    ['the highest score', [volts('51 V', 1), volts('52 V', 3), volts('53 V', 2)], '52 V'],
    ['the first of two equal values', [volts('52 V', 1), volts('52000 mV', 1)], '52 V'],
    ['values that differ by 0.5 %', [volts('100 V', 1), volts('99.5 V', 1)], '100 V'],
    ['values that differ by more', [volts('100 V', 1), volts('99.4 V', 1)], undefined],
    ['a third that differs', [volts('9 V', 1), volts('9 V', 1), volts('8 V', 1)], undefined],
    ['two zeros', [volts('0 V', 1), volts('0.0 V', 1)], '0 V'],
    ['a missing value', [volts('n/a', 1)], undefined],
    ['a missing value beside a worse one', [volts('65535 mV', 2), volts('52 V', 1)], undefined],
  ])('%s', (_, found, name) => {
    expect(bestOf(found)?.name).toBe(name);
  });
  test.each([
    ['packVoltage', '32767', true],
    ['remaining', '-32768', true],
    ['current', '32767', false],
    ['chargeCurrent', '32767', false],
    ['dischargeCurrent', '-32768', false],
    ['packVoltage', '65535', false],
  ] as const)(
    '[OBD-298] a limit of a signed number is missing only for a current: %s %s',
    (to, text, isRead) => {
      expect(bestOf([meant(to, 'x', text)]) !== undefined).toBe(isRead);
    },
  );
});
