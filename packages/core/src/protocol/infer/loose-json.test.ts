import { describe, expect, test } from 'vitest';
import { findJson, type Loose } from './loose-json.ts';

/** Converts a value to plain data. A bare text keeps its kind: `number 1`, `word true`. */
const plain = (value: Loose): unknown => {
  if (value.kind === 'object') {
    return value.entries.map(([key, each]): unknown => [key, plain(each)]);
  }
  if (value.kind === 'list') return value.items.map(plain);
  return value.kind === 'string' ? value.text : `${value.kind} ${value.text}`;
};

const read = (text: string) => findJson(text).map(({ value }) => plain(value));
/** Reads the text as the value of the key `a`. */
const valueIn = (text: string) => read(`{"a":${text}}`);
const valued = (value: unknown) => [[['a', value]]];

describe('[OBD-184] a value of JSON or of a Python literal', () => {
  test.each([
    ['1', 'number 1'],
    ['13.0', 'number 13.0'],
    ['-4', 'number -4'],
    ['+4', 'number +4'],
    ['.5', 'number .5'],
    ['1e3', 'number 1e3'],
    ['true', 'word true'],
    ['None', 'word None'],
    ['x1', 'word x1'],
    ['-x', 'word -x'],
    ['"b"', 'b'],
    ["'b'", 'b'],
    ['""', ''],
    ['"it\'s"', "it's"],
    [String.raw`"a\"b"`, 'a"b'],
    [String.raw`"a\\"`, 'a\\'],
    [String.raw`"20 \u00b0C"`, '20 °C'],
    [String.raw`"20 \u00B0C"`, '20 °C'],
    [String.raw`"\u00bz"`, 'u00bz'],
    ['[]', []],
    ['[1,2]', ['number 1', 'number 2']],
    ['(1,2)', ['number 1', 'number 2']],
    ['[1,2,]', ['number 1', 'number 2']],
    ['[ 1 , 2 , ]', ['number 1', 'number 2']],
    ['[[1],(2)]', [['number 1'], ['number 2']]],
    ['{}', []],
    ['{"b":1,}', [['b', 'number 1']]],
    ['{ "b" : 1 , }', [['b', 'number 1']]],
    ['{b:1}', [['b', 'number 1']]],
    ['{1:2}', [['1', 'number 2']]],
    [' \n\t 1 \r\n', 'number 1'],
    ['x'.repeat(64), `word ${'x'.repeat(64)}`],
    [`"${'x'.repeat(4_096)}"`, 'x'.repeat(4_096)],
  ])('%s', (text, value) => {
    expect(valueIn(text)).toEqual(valued(value));
  });

  test.each([
    ['', 'no value'],
    ['[1,2)', 'another closing bracket'],
    ['(1,2]', 'another closing bracket'],
    ['[1 2]', 'no comma between two members'],
    ['[1', 'an open list'],
    ['"b', 'an open string'],
    [String.raw`"b\"`, 'an open string after a backslash'],
    ['x'.repeat(65), 'a long word'],
    [`"${'x'.repeat(4_097)}"`, 'a long string'],
    [')', 'a closing bracket'],
  ])('nothing is read from %s: %s', (text) => {
    expect(valueIn(text)).toEqual([]);
  });

  test.each([
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":1',
    '{"a":1]',
    '{"a"',
    '{"a":',
    '{"a":1,"b"}',
    '{"a":1,[1]:2}',
    '{"a":1,(1):2}',
  ])('nothing is read from %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('an object is not a key', () => {
    expect(read('{"a":1,{"b":2}:3}')).toEqual([[['b', 'number 2']]]);
  });

  test('[OBD-187] at most eight levels are read', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    expect(valueIn(nested(7))).toHaveLength(1);
    expect(valueIn(nested(8))).toEqual([]);
  });

  test('[OBD-187] at most 2048 values are read', () => {
    // The object, its key and the list are values too.
    const list = (length: number) => `[${Array.from({ length }, () => '1').join(',')}]`;
    expect(valueIn(list(2_045))).toHaveLength(1);
    expect(valueIn(list(2_046))).toEqual([]);
  });
});

describe('[OBD-184] JSON is found anywhere in a text', () => {
  test('each object has its place in the text', () => {
    const text = 'x {"a":1} y {"b":2}';
    expect(findJson(text)).toEqual([
      {
        from: 2,
        to: 9,
        value: { kind: 'object', entries: [['a', { kind: 'number', text: '1' }]] },
      },
      {
        from: 12,
        to: 19,
        value: { kind: 'object', entries: [['b', { kind: 'number', text: '2' }]] },
      },
    ]);
  });

  test.each([
    ['{ "a":1}', 1],
    ['{\n"a":1}', 1],
    ["{'a':1}", 1],
    ['{1:2}', 1],
    ['{a:1}', 1],
    ['{_a:1}', 1],
    ['{a :1}', 1],
    [`{${'a'.repeat(41)}:1}`, 1],
    [`{${'a'.repeat(42)}:1}`, 0],
    ['{a}', 0],
    ['{-a:1}', 0],
    ['{}', 0],
    ['[{"a":1}]', 1],
    ['[ {"a":1}]', 1],
    ['[{}]', 0],
    ['[{},{"a":1}]', 1],
    ['[1,2]', 0],
    ['text', 0],
    ['', 0],
  ])('%s contains JSON: %i', (text, count) => {
    expect(findJson(text)).toHaveLength(count);
  });

  test('an object in a list is read once', () => {
    expect(read('[{"a":1}]')).toEqual([[[['a', 'number 1']]]]);
  });

  test('an object after a broken one is read', () => {
    expect(read('{"a" 1} {"b":2}')).toEqual([[['b', 'number 2']]]);
  });

  test('[OBD-187] after more than 16 broken ones nothing is read', () => {
    const after = (broken: number) => read(`${'{"a" '.repeat(broken)}{"b":2}`);
    expect(after(16)).toEqual([[['b', 'number 2']]]);
    expect(after(17)).toEqual([]);
  });
});
