import { describe, expect, test } from 'vitest';
import {
  columnPair,
  pairEntry,
  pairsOf,
  spacedPair,
  statePairs,
  valueColumn,
} from './text-entries.ts';

/** Writes pairs as `group > key = text`. */
const written = (line: string): readonly string[] =>
  pairsOf(line).map(({ groups, key, text }) => `${[...groups, key].join(' > ')} = ${text}`);

describe('[OBD-13] a key and its value', () => {
  test.each([
    ...['SOC: 50 %', 'SOC:50 %', 'SOC : 50 %', 'SOC=50 %', 'SOC = 50 %', 'SOC := 50 %'],
    ...['SOC: 50 %;', 'SOC: 50 %,', 'SOC: 50 %| ', '- SOC: 50 %', '* SOC: 50 %', '# SOC: 50 %'],
    ...['+SOC: 50 %', '--- SOC: 50 %', '<SOC>: 50 %', '"SOC": 50 %', '\'SOC" : 50 %'],
    ...['x, SOC: 50 %', 'x  SOC: 50 %'],
  ])('%s has the key SOC', (line) => {
    expect(pairsOf(line)).toEqual([{ groups: [], key: 'SOC', text: '50 %' }]);
  });

  test.each([
    ['A: 10:20, B: 5', ['A = 10:20', 'B = 5']],
    ['A: 10:20:30', ['A = 10:20:30']],
    ['at 10:20 SOC: 5', ['at 10:20 SOC = 5']],
    ['MAC: aa:bb:CC:dd', ['MAC = aa:bb:CC:dd']],
    ['url: http://x', ['url = http://x']],
    ['1: 5', ['1 = 5']],
    ['123: 5', ['123 = 5']],
    ['12 A: 5', ['12 A = 5']],
    ['ä: 1', ['ä = 1']],
    ['SOC:', ['SOC = ']],
    ['a b c d e f g: 5', ['a b c d e f g = 5']],
    [`${'x'.repeat(64)}: 1`, [`${'x'.repeat(64)} = 1`]],
  ])('%s is read as %j', (line, pairs) => {
    expect(written(line)).toEqual(pairs);
  });

  test.each([
    ...['', 'a', 'SOC:/x', 'http://x', 'x == 5', 'x === 5', 'x => 5', 'x <= 5', 'x >= 5', 'x != 5'],
    ...['1234: 5', '-: 5', '°: 1', ': 5', 'a b c d e f g h: 5', `${'x'.repeat(65)}: 1`, "'' : 5"],
    ...['10:20', '[10:20:30] ok', 'aa:bb:cc:dd'],
  ])('is not in %j', (line) => {
    expect(pairsOf(line)).toEqual([]);
  });
});

