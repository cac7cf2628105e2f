import { describe, expect, test } from 'vitest';
import {
  inBase,
  plainText,
  valueOf,
  type CommaRule,
  type WrittenNumber,
  type Value,
} from './quantity.ts';

type Written = readonly [value: number, decimals: number, kind?: string];

const written = ({ value, decimals, unit }: WrittenNumber): Written =>
  unit === undefined ? [value, decimals] : [value, decimals, unit.kind];

const readValue = (text: string, rule: CommaRule = 'point') => {
  const { numbers, of, ...rest } = valueOf(text, rule);
  return { ...rest, numbers: numbers.map(written), ...(of && { of: written(of) }) };
};

const single = (text: string, number: Written) => ({ text, isList: false, numbers: [number] });

describe('[OBD-11] the text of a single value', () => {
  test.each<[string, Written]>([
    ['5', [5, 0]],
    ['12.5', [12.5, 1]],
    ['.5 V', [0.5, 1, 'voltage']],
    ['12.5V', [12.5, 1, 'voltage']],
    ['12.5  V', [12.5, 1, 'voltage']],
    ['+ 5 A', [5, 0, 'current']],
    ['- 5 A', [-5, 0, 'current']],
    ['1e3 mV', [1000, 0, 'voltage']],
    ['1.2e-5 V', [0.000012, 1, 'voltage']],
    ["1'234 W", [1234, 0, 'power']],
    ['25°C', [25, 0, 'temperature']],
    ['25 ° C', [25, 0, 'temperature']],
    ['25 °f', [25, 0, 'temperature']],
    ['50%', [50, 0, 'percent']],
    ['12 Ω', [12, 0, 'other']],
    ['12 ω', [12, 0, 'other']],
    ['12 µA', [12, 0, 'current']],
    ['12 km/h', [12, 0, 'other']],
    ['3 C/min', [3, 0, 'other']],
    // a mark after it
    ['5*', [5, 0]],
    ['5 *', [5, 0]],
    ['5!', [5, 0]],
    ['12.5 V ?', [12.5, 1, 'voltage']],
    // in quotes
    ['"12.5 V"', [12.5, 1, 'voltage']],
    ["'12.5 V'", [12.5, 1, 'voltage']],
    // a remark after it
    ['78.4 (ok)', [78.4, 1]],
    ['78.4(ok)', [78.4, 1]],
    ['78.4 [ok', [78.4, 1]],
    ['78.4 <ok', [78.4, 1]],
    ['78.4 *ok', [78.4, 1]],
    ['78.4 !ok', [78.4, 1]],
    ['78.4 # ok', [78.4, 1]],
    ['78.4 - ok', [78.4, 1]],
    ['78.4 V  - ok', [78.4, 1, 'voltage']],
    ['78.4 -> ok', [78.4, 1]],
    ['78.4->ok', [78.4, 1]],
    ['78.4 V (ok)', [78.4, 1, 'voltage']],
    ['78.4 V ok', [78.4, 1, 'voltage']],
    ['78.4 V  OK', [78.4, 1, 'voltage']],
    ['78.4 V, ok', [78.4, 1, 'voltage']],
    // decoded by the device
    ['0x2ffc = 12284 mV', [12_284, 0, 'voltage']],
    ['0X2FFC=12284 mV', [12_284, 0, 'voltage']],
    ['0x1234567890abcdef  =  5 V', [5, 0, 'voltage']],
    ['292.1 K (19.0 C)', [19, 1, 'temperature']],
    ['292.1K(-19.0°C)', [-19, 1, 'temperature']],
    ['292  K  (+19 °C)', [19, 0, 'temperature']],
  ])('%s is read as %j', (text, number) => {
    expect(readValue(text)).toEqual(single(text, number));
  });

  test('a temperature in K is converted by the factor of °C if the device converts it itself', () => {
    expect(valueOf('292.1 K (19.0 C)', 'point').numbers.map(inBase)).toEqual([19]);
    expect(valueOf('292.1 K (66.0 F)', 'point').numbers.map(inBase)).toEqual([18.95]);
    expect(valueOf('292.1 K (19.0 C) ok', 'point').numbers.map(inBase)).toEqual([18.95]);
    expect(valueOf('292.1 V (19.0 C)', 'point').numbers.map(inBase)).toEqual([292.1]);
  });
});

