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
    ['1,250 mA', 'point', 1_250],
    ['1,250 mA', 'comma', 1.25],
    ['1,250 mA', 'unclear', undefined],
    ['1.250 mA', 'unclear', undefined],
    ['1,250 A', 'point', 1_250],
    ['13,2 V', 'point', undefined],
    ['13,2 V', 'comma', 13.2],
    ['1.250 V', 'comma', 1.25],
    ['1,250 amps', 'unclear', 1.25],
    ['1,250', 'unclear', 1.25],
    ['1,250 mA', undefined, 1.25],
  ] as const)('[OBD-178] %j in a reply with the rule %s is %s', (text, rule, value) => {
    expect(parseQuantity(text, rule)?.value).toBe(value);
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
        'xmAh',
        'Ahx',
        'xpct',
        'degCx',
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
    ['13,25%', [13.25], false, '%'],
    ['13,25 mV', [13.25], false, 'mV'],
    ['123456,25 %', [123456, 25], true, '%'],
    ['1, FULL', ['1, FULL'], false, undefined],
    [' IDLE ', ['IDLE'], false, undefined],
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

  test('[OBD-337] a key that occurs twice in one object of JSON has no value', () => {
    expect(readReply(['{"a":1,"a":2,"b":3}']).fields).toStrictEqual([one('b', 3)]);
    expect(readReply(['{"x":{"a":{"c":1},"a":{"c":2},"ab":5},"a":6}']).fields).toStrictEqual([
      one('x.ab', 5),
      one('a', 6),
    ]);
    expect(readReply(['[{"a":1,"a":2,"b":3},{"a":4}]']).fields).toStrictEqual([
      one('0.b', 3),
      one('1.a', 4),
    ]);
  });

  test('[OBD-178] the texts of JSON have one meaning of a comma', () => {
    const currents = (volts: string) =>
      readReply([`{"n":13,"i":"1,250 mA","v":"${volts} V"}`]).fields.map(({ values }) => values[0]);
    expect(currents('13.25')).toStrictEqual([13, 1_250, 13.25]);
    expect(currents('13,2')).toStrictEqual([13, 1.25, 13.2]);
  });

  test('[OBD-12] a list of objects has fields, a list of numbers alone is no JSON', () => {
    expect(readReply(['{"f":[1,{"a":2}]}']).fields).toStrictEqual([one('f.0', 1), one('f.1.a', 2)]);
    expect(readReply(['[1,2,3]']).format).not.toBe('json');
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

  test.each(['12 V=13', '=5', '5 x: 1', ',V=13'])(
    '[OBD-13] %j has no pair, because its key does not begin with a letter',
    (text) => {
      expect(readReply([text]).format).toBe('raw');
    },
  );

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
    expect(readReply(['1 V;;2 A;3']).fields).toStrictEqual([
      { ...one('#1', 1), unit: 'V' },
      { ...one('#2', 2), unit: 'A' },
      one('#3', 3),
    ]);
    expect(readReply(['BAT;48,73;12']).fields[1]).toStrictEqual(one('#2', 48.73));
    for (const text of ['-x;1;2;3', 'x-;1;2;3', '1;2;100FF', '1;2;FF00x']) {
      expect(readReply([text]).format).toBe('raw');
    }
    expect(readReply(['BAT 48.7', '1 2']).format).toBe('raw');
    expect(readReply(['1 2']).format).toBe('raw');
    expect(readReply(['1 2 three']).format).toBe('raw');
  });

  test('[OBD-76] at least four bytes in hexadecimal are bytes', () => {
    expect(readReply(['A5 5A 01', 'ff'])).toStrictEqual({
      format: 'hex',
      fields: [{ key: 'bytes', values: [0xa5, 0x5a, 0x01, 0xff], isList: true }],
    });
    expect(readReply(['A55A01']).format).toBe('raw');
    for (const text of ['A55A01F', 'A55A01FF0', 'xA55A01FF', 'A55A01FFx']) {
      expect(readReply([text]).format).toBe('raw');
    }
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
    const values = (text: string) => numbersInText(text).map(({ value }) => value);
    expect(values('-13,25|+4')).toStrictEqual([-13.25, 4]);
    expect(values('-13.25 +4')).toStrictEqual([-13.25, 4]);
    const [found] = numbersInText('the pack has 13 mAh and 78 percent');
    expect(found).toStrictEqual({ from: 13, to: 15, value: 13, unit: 'mAh' });
    expect(readReply(['about 5 V here, 7']).fields[0]).toStrictEqual({
      ...one('#1', 5),
      unit: 'V',
    });
    expect(readReply(['about 5 of 7']).fields).toStrictEqual([one('#1', 5), one('#2', 7)]);
  });

  test('[OBD-24] the name of the reply, result codes and unsolicited lines are not part of its text', () => {
    expect(replyText(['+BAT: 1,2 ', '', '+ALARM: PRT=1', 'READY', 'OK'])).toBe('1,2');
    expect(replyText(['+BAT:1', 'a +B: 2'])).toBe('1\na +B: 2');
  });

  test('[RX-11] a reply above 32 KiB has no fields, and a smaller one at most 1,024', () => {
    expect(readReply(['1 '.repeat(16_385)])).toStrictEqual({ format: 'raw', fields: [] });
    expect(readReply([`${'1 '.repeat(16_383)}12`]).fields).toHaveLength(1_024);
    for (const text of [
      '1 '.repeat(2_000),
      'a=1 '.repeat(2_000),
      `[${'{"a":1},'.repeat(2_000)}{}]`,
    ]) {
      expect(readReply([text]).fields).toHaveLength(1_024);
    }
  });
});
