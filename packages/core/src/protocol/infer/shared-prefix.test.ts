import { describe, expect, test } from 'vitest';
import { readableLines } from './text-lines.ts';

const KEYS = ['SOC: 50', 'SOH: 99', 'Cycles: 12', 'Volts: 12.5', 'Amps: 1'];

const withPrefix = (prefix: string, count = 5): readonly string[] =>
  KEYS.map((line, at) => (at < count ? `${prefix}${line}` : line));

const prefixOf = (...lines: readonly string[]): string => readableLines(lines).prefix;

describe('[OBD-184] the beginning that most lines share is removed', () => {
  test.each([
    ['APP:SerialBattery:', ''],
    ['My battery:', ' '],
    ['[bms]', ' '],
    ['(bms)', ''],
    ['bms>', ' '],
    ['bms |', '  '],
    ['a:b:c:', ' '],
    ['ab:', ''],
    ['[b]|', ''],
    [`${'n'.repeat(63)}|`, ' '],
  ])('%s', (prefix, gap) => {
    const lines = withPrefix(`${prefix}${gap}`);
    const result = readableLines(lines);
    expect({ ...result, lines: result.lines.map((line) => line.trim()) }).toEqual({
      lines: KEYS,
      whole: lines,
      prefix,
    });
  });

  test.each([
    ['one character', 'a:'],
    ['two digits', 'bms12:'],
    ['a comma', 'a,b:'],
    ['a brace', '{b:'],
    ['an equals sign', 'a=b:'],
    ['more than 64 characters and a sign', `${'n'.repeat(65)}:`],
  ])('unless it has %s', (_, prefix) => {
    const lines = withPrefix(prefix);
    expect(readableLines(lines)).toEqual({ lines, whole: lines, prefix: '' });
  });

  test('if at least three lines begin with it', () => {
    expect(prefixOf('bms: SOC: 5', 'bms: SOH: 5', 'bms: V: 5')).toBe('bms:');
    expect(prefixOf('bms: SOC: 5', 'bms: SOH: 5')).toBe('');
    expect(prefixOf('bms: SOC: 5', 'bms: SOH: 5', ' ')).toBe('');
    expect(prefixOf('bms: SOC: 5', 'bms: SOH: 5', 'OK')).toBe('');
  });

  test('if at least four fifths of the lines that are not empty begin with it', () => {
    expect(prefixOf(...withPrefix('bms: ', 4))).toBe('bms:');
    expect(prefixOf(...withPrefix('bms: ', 4), '', ' ')).toBe('bms:');
    expect(prefixOf(...withPrefix('bms: ', 4), 'OK')).toBe('');
    expect(prefixOf(...withPrefix('bms: ', 3))).toBe('');
  });

  test('lines that do not begin with it are kept', () => {
    expect(readableLines(withPrefix('bms: ', 4)).lines.map((line) => line.trim())).toEqual(KEYS);
  });

  test('if three fifths of the lines have keys of their own after it', () => {
    const lines = (keys: number): readonly string[] =>
      KEYS.map((line, at) => `bms: ${at < keys ? line : 'ok'}`);
    expect(prefixOf(...lines(3))).toBe('bms:');
    expect(prefixOf(...lines(2))).toBe('');
  });

  test.each([['SOC = 5'], ['SOC | 5'], ['---'], ['* = -']])(
    'a line %j after it needs no colon',
    (rest) => {
      expect(prefixOf('bms: SOC: 5', `bms: ${rest}`, `bms: ${rest}`, 'bms: ok')).toBe('bms:');
    },
  );

  test('a line that only repeats it needs no key', () => {
    const lines = (bare: number): readonly string[] => [
      ...['bms: SOC: 5', 'bms: SOH: 5', 'bms: V: 5', 'bms: A: 5'],
      ...['bms: ok', 'bms: ok', 'bms: ok', 'bms: ok'],
      ...Array.from({ length: 2 }, (_, at) => (at < bare ? 'bms:' : 'ok')),
    ];
    expect([prefixOf(...lines(2)), prefixOf(...lines(1))]).toEqual(['bms:', '']);
  });

  test('a time before it and a level after it are removed too', () => {
    const lines = ['SOC: 5', 'SOH: 6', 'V: 7'].map(
      (line, at) => `10:20:3${at} bms:[${'IWE'[at]}] ${line}`,
    );
    expect(readableLines(lines)).toEqual({
      lines: ['SOC: 5', 'SOH: 6', 'V: 7'],
      whole: lines,
      prefix: 'bms:',
    });
  });

  test('the longest of several beginnings is removed', () => {
    expect(prefixOf(...withPrefix('bms: pack: '))).toBe('bms: pack:');
  });

  test('the key of a list is not removed', () => {
    const lines = ['Cell: 3.301 V', 'Cell: 3.302 V', 'Cell: 3.303 V'];
    expect(readableLines(lines)).toEqual({ lines, whole: lines, prefix: '' });
  });
});