test.each([
  ...['', 'ok', 'v1.5', '-  5 A', '99 bottles', '99bottles', '99 bottles (full)'],
  ...['2021-01-02', '12:30', '12_3', '12-', '12:', '1.5.2', '1.5.2 V', '7. V', '12.5 V='],
  ...['5 ?!', '5 V?*', '78.4 ok', '78.4, ok', '78.4 V,ok', '78.4 V-', '78.4 V -', '78.4 V -ok'],
  ...['78.4 V: ok', '78.4 V 5', '78.4 V, 5', '25 °', '25 °K', '25 °Cx', '12 C/m', '5 V/h'],
  ...['1e3x', '1e3.5', '1e123', '1 V2', '1 mVx 2'],
  ...['"12.5 V\'', '""', '[]', '{}', '[12.5}', '{12.5]', '[12.5 ok]', '[12.5 V (ok)]', 'x [12.5]'],
  ...['0x2ffc', '0xC', '0x2ffc = 0x1', '0x = 5 V', 'a0x2f = 5 V', '0x1234567890abcdef0 = 5 V'],
  ...[
    'x 292.1 K (19.0 C)',
    '1, 2, ok',
    '1, 2?!',
    '4.1V,4.2',
    '3.85V, 1.20A, 2.5Ah',
    '3.85V, 1.20A',
  ],
  ...['h 21C', 'h 21C,l 20C', 'abcde 21C, l 20C', 'h 21C, l 20V', 'h 3.3V, l 3.2V', 'h 21, l 20'],
  ...['h 21C x, l 20C', '1 h 21C, l 20C', 'h 21C, l 20C x', 'h21C, l20C'],
  ...['78.4 of 100 bottles', '78.4 of ok', '78.4 of 100 Ah ok', '78.4of 100', '78.4 off 100'],
  ...['78.4 Ah / 100 Ah (x)', '78.4/100.0 Ah/x'],
])('[OBD-173] %j has no number', (text) => {
  expect(readValue(text)).toEqual({ text, isList: false, numbers: [] });
});

describe('[OBD-16] the text of a list', () => {
  const three: readonly Written[] = [
    [1, 0],
    [2, 0],
    [3, 0],
  ];
  test.each([
    ...['1,2,3', '1, 2, 3', '1 , 2 , 3', '1 2 3', '1\t2  3', '1;2;3', '1 ; 2; 3', '1/2/3'],
    ...['1|2|3', '1 | 2 / 3', '1,,2,3', '1,2,3,', '[1, 2, 3]', '{1, 2, 3}', '[ 1 2 3 ]'],
    ...['"1, 2, 3"', '"[1, 2, 3]"', '1*, 2!, 3?'],
  ])('%s is a list of three numbers', (text) => {
    expect(readValue(text)).toEqual({ text, isList: true, numbers: three });
  });

  // The values, their decimals and the quantity that they measure.
  test.each<[string, readonly number[], number, string?]>([
    ['[12.5]', [12.5], 1],
    ['{12.5 V}', [12.5], 1, 'voltage'],
    ['[0x2ffc = 12284 mV]', [12_284], 0, 'voltage'],
    ['5 -3', [5, -3], 0],
    ['3.30V 3.31V', [3.3, 3.31], 2, 'voltage'],
    ['3.30 V  3.31 V', [3.3, 3.31], 2, 'voltage'],
    ['3301 mV, 3302 mV', [3301, 3302], 0, 'voltage'],
    ['1 uV  2 µV', [1, 2], 0, 'voltage'],
    ['1 Ah 2 mAh', [1, 2], 0, 'charge'],
    ['3.3 °C 3.4 °C', [3.3, 3.4], 1, 'temperature'],
    ['3 C 4 C', [3, 4], 0, 'temperature'],
    ['10 % 20 %', [10, 20], 0, 'percent'],
    ['4.105,4.095V', [4.105, 4.095], 3, 'voltage'],
    ['1mV, 2 V', [1, 2], 0, 'voltage'],
    ['h 21C, l 20C', [21, 20], 0, 'temperature'],
    ['Abcd  21C , L 20C', [21, 20], 0, 'temperature'],
    ['[h 21C, l 20C]', [21, 20], 0, 'temperature'],
    ['78/100', [78, 100], 0],
    ['1/2/3 Ah', [1, 2, 3], 0, 'charge'],
  ])('%s is read as %j', (text, values, decimals, kind) => {
    const numbers = values.map((value) =>
      kind === undefined ? [value, decimals] : [value, decimals, kind],
    );
    expect(readValue(text)).toEqual({ text, isList: true, numbers });
  });

  test('a number without a unit has the unit of the last one', () => {
    const [first, last] = valueOf('4105, 4095 mV', 'point').numbers;
    expect(first).toEqual({ value: 4105, decimals: 0, unit: { kind: 'voltage', factor: 1e-3 } });
    expect(last).toEqual({ value: 4095, decimals: 0, unit: { kind: 'voltage', factor: 1e-3 } });
    expect(valueOf('1 mV, 2 V', 'point').numbers.map(inBase)).toEqual([0.001, 2]);
  });

  test.each([
    ['3,3 3,4', [3.3, 3.4]],
    ['3,3, 3,4', [3.3, 3.4]],
    ['3,3; 3,4', [3.3, 3.4]],
    ['3,3;3,4', [3.3, 3.4]],
    ['3,3 / 3,4', [3.3, 3.4]],
    ['3,3|3,4', [3.3, 3.4]],
    ['[3,3]', [3.3]],
    ['1,2,3', []],
    ['1,,2', []],
  ])('[OBD-178] with decimal commas: %s', (text, values) => {
    expect(valueOf(text, 'comma').numbers.map(({ value }) => value)).toEqual(values);
  });

  test.each([
    ['1, 2, 3', [1, 2, 3]],
    ['1,2,3', [1, 2, 3]],
    ['3301,3302', [3301, 3302]],
    ['3.30,3.31', [3.3, 3.31]],
    ['3.3,31.1', [3.3, 31.1]],
    ['1,2345', [1, 2345]],
    ['1,2', []],
    ['21,500 22,500', []],
    ['x, 21,5', []],
  ])('[OBD-178] with an unclear decimal sign: %s', (text, values) => {
    expect(valueOf(text, 'unclear').numbers.map(({ value }) => value)).toEqual(values);
  });

  test('has at most 512 numbers, or 16 with labels', () => {
    const count = (text: string) => valueOf(text, 'point').numbers.length;
    expect(count(Array.from({ length: 512 }, () => '3').join())).toBe(512);
    expect(count(Array.from({ length: 513 }, () => '3').join())).toBe(0);
    expect(count(Array.from({ length: 16 }, () => 't 3C').join(', '))).toBe(16);
    expect(count(Array.from({ length: 17 }, () => 't 3C').join(', '))).toBe(0);
  });
});

