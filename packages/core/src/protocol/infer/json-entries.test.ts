import { expect, test } from 'vitest';
import { jsonEntries } from './json-entries.ts';
import { findJson } from './loose-json.ts';

const read = (text: string) => findJson(text).flatMap(({ value }) => jsonEntries(value));

const number = (value: number, decimals = 0) => ({ value, decimals });
const single = (text: string, ...numbers: readonly object[]) => ({ text, numbers, isList: false });
const list = (text: string, ...numbers: readonly object[]) => ({ text, numbers, isList: true });

test.each([
  ['13.0', single('13.0', number(13, 1))],
  ['-4', single('-4', number(-4))],
  ['true', single('true')],
  ['null', single('null')],
  ['"on"', single('on')],
  ['"13.20"', single('13.20', number(13.2, 2))],
  [
    '"13.2 V"',
    single('13.2 V', { value: 13.2, decimals: 1, unit: { kind: 'voltage', factor: 1 } }),
  ],
  ['[1,2.5]', list('1, 2.5', number(1), number(2.5, 1))],
  ['["1","2.5"]', list('1, 2.5', number(1), number(2.5, 1))],
  ['[]', list('')],
  ['[1,"on"]', list('1, on')],
  ['[1,true]', list('1, true')],
  ['[1,[2]]', list('1, …')],
])('[OBD-12] the value of a key: %s', (text, value) => {
  expect(read(`{"a":${text}}`)).toEqual([{ groups: [], key: 'a', value }]);
});

test.each(['null', 'None', 'NaN', 'nan', 'NULL'])(
  '[OBD-4] a member that was not read keeps its position: [1,%s,3]',
  (word) => {
    expect(read(`{"a":[1,${word},3]}`)).toEqual([
      {
        groups: [],
        key: 'a',
        value: list(`1, ${word}, 3`, number(1), number(Number.NaN), number(3)),
      },
    ]);
  },
);

test.each(['nulls', 'anull', 'no'])('[OBD-4] the word %s is not an absent value', (word) => {
  expect(read(`{"a":[1,${word},3]}`)).toEqual([
    { groups: [], key: 'a', value: list(`1, ${word}, 3`) },
  ]);
});

test('[OBD-12] outer keys are groups, in order', () => {
  expect(read('{"a":{"b":{"c":1},"d":2},"e":3}')).toEqual([
    { groups: ['a', 'b'], key: 'c', value: single('1', number(1)) },
    { groups: ['a'], key: 'd', value: single('2', number(2)) },
    { groups: [], key: 'e', value: single('3', number(3)) },
  ]);
});

test('[OBD-12] the members of a list of objects are numbered groups', () => {
  expect(read('{"packs":[{"v":1},{"v":2},3]}')).toEqual([
    { groups: ['packs', '[1]'], key: 'v', value: single('1', number(1)) },
    { groups: ['packs', '[2]'], key: 'v', value: single('2', number(2)) },
    { groups: ['packs'], key: '[3]', value: single('3', number(3)) },
  ]);
  expect(read('[{"v":1}]')).toEqual([{ groups: ['[1]'], key: 'v', value: single('1', number(1)) }]);
});

test('[OBD-178] the decimal comma is decided once for all strings of an object', () => {
  const value = (text: string) => read(text).map(({ value: { numbers } }) => numbers);
  // `3,301` alone may be 3301 or 3.301; `52,8` shows that the comma is the decimal sign.
  expect(value('{"a":"3,301","b":{"c":["52,8"]}}')).toEqual([
    [number(3.301, 3)],
    [number(52.8, 1)],
  ]);
  expect(value('{"a":"3,301"}')).toEqual([[]]);
});

test('[OBD-178] the numbers of JSON have a decimal point, also if its strings have decimal commas', () => {
  expect(read('{"a":3.301,"b":"52,8"}').map(({ value: { numbers } }) => numbers)).toEqual([
    [number(3.301, 3)],
    [number(52.8, 1)],
  ]);
});

test('[OBD-187] at most 1024 values are read', () => {
  const members = Array.from({ length: 1_020 }, (_, at) => `"k${at}":1`).join(',');
  const rest = '{"a":1,"b":2,"c":3,"d":4,"e":5}';
  const value = findJson(`{${members}}`)[0]?.value;
  const last = findJson(rest)[0]?.value;
  if (value?.kind !== 'object' || last?.kind !== 'object') throw new Error('not an object');
  const all = jsonEntries({ kind: 'object', entries: [...value.entries, ...last.entries] });
  expect(all).toHaveLength(1_024);
  expect(all.at(-1)?.key).toBe('d');
});
