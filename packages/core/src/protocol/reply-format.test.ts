import { describe, expect, test } from 'vitest';
import { fieldOf, parseQuantity, unitOf } from './field-value.ts';
import { numbersInText, readReply, replyText } from './reply-format.ts';

describe('quantities', () => {
  test.each([
    ['13.211 V', { value: 13.211, unit: 'V' }],
    ['-12,40A', { value: -12.4, unit: 'A' }],
    ['+78.5 %', { value: 78.5, unit: '%' }],
    ['0x1F', { value: 31 }],
    [' 42 ', { value: 42 }],
    ['25 °C', { value: 25, unit: 'degC' }],
    ['3302mV', { value: 3302, unit: 'mV' }],
  ])('[OBD-14] %j is a quantity', (text, quantity) => {
    expect(parseQuantity(text)).toStrictEqual(quantity);
  });

  test.each([
    '',
    'V',
    'x0x1F',
    '13.2.1',
    '1 2',
    '12  V',
    '13.211 kV',
    '0x',
    '0x123456789',
    'x12',
    '12 V!',
    '1e3',
  ])('[OBD-14] %j is not a quantity', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  test.each([
    ['V', ['v', 'V', 'volt', 'Volts']],
    ['mV', ['mV', 'MV']],
    ['A', ['a', 'amp', 'Amps']],
    ['mA', ['mA']],
    ['Ah', ['Ah']],
    ['mAh', ['mAh']],
    ['%', ['%', 'pct', 'percent']],
    ['degC', ['°C', 'degC', 'deg', 'c', 'Celsius']],
    ['W', ['w', 'watt', 'Watts']],
    ['s', ['s', 'sec']],
    [
      undefined,
      [
        '',
        'vx',
        'xv',
        'amV',
        'mVx',
        'amA',
        'mAhx',
        'xAh',
        'pct.',
        'xc',
        'kw',
        'wx',
        'ms',
        'second',
      ],
    ],
  ] as const)('[OBD-11] the unit %s is written as one of %j', (unit, texts) => {
    expect(texts.map(unitOf)).toStrictEqual(texts.map(() => unit));
  });
});

describe('the value of a key', () => {
  test.each([
    ['13.211 V', [13.211], false, 'V'],
    ['3302,3304', [3302, 3304], true, undefined],
    ['3302/3304 mV', [3302, 3304], true, 'mV'],
    ['[1 -2]', [1, -2], true, undefined],
    [' [5] ', [5], true, undefined],
    ['[a,1]', ['a', 1], true, undefined],
    ['1;2|3', [1, 2, 3], true, undefined],
    ['13,211 V', [13.211], false, 'V'],
    ['13,2 1', [13, 2, 1], true, undefined],
    ['-13,25 %', [-13.25], false, '%'],
    ['13,2114 V', [13, 2114], true, 'V'],
    ['1,2,3 V', [1, 2, 3], true, 'V'],
    ['1,', ['1,'], false, undefined],
    ['1,,2', [1, 2], true, undefined],
    ['1  2', [1, 2], true, undefined],
    ['x [1]', ['x [1]'], false, undefined],
    ['[1] x', ['[1] x'], false, undefined],
    ['IDLE, FULL', ['IDLE, FULL'], false, undefined],
    ['IDLE', ['IDLE'], false, undefined],
  ] as const)('[OBD-13] %j is read as %j', (text, values, isList, unit) => {
    expect(fieldOf('k', text)).toStrictEqual({ key: 'k', values, isList, ...(unit && { unit }) });
  });
});

describe('the fields of a reply', () => {
  const one = (key: string, value: number | string | null) => ({
    key,
    values: [value],
    isList: false,
  });

  test('[OBD-12] JSON in other text, with nested keys, texts, switches and null', () => {
    expect(
      readReply(['x {"a":{"b":1,"c":"2 V","d":true,"e":false},', '"f":[1,null,"x"],"g":null} y']),
    ).toStrictEqual({
      format: 'json',
      fields: [
        one('a.b', 1),
        { ...one('a.c', 2), unit: 'V' },
        one('a.d', 1),
        one('a.e', 0),
        { key: 'f', values: [1, null, 'x'], isList: true },
        one('g', null),
      ],
    });
  });

  test('[OBD-12] JSON below the sixth level and broken JSON have no fields', () => {
    const nested = (depth: number): string => `${'{"k":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(readReply([nested(6)])).toStrictEqual({
      format: 'json',
      fields: [one('k.k.k.k.k.k', 1)],
    });
    expect(readReply([nested(7)]).format).not.toBe('json');
    expect(readReply(['{"k":1']).format).not.toBe('json');
  });

  test('[OBD-13] pairs with = or : on one line, and one pair of several words', () => {
    expect(readReply(['V=13.2, I = -1.2 | MODE=IDLE;'])).toStrictEqual({
      format: 'kv',
      fields: [one('V', 13.2), one('I', -1.2), one('MODE', 'IDLE')],
    });
    expect(readReply(['V:13.2 I:-1.2'])).toStrictEqual({
      format: 'kv',
      fields: [one('V', 13.2), one('I', -1.2)],
    });
    expect(readReply(['Pack Voltage: 13.2 V', 'soc\t78'])).toStrictEqual({
      format: 'kv',
      fields: [{ ...one('Pack Voltage', 13.2), unit: 'V' }, one('soc', 78)],
    });
  });

  test('[OBD-13] more than half of the lines must be pairs', () => {
    expect(readReply(['V=1', 'I=2', 'text']).format).toBe('kv');
    expect(readReply(['V=1', 'text']).format).toBe('raw');
  });

  test('[OBD-15] a reply of at least three numbers is a list of numbers, also with a tag or a mask of four digits', () => {
    expect(readReply(['1;2', '3'])).toStrictEqual({
      format: 'numbers',
      fields: [one('#1', 1), one('#2', 2), one('#3', 3)],
    });
    expect(readReply(['$PACK,48.7,00FF']).fields).toStrictEqual([
      one('#1', '$PACK'),
      one('#2', 48.7),
      one('#3', '00FF'),
    ]);
    expect(readReply(['1 2']).format).toBe('raw');
    expect(readReply(['1 2 three']).format).toBe('raw');
  });

  test('[OBD-76] at least four bytes in hexadecimal are bytes', () => {
    expect(readReply(['A5 5A 01', 'ff'])).toStrictEqual({
      format: 'hex',
      fields: [{ key: 'bytes', values: [0xa5, 0x5a, 0x01, 0xff], isList: true }],
    });
    expect(readReply(['A55A01']).format).toBe('raw');
    expect(readReply(['A55A01F']).format).toBe('raw');
  });

  test('[OBD-152] the numbers of any other text have their positions', () => {
    expect(numbersInText('at 13.2V, x12 and -4')).toStrictEqual([
      { from: 3, to: 7, value: 13.2, unit: 'V' },
      { from: 18, to: 20, value: -4 },
    ]);
    expect(numbersInText('13,2|4')).toStrictEqual([
      { from: 0, to: 4, value: 13.2 },
      { from: 5, to: 6, value: 4 },
    ]);
    expect(numbersInText('13,2 4').map(({ value }) => value)).toStrictEqual([13, 2, 4]);
    expect(readReply(['about 5 of 7']).fields).toStrictEqual([one('#1', 5), one('#2', 7)]);
  });

  test('[OBD-24] the name of the reply, result codes and unsolicited lines are not part of its text', () => {
    expect(replyText(['+BAT: 1,2 ', '', '+ALARM: PRT=1', 'READY', 'OK'])).toBe('1,2');
  });

  test('[RX-11] a reply above 32 KiB has no fields, and a smaller one at most 1,024', () => {
    expect(readReply(['1 '.repeat(16_385)])).toStrictEqual({ format: 'raw', fields: [] });
    for (const text of [
      '1 '.repeat(2_000),
      'a=1 '.repeat(2_000),
      `[${'{"a":1},'.repeat(2_000)}{}]`,
    ]) {
      expect(readReply([text]).fields).toHaveLength(1_024);
    }
  });
});