describe('[OBD-13] several keys on one line', () => {
  test.each([
    ...['A: 1, B: 2', 'A: 1; B: 2', 'A: 1 | B: 2', 'A: 1  B: 2', 'A: 1\tB: 2', 'A: 1,B: 2'],
    ...['A: 1,"B": 2', "A: 1,'B': 2", 'A: 1;B: 2', 'A: 1|B: 2', 'A: 1 -> B: 2', 'A: 1 B: 2'],
    ...['A=1 B=2', 'A = 1 B = 2', 'A: 1 "B": 2', 'A: 1 #B: 2', "A: 1 'B': 2"],
  ])('%s has the keys A and B', (line) => {
    expect(written(line)).toEqual(['A = 1', 'B = 2']);
  });

  test.each([
    ...['1 V', '1V', '1.5e3', '-.5 mV', '+5 µA', '5 kW', '[12 V]', '(5 °C)', '5 ° C', '5°F'],
    ...['5 degC', '5 C', '5 F', '5 %', '5 VDC', '5 AH', '5 mAh', '5 uA', '5 v', "1'234 V", '5*'],
    ...['5!', '5 V*', 'ok', '5x', '1,2,3'],
  ])('the first with the value %s', (value) => {
    expect(written(`A: ${value} B: 2`)).toEqual([`A = ${value}`, 'B = 2']);
  });

  test.each([
    ['A: 5 _b: 2', ['A = 5', '_b = 2']],
    ['A: 5 x B: 2', ['A = 5', 'x B = 2']],
    ['A: 5 V x B: 2', ['A = 5 V', 'x B = 2']],
    ['A: 5 V, 6 V, B: 2', ['A = 5 V, 6 V', 'B = 2']],
    ['V1 = 3.3 V2 = 3.4', ['V1 = 3.3', 'V2 = 3.4']],
    ['A: 1, : 2', []],
    ['A: 1; : 2', []],
    ['A: , B: 5', ['A = ,', 'B = 5']],
    ['A: 1  x  y, B: 2', ['A = 1  x  y', 'B = 2']],
    ['A: x10:20 B: 5', ['A > x10 = 20', 'A > B = 5']],
    ['A <= B: 5', ['B = 5']],
    ['A: 5  ,  B: 6', ['A = 5', 'B = 6']],
    ['A: 5 e1 B: 6', ['A = 5', 'e1 B = 6']],
    ['A: 1e12 V B: 6', ['A = 1e12 V', 'B = 6']],
    ['A: .55 V B: 6', ['A = .55 V', 'B = 6']],
    ['A: 1e-3 V  B: 6', ['A = 1e-3 V', 'B = 6']],
    ['A: 1 ; B = 2; ', ['A = 1', 'B = 2']],
  ])('%s is read as %j', (line, pairs) => {
    expect(written(line)).toEqual(pairs);
  });

  test('at most 128 are read', () => {
    const line = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=1`).join(' ');
    expect(written(line(128))).toHaveLength(128);
    expect(written(line(129))).toHaveLength(128);
  });
});

describe('[OBD-12] an outer key on the same line', () => {
  test.each([
    [
      'Temperature: MosFet=28, Sensor 1=25',
      ['Temperature > MosFet = 28', 'Temperature > Sensor 1 = 25'],
    ],
    ['Temp: a=1 b=2', ['Temp > a = 1', 'Temp > b = 2']],
    ['T: a:1', ['T > a = 1']],
    ['T= a:1', ['T > a = 1']],
    ['T: a=1; U: b=2', ['T > a = 1', 'U > b = 2']],
    ['A: B: C: 5', ['A > B > C = 5']],
    ['A: B: c=5 d=6; E: f=7', ['A > B > c = 5', 'A > B > d = 6', 'E > f = 7']],
    ['a=1 B: C: d: 5', ['a = 1', 'B > C > d = 5']],
    ['Module 1  T: a=1, b=2', ['Module 1 > T > a = 1', 'Module 1 > T > b = 2']],
    ['T: x y=1', ['T > x y = 1']],
    ['T= x y=1', ['T = x', 'y = 1']],
    ['T: x y:1', ['T = x', 'y = 1']],
    ['T: 5 V y=1', ['T = 5 V', 'y = 1']],
    ['Module #1   25.06V   Cell0: 4.18V', ['Module #1 > Cell0 = 4.18V']],
    ['  Zelle 123  25 V  C0: 4.18V', ['Zelle 123 > C0 = 4.18V']],
    ['Module1  C0: 4 C1: 5', ['Module1 > C0 = 4', 'Module1 > C1 = 5']],
    ['Module 1 Cell0: 4', ['Module 1 Cell0 = 4']],
    ['Module 1234  Cell0: 4', ['Cell0 = 4']],
    ['12 Module 1  Cell0: 4', ['Cell0 = 4']],
  ])('%s is read as %j', (line, pairs) => {
    expect(written(line)).toEqual(pairs);
  });
});

describe('[OBD-179] a hexadecimal number that the device itself decodes', () => {
  test.each([
    ['A: 0x2fFc = 12284 mV', ['A = 0x2fFc = 12284 mV']],
    ['A: 0X2 = 5 mV, B: 5', ['A = 0X2 = 5 mV', 'B = 5']],
    ['A: 0x1 = 2, B: 3, C: 4', ['A = 0x1 = 2', 'B = 3', 'C = 4']],
    ['A: 0x1 = 2, B: 0x3 = 4', ['A = 0x1 = 2', 'B = 0x3 = 4']],
    [': 0x1 = 2, B: 5', ['B = 5']],
    ['A: 0x12 B: 3', ['A = 0x12', 'B = 3']],
    ['A: 0xg = 3', ['A > 0xg = 3']],
    ['A: x0x1 = 3', ['A > x0x1 = 3']],
  ])('%s is read as %j', (line, pairs) => {
    expect(written(line)).toEqual(pairs);
  });
});

test.each([
  ["'Volts': Sending state 52.1 V with 2 decimals of accuracy", 'Volts', '52.1 V'],
  ["'Pack: 1': Sending state 10:20", 'Pack: 1', '10:20'],
  ["  'Volts' >> 52.1 V  ", 'Volts', '52.1 V'],
  ["'Volts' : Got state 52.1 V", 'Volts', '52.1 V'],
  ["'Volts': New state 52.1 V", 'Volts', '52.1 V'],
  ["'Relay': Received new state 'ON'", 'Relay', 'ON'],
  ["'Relay'>>ON", 'Relay', 'ON'],
  ["'Volts': 5 with 12 decimals of accuracy", 'Volts', '5'],
  ["'Volts': 5 with 2 decimals of accuracy ok", 'Volts', '5 with 2 decimals of accuracy ok'],
  ["'Volts':", 'Volts', ''],
  [`'${'n'.repeat(64)}': 5`, 'n'.repeat(64), '5'],
  ["'Volts' = 5", 'Volts', '5'],
])('[OBD-184] the state of a sensor is read from the log line %s', (line, key, text) => {
  expect(pairsOf(line)).toEqual([{ groups: [], key, text }]);
});

describe('[OBD-172] words that mean a state', () => {
  test.each([
    ...['on', 'OFF', 'enabled', 'disabled', 'active', 'inactive', 'open', 'closed'],
    ...['not active', 'not  on', 'enabled, active', 'enabled , not active, ok'],
  ])('%s is a state', (state) => {
    const expected = { groups: [], key: 'Charge FET', text: state };
    expect(statePairs(`Charge FET ${state}`)).toEqual([expected]);
    expect(statePairs(` Charge FET  ${state} | ab ${state} `)).toEqual([
      expected,
      { ...expected, key: 'ab' },
    ]);
  });

  test.each([
    ...['', 'on', 'a on', 'Relay opened', 'Relay son', 'Charge on 5', 'Charge on x'],
    ...['Charge on | x', 'x | Charge on', `${'x'.repeat(49)} on`, 'Charge, on, a b'],
  ])('%j has no name with a state', (line) => {
    expect(statePairs(line)).toEqual([]);
  });

  test('the key has at most 48 characters', () => {
    expect(statePairs(`${'x'.repeat(48)} on`)).toHaveLength(1);
  });

  test('at most 16 are read', () => {
    const line = (count: number) => Array.from({ length: count }, () => 'ab on').join('|');
    expect(statePairs(line(16))).toHaveLength(16);
    expect(statePairs(line(17))).toHaveLength(16);
  });
});

describe('[OBD-14] values in a column', () => {
  test.each<[readonly string[], number | undefined]>([
    [['SOC   50', 'SOH   60', 'Vol   5'], 6],
    [['SOC   50', 'SOH   60', 'Volt  5'], 6],
    [['  SOC   50', '  SOH   60', '  Vol   5'], 8],
    [['_OC   50', '_OH   60', 'ä c   5'], 6],
    [['SOC   50 %', 'SOH   60', 'Vol   5'], 6],
    [['ok', 'SOC   50', '', 'SOH   60', 'Vol   5'], 6],
    [['a   5', 'b   5', 'c   5', 'ab    5', 'ac    5', 'ad    5'], 4],
    [['a    5', 'b    5', 'c    5', 'ab  5', 'ac  5', 'ad  5', 'ae  5'], 4],
    [['SOC   50', 'SOH   60'], undefined],
    [['SOC   50', 'SOH   60', 'Voltage  5'], undefined],
    [['1OC   50', '2OH   60', '3ol   5'], undefined],
    [['SOC\t50', 'SOH\t60', 'Vol\t5'], undefined],
    [['SOC   50  x', 'SOH   60  x', 'Vol   5  x'], undefined],
    [['SOC 50', 'SOH 60', 'Vol 5'], undefined],
    [[], undefined],
  ])('the values of %j begin at column %s', (lines, column) => {
    expect(valueColumn(lines)).toBe(column);
  });

  test.each<[string, number | undefined, string, string]>([
    ['SOC   50', 6, 'SOC', '50'],
    ['  SOC   50 %', 8, 'SOC', '50 %'],
    ['a b  5', 5, 'a b', '5'],
    ['ä  5', 3, 'ä', '5'],
    ['_  5', 3, '_', '5'],
    ['SOC\t50', undefined, 'SOC', '50'],
    ['SOC\t50\t%', undefined, 'SOC', '50 %'],
    ['SOC\t50\t % \t ', 0, 'SOC', '50 %'],
    [' SOC \t\t 50 ', undefined, 'SOC', '50'],
    ['SOC  \t50', undefined, 'SOC', '50'],
  ])('%j with the column %s', (line, column, key, text) => {
    expect(columnPair(line, column)).toEqual({ groups: [], key, text });
  });

  test.each<[string, number | undefined]>([
    ['SOC   50', 5],
    ['SOC   50', undefined],
    ['1OC   50', 6],
    ['1OC\t50', undefined],
    ['SOC 50', 4],
    ['SOC\t50\t%\tx', undefined],
    ['SOC\t50\t%\t\tx', undefined],
    ['', 0],
  ])('not %j with the column %s', (line, column) => {
    expect(columnPair(line, column)).toBeUndefined();
  });
});

describe('[OBD-173] a key and a value with a unit, separated by a space', () => {
  test.each([
    ['SOC 78 %', 'SOC', '78 %'],
    ['SOC 78%', 'SOC', '78%'],
    [' SOC  78.5 % ', 'SOC', '78.5 %'],
    ['I -5 A', 'I', '-5 A'],
    ['I +5 A', 'I', '+5 A'],
    ['U .5 Volt', 'U', '.5 Volt'],
    ['_a 5 V', '_a', '5 V'],
    ['ä 5 V', 'ä', '5 V'],
    ['Pack a.b-c 1 5 V', 'Pack a.b-c 1', '5 V'],
    [`${'U'.repeat(32)} 5 V`, 'U'.repeat(32), '5 V'],
  ])('%s has the key %s and the value %s', (line, key, text) => {
    expect(spacedPair(line)).toEqual({ groups: [], key, text });
  });

  test.each([
    ...['', 'SOC 78', 'SOC ok', 'SOC 78 ok', 'U 5 Volts', 'SOC! 5 V', '1a 5 V', 'U 5 V x', '5 V'],
    `${'U'.repeat(33)} 5 V`,
  ])('%j has no key with a value', (line) => {
    expect(spacedPair(line)).toBeUndefined();
  });

  test.each(['U 5,1 V', 'U 1,234 V', 'U 1,234.5 V', 'U 1.234,5 V'])(
    '[OBD-262] %s, whatever its comma means',
    (line) => {
      expect(spacedPair(line)).toEqual({ groups: [], key: 'U', text: line.slice(2) });
    },
  );
});

test('[OBD-12] an entry has the headings before its own groups', () => {
  expect(pairEntry({ groups: ['b'], key: 'k', text: '5,5' }, ['a'], 'comma')).toEqual({
    groups: ['a', 'b'],
    key: 'k',
    value: { text: '5,5', isList: false, numbers: [{ value: 5.5, decimals: 1 }] },
  });
});
