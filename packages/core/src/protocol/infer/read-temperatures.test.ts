import { describe, expect, test } from 'vitest';
import { inferReply } from './infer-reply.ts';
import type { Meaning } from './meaning.ts';
import { meant } from './meaning.fixture.ts';
import { readTemperatures } from './read-temperatures.ts';
import { unitMeaning } from './quantity.ts';

const NONE = { celsius: [], evidence: [], used: [] };
const BY_UNIT = 'a temperature by its name and unit';
const BARE =
  'a temperature by its name; without a unit, taken as °C because every such value fits a battery';

const sensor = (index: number, text: string, rest: Partial<Meaning> = {}): Meaning =>
  meant('temperature', `T${index}`, text, { index, stem: 'T', ...rest });
const temp = (name: string, text: string, rest: Partial<Meaning> = {}): Meaning =>
  meant('temperature', name, text, rest);
const celsiusOf = (...found: readonly Meaning[]) => readTemperatures(found).celsius;

test('[OBD-170] each sensor has its name, its text and the reason; a missing one has none', () => {
  const found = [sensor(1, '21.5 °C'), sensor(2, 'n/a'), sensor(3, '23')];
  expect(readTemperatures(found)).toEqual({
    celsius: [21.5, null, 23],
    evidence: [
      { place: 'temperaturesC 1', key: 'T1', text: '21.5 °C', reason: BY_UNIT },
      { place: 'temperaturesC 3', key: 'T3', text: '23', reason: BARE },
    ],
    used: found.map(({ entry }) => entry),
  });
});

describe('[OBD-177] numbers without a unit are read if each fits a battery', () => {
  test.each([
    ['-40', [-40, 20]],
    ['-41', []],
    ['65', [65, 20]],
    ['66', []],
    ['-127', [null, 20]],
    ['-', [null, 20]],
  ])('%s beside 20 is read as %j', (text, celsius) => {
    expect(celsiusOf(sensor(1, text), sensor(2, '20'))).toEqual(celsius);
  });
  test('numbers with a unit are read in any case', () => {
    expect(celsiusOf(sensor(1, '250'), sensor(2, '20 °C'))).toEqual([20]);
    expect(celsiusOf(sensor(1, '20'), sensor(2, '80 °C'))).toEqual([20, 80]);
  });
  test('a unit in the name of a value is used', () => {
    expect(celsiusOf(sensor(1, '68', { unit: unitMeaning('°F') }))).toEqual([20]);
  });
});

test.each([
  ['-60 °C', [-60]],
  ['-60.1 °C', []],
  ['200 °C', [200]],
  ['200.1 °C', []],
  ['-40 °F', [-40]],
  ['293.15 K', [20]],
])('[OBD-4] a sensor beyond −60 to 200 °C is missing: %s', (text, celsius) => {
  expect(celsiusOf(temp('Temp', text))).toEqual(celsius);
});

test('[OBD-4] without a reading there is nothing', () => {
  expect(readTemperatures([])).toEqual(NONE);
  expect(readTemperatures([sensor(1, 'n/a'), sensor(2, '-127 °C')])).toEqual(NONE);
});

describe('[OBD-154] the places of sensors', () => {
  const list = (text: string, rest: Partial<Meaning> = {}) => temp('Temps', text, rest);
  test.each([
    ['from 0', [sensor(0, '20 C'), sensor(1, '21 C')], [20, 21]],
    ['from 1', [sensor(1, '20 C'), sensor(2, '21 C')], [20, 21]],
    ['from 3, with a gap', [sensor(3, '20 C'), sensor(5, '22 C')], [20, null, 22]],
    ['in another order', [sensor(2, '21 C'), sensor(1, '20 C')], [20, 21]],
    ['of a list', [list('[20, 21.5]')], [20, 21.5]],
    ['of a list with a missing one', [list('[-127, 21]')], [null, 21]],
    ['two names after each other', [sensor(1, '20 C'), list('[30, 31]')], [20, 30, 31]],
    ['two lists after each other', [list('[30, 31]'), sensor(1, '20 C')], [30, 31, 20]],
    ['a repeated number: the first', [sensor(1, '20 C'), sensor(1, '21 C')], [20]],
    [
      'a repeated number before others',
      [sensor(1, '20 C'), sensor(1, '21 C'), sensor(2, '22 C')],
      [20, 22],
    ],
    [
      'one of the same name without a number',
      [sensor(1, '20 C', { score: 2 }), sensor(2, '25 C', { score: 2, index: undefined })],
      [20],
    ],
    ['the highest place', [sensor(0, '20 C'), sensor(63, '21 C')], undefined],
    ['beyond the highest place', [sensor(0, '20 C'), sensor(64, '21 C')], [20]],
  ])('%s', (_, found, celsius) => {
    const expected = celsius ?? [20, ...Array.from({ length: 62 }, () => null), 21];
    expect(celsiusOf(...found)).toEqual(expected);
  });
  test('a sensor without a number of its own is listed under its own name', () => {
    const reply = inferReply(['cell temp 1: 20 C', 'cell temp: 25 C', 'SOC: 50 %']);
    expect(reply?.sample.temperaturesC).toEqual([20]);
    expect(reply?.others).toEqual([{ key: 'cell temp', text: '25 C' }]);
  });
});

describe('[OBD-174] which temperatures are sensors of the pack', () => {
  test.each([
    ['one of several names', [temp('Temp', '20 C'), temp('Pack temp', '21 C')], [20, 21]],
    ['not a common one beside numbered ones', [temp('Temp', '25 C'), sensor(1, '20 C')], [20]],
    ['not a common one beside a list', [temp('Temp', '25 C'), temp('Temps', '[20, 21]')], [20, 21]],
    ['a common one beside a list of one', [temp('Temp', '25 C'), temp('Ts', '[20]')], [25, 20]],
    [
      'one of a cell beside numbered ones',
      [temp('Cell temp', '25 C', { score: 2 }), sensor(1, '20 C')],
      [25, 20],
    ],
    [
      'a common one beside one of a cell',
      [temp('Temp', '20 C'), temp('Cell temp', '25 C', { score: 2 })],
      [20, 25],
    ],
    ['equal values of one name, once', [temp('Temp', '20 C'), temp('Temp', '20 C')], [20]],
    ['none of different values of one name', [temp('Temp', '20 C'), temp('Temp', '21 C')], []],
    [
      'those of another name beside them',
      [temp('Temp', '20 C'), temp('Temp', '21 C'), temp('Pack', '22 C')],
      [22],
    ],
  ])('%s', (_, found, celsius) => {
    expect(celsiusOf(...found)).toEqual(celsius);
  });
  test('a sensor that is not read does not prove that the others are in °C', () => {
    const found = [temp('Temp', '250', { score: 1 }), sensor(1, '20')];
    expect(celsiusOf(...found)).toEqual([20]);
  });
});
