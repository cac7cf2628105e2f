import { describe, expect, test } from 'vitest';
import { commaRule, numberOf, type CommaRule } from './quantity.ts';

describe('[OBD-178] the decimal sign of a capture', () => {
  test.each<[string, CommaRule]>([
    ['', 'point'],
    ['12 34', 'point'],
    // one kind of number
    ['12.5', 'point'],
    ['1234.567', 'point'],
    ['1.2345', 'point'],
    ['0.234', 'point'],
    ['01.234', 'point'],
    ['1.234', 'point'],
    ['12,5', 'comma'],
    ['3,45', 'comma'],
    ['1,234', 'unclear'],
    ['1234,567', 'unclear'],
    ['1,2345', 'point'],
    // a number with both signs
    ['1,234.5', 'point'],
    ['12,345,678.9', 'point'],
    ['1.234,5', 'comma'],
    ['123.456,78', 'comma'],
    ['12.345.678,9', 'comma'],
    ['1234.567,5', 'point'],
    ['1.23,4', 'point'],
    ['12345,678.9', 'point'],
    ['1,234.5 1.234,5', 'unclear'],
    ['x1.234,5x', 'comma'],
    // the other numbers decide
    ['12,5 13.5', 'point'],
    ['1,234 12.5', 'point'],
    ['1.234 12,5', 'comma'],
    ['1.234 1.234,5', 'comma'],
    ['1.234 1.234,5 12,5', 'comma'],
    ['1.234 1,234', 'point'],
    ['1,234 12,5', 'comma'],
    ['1,234.5 12,5', 'point'],
    // a zero or the unit V shows that a comma is not a thousands separator
    ['0,234', 'comma'],
    ['52,800 V', 'comma'],
    ['52,800 v', 'comma'],
    ['52,800V', 'comma'],
    ['52,800\t V', 'comma'],
    ['52,800    V', 'comma'],
    ['52,800     V', 'unclear'],
    ['52,800 A', 'unclear'],
    ['52,800 mV', 'unclear'],
    ['5,280 V', 'unclear'],
    ['52,800,100 V', 'unclear'],
    ['0,234,567', 'unclear'],
    // thousandths of mV and mA are unlikely
    ['71.500 mA', 'unclear'],
    ['71.500 mAh', 'unclear'],
    ['71.500   mV', 'unclear'],
    ['71.500\tmV', 'unclear'],
    ['71.500 V', 'point'],
    ['71.500 MV', 'point'],
    ['71.500 m', 'point'],
    ['71.500 mV 1.234 V', 'point'],
    ['71.500 mV 1.234 mA', 'unclear'],
    ['71.500 mV 12.5', 'point'],
    ['71.500 mV 12,5', 'comma'],
    // lists
    ['1,2,3', 'point'],
    ['1,234,567', 'unclear'],
    ['1,234,56', 'point'],
    ['1,234,567 4,5', 'comma'],
    ['1,2,3 4,5', 'unclear'],
    ['1,2345 4,5', 'unclear'],
    ['1,2345 1,234', 'unclear'],
    ['1,,234', 'point'],
    // dates and versions have no decimal sign
    ['1.2.3', 'point'],
    ['1.2.3 4,5', 'comma'],
    ['02.01.2024 4,567', 'unclear'],
    ['1234 4,5', 'comma'],
  ])('%j: %s', (text, rule) => {
    expect(commaRule(text)).toBe(rule);
  });
});

describe('[OBD-178] a number', () => {
  const RULES = ['point', 'comma', 'unclear'] as const;

  test.each<[string, number, number]>([
    ['12', 12, 0],
    ['+5', 5, 0],
    ['-5', -5, 0],
    ['-0', 0, 0],
    ['1.5', 1.5, 1],
    ['1.50', 1.5, 2],
    ['1.5000', 1.5, 4],
    ['0.500', 0.5, 3],
    ['01.500', 1.5, 3],
    ['1234.500', 1234.5, 3],
    ['.5', 0.5, 1],
    ['5.', 5, 0],
    ["1'234", 1234, 0],
    ["1'234.56", 1234.56, 2],
    ["12'345'678", 12_345_678, 0],
    ["123'456", 123_456, 0],
    ['1e3', 1000, 0],
    ['1E-2', 0.01, 0],
    ['1.5e+12', 1.5e12, 1],
    ['100000000000000000', 1e17, 0],
    ['0.100000000000000000', 0.1, 18],
    ['.100000000000000000', 0.1, 18],
  ])('%s is %d, whatever the decimal sign', (text, value, decimals) => {
    for (const rule of RULES) expect(numberOf(text, rule)).toEqual({ value, decimals });
  });

  test.each([
    ...['', '.', ',5', '5,', '1.,5', '1.5,5', '1.2.3', '1,2,3', '1.234.567', '1234.567,8'],
    ...["1'23", "1234'567", "1'234'", "1'2345", "'234", "1'234,5"],
    ...['e3', '1.5e', '1e123', '--5', '+-5', '12a', 'x12', '1 2', '1-2', '12\n'],
    ...['1234567890123456789', '0.1234567890123456789', '.1234567890123456789'],
  ])('%j is not a number', (text) => {
    for (const rule of RULES) expect(numberOf(text, rule)).toBeUndefined();
  });

  // The value for a decimal point, and for a decimal comma. With an unclear rule it has none.
  test.each<[string, readonly [number, number] | undefined, readonly [number, number] | undefined]>(
    [
      ['1.500', [1.5, 3], undefined],
      ['12.500', [12.5, 3], undefined],
      ['-123.500', [-123.5, 3], undefined],
      ['1,5', undefined, [1.5, 1]],
      ['+1,5', undefined, [1.5, 1]],
      ['1234,5', undefined, [1234.5, 1]],
      ['1,2345', undefined, [1.2345, 4]],
      ['1,500', [1500, 0], [1.5, 3]],
      ['123,500', [123_500, 0], [123.5, 3]],
      ['1234,500', undefined, [1234.5, 3]],
      ['1,500.25', [1500.25, 2], undefined],
      ['1,500,250', [1_500_250, 0], undefined],
      ['1,500.', undefined, undefined],
      ['1,50,250', undefined, undefined],
      ['1.500,25', undefined, [1500.25, 2]],
      ['12.500,25', undefined, [12_500.25, 2]],
      ['1.234.567,8', undefined, [1_234_567.8, 1]],
      ['12.34,5', undefined, undefined],
    ],
  )('%s depends on the decimal sign', (text, point, comma) => {
    const expected = [point, comma, undefined].map(
      (each) => each && { value: each[0], decimals: each[1] },
    );
    expect(RULES.map((rule) => numberOf(text, rule))).toEqual(expected);
  });
});
