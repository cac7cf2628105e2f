import { expect, test } from 'vitest';
import { itemsOf, recordsOf } from './items.ts';

const records = (...lines: readonly string[]): readonly string[] =>
  recordsOf(itemsOf(lines)).map((record) => record.map(({ line }) => line).join(' '));

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['only words', ['ok', 'done'], []],
  ['one', ['V: 1', 'A: 2'], ['0 1']],
  ['where the first key returns', ['V: 1', 'A: 2', 'V: 3', 'A: 4'], ['0 1', '2 3']],
  ['not where another single key returns', ['V: 1', 'A: 2', 'A: 3'], ['0 1 2']],
  ['where several keys return', ['V: 1', 'A: 2, B: 3', 'A: 4, B: 5'], ['0 1', '2']],
  ['where a row returns', ['V: 1', '1 2 3', '4 5 6'], ['0 1', '2']],
  ['not where a row of another length follows', ['V: 1', '1 2 3', '4 5 6 7'], ['0 1 2']],
  ['not where a row returns below a title', ['Pack', '1 2 3', '4 5 6'], ['0 1 2']],
  ['where the title returns', ['Pack', 'V: 1', 'Pack', 'V: 1'], ['0 1', '2 3']],
  ['without records of words only', ['ok', 'ok', 'V: 1'], ['1 2']],
  ['where JSON returns', ['{"a":1}', '{"a":2}'], ['0', '1']],
  [
    'where a table returns',
    ['W: 1', 'V,A,SOC', '1.5,1,50', 'ok', 'V,A,SOC', '1.6,1,50'],
    ['0 1 3', '4'],
  ],
  ['the second one starts a record', ['V: 1', 'A: 2, B: 3', 'V: 4', 'A: 5, B: 6'], ['0 1', '2 3']],
])('[OBD-183] a stream is split into records: %s', (_, lines, expected) => {
  expect(records(...lines)).toEqual(expected);
});