test.each<[string, Written, Written]>([
  ['78.4 of 100.0 Ah', [78.4, 1, 'charge'], [100, 1, 'charge']],
  ['78.4 Ah of 100.0', [78.4, 1, 'charge'], [100, 1]],
  ['78.4  von  100 Ah', [78.4, 1, 'charge'], [100, 0, 'charge']],
  ['78.4 de 100', [78.4, 1], [100, 0]],
  ['78.4 of 100 Ah.)', [78.4, 1, 'charge'], [100, 0, 'charge']],
  ['78.4 / 100 !.', [78.4, 1], [100, 0]],
  ['78.4/100.0Ah', [78.4, 1, 'charge'], [100, 1, 'charge']],
  ['78.4 / 100.0 Ah', [78.4, 1, 'charge'], [100, 1, 'charge']],
  ['78.4 Ah / 100.0 Ah', [78.4, 1, 'charge'], [100, 1, 'charge']],
  ['78/100 %', [78, 0, 'percent'], [100, 0, 'percent']],
])('[OBD-181] a number with the number that it is a part of: %s', (text, number, of) => {
  expect(readValue(text)).toEqual({ ...single(text, number), of });
});

test('[OBD-187] a value has at most 4096 characters', () => {
  const long = (length: number): Value => valueOf(`5 V (${'x'.repeat(length - 5)}`, 'point');
  expect(long(4096).numbers).toHaveLength(1);
  expect(long(4097).numbers).toEqual([]);
});

test.each([
  ['\u22125 \u20135 \u20125 \u20115', '-5 -5 -5 -5'],
  ['5\u00a0V\u20075\u2009V\u202fV', '5 V 5 V V'],
  ['5 ℃ 5 ℃ 5 ℉ 5 ℉', '5 °C 5 °C 5 °F 5 °F'],
  ['5 ºC 5 ºC', '5 °C 5 °C'],
  ['5 μV 5 μV', '5 µV 5 µV'],
  ['−Zelle ä', '-Zelle ä'],
])('[OBD-173] %s is written %s', (text, plain) => {
  expect(plainText(text)).toBe(plain);
  expect(valueOf(` ${text} `, 'point').text).toBe(plain);
});
