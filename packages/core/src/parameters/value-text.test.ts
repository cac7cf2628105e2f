import { describe, expect, it } from 'vitest';
import { parameterOf, type Parameter, type ParameterValue } from './parameter-schema.ts';
import { testSchema } from './parameters.fixture.ts';
import {
  areEqual,
  parseValue,
  rawOfValue,
  shownValue,
  typedText,
  valueOfRaw,
} from './value-text.ts';

const parameter = (key: string): Parameter => {
  const found = parameterOf(testSchema, key);
  if (found === undefined) throw new Error(key);
  return found;
};

const examples: readonly (readonly [string, string, ParameterValue, string, string])[] = [
  ['OVP', '3650', 3.65, '3.650\u202FV', '3.650'],
  ['CAP', '1003', 100.3, '100.3\u202FAh', '100.3'],
  ['CELLS', '16', 16, '16', '16'],
  ['MODE', '1', 1, 'While charging', '1'],
  ['SLEEP', '1', true, 'on', 'on'],
  ['SLEEP', '0', false, 'off', 'off'],
  ['NAME', 'Van 7', 'Van 7', 'Van 7', 'Van 7'],
  ['TAG', '0A1F', '0A1F', '0A1F', '0A1F'],
  ['LEVELS', '-10;45;60', [-10, 45, 60], '−10; 45; 60\u202F°C', '−10; 45; 60'],
];

describe('the forms of a value', () => {
  it.each(examples)(
    '[DEV-6] %s: the line %s is the value %j, shown as %s',
    (key, raw, value, shown, typed) => {
      expect(valueOfRaw(parameter(key), raw)).toEqual(value);
      expect(rawOfValue(parameter(key), value)).toBe(raw);
      expect(shownValue(parameter(key), value)).toBe(shown);
      expect(typedText(parameter(key), value)).toBe(typed);
      expect(parseValue(parameter(key), typed)).toEqual({ ok: true, value });
    },
  );

  it.each([
    ['OVP', '3.65'],
    ['OVP', ''],
    ['CELLS', 'x'],
    ['SLEEP', '2'],
    ['TAG', 'XY'],
    ['LEVELS', '1;x;3'],
    ['MODE', '1a'],
  ])('[DEV-6] %s: the line “%s” has no value', (key, raw) => {
    expect(valueOfRaw(parameter(key), raw)).toBeUndefined();
    expect(shownValue(parameter(key), undefined)).toBe('unknown');
  });

  it('[DEV-6] each raw number of every scale is the same number after it was shown and typed', () => {
    for (const scale of [1, 0.1, 0.01, 0.001, 0.5, 0.25, 10, 0.0001]) {
      const decimal: Parameter = { ...parameter('OVP'), scale, min: -1e9, max: 1e9 };
      for (let raw = -5_000; raw <= 70_000; raw += 37) {
        const value = valueOfRaw(decimal, String(raw)) ?? NaN;
        expect(rawOfValue(decimal, value)).toBe(String(raw));
        const typed = parseValue(decimal, typedText(decimal, value));
        expect(typed.ok && areEqual(typed.value, value)).toBe(true);
      }
    }
  });

  it('[PAGE-312] a value may be typed with the digits of another script', () => {
    expect(parseValue(parameter('OVP'), '٣٫٦٥')).toEqual({ ok: true, value: 3.65 });
  });

  it('[DEV-6] a typed decimal comma and a true minus are accepted', () => {
    expect(parseValue(parameter('OVP'), ' 3,65 ')).toEqual({ ok: true, value: 3.65 });
    expect(parseValue(parameter('LEVELS'), '−10; 0; 5')).toEqual({ ok: true, value: [-10, 0, 5] });
  });
});

describe('the check of a typed value', () => {
  it.each([
    ['OVP', '4.301', 'must be at most 4.300\u202FV'],
    ['OVP', '2.499', 'must be at least 2.500\u202FV'],
    ['OVP', '3.6505', 'must have steps of 0.001\u202FV'],
    ['OVP', '', 'must be a number'],
    ['OVP', 'abc', 'must be a number'],
    ['CELLS', '16.5', 'must be a whole number'],
    ['MODE', '3', 'must be one of: Never, While charging, Always'],
    ['NAME', 'x'.repeat(17), 'must be at most 16 characters'],
    [
      'NAME',
      'a,b',
      'must be plain letters, digits and signs, without quotes, commas and semicolons',
    ],
    [
      'NAME',
      'a\r\nAT+RESET',
      'must be plain letters, digits and signs, without quotes, commas and semicolons',
    ],
    ['TAG', '12345', 'must have 4 hexadecimal digits'],
    ['TAG', 'GG', 'must be hexadecimal digits (0–9, A–F)'],
    ['LEVELS', '1;2', 'must have 3 entries'],
    ['LEVELS', '1;2;101', 'must be at most 100\u202F°C'],
  ])('[DEV-7] %s: “%s” %s', (key, text, problem) => {
    expect(parseValue(parameter(key), text)).toEqual({ ok: false, error: problem });
  });

  it('[DEV-7] a step counts from the minimum', () => {
    const stepped: Parameter = { ...parameter('OVP'), min: 2.505, step: 0.01 };
    expect(parseValue(stepped, '2.515').ok).toBe(true);
    expect(parseValue(stepped, '2.510')).toEqual({
      ok: false,
      error: 'must have steps of 0.010\u202FV',
    });
  });

  it('values are equal if they have the same type and entries; an absent value equals no value', () => {
    expect(areEqual(undefined, undefined)).toBe(false);
    expect(areEqual([1, 2], [1, 2])).toBe(true);
    expect(areEqual([1, 2], [1, 3])).toBe(false);
    expect(areEqual('1', 1)).toBe(false);
  });
});
