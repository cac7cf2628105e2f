import * as v from 'valibot';
import { expect, test } from 'vitest';
import { check, jsonFile, lineOf, listOf, textOf, wholeNumber } from './schema.ts';

const schema = v.object({
  name: textOf(8),
  label: v.optional(lineOf(4), ''),
  kind: v.picklist(['ask', 'measure']),
  times: listOf(wholeNumber(1, 10_000), 2),
  isOn: v.optional(v.boolean(), true),
  value: v.exactOptional(
    v.variant('of', [
      v.object({ of: v.literal('cell'), number: v.number() }),
      v.object({ of: v.literal('pack') }),
    ]),
  ),
});
const good = { name: 'A', kind: 'ask', times: [1] };

test('[ST-09] only the declared fields of foreign data are read', () => {
  expect(check(schema, { ...good, extra: 1 })).toEqual({
    ok: true,
    value: { ...good, label: '', isOn: true },
  });
});

test.each([
  [7, '', 'must be an object'],
  [{}, 'name', 'is missing'],
  [{ ...good, name: ' ' }, 'name', 'must be 1–8 visible characters'],
  [{ ...good, name: 'a\u202eb' }, 'name', 'must be 1–8 visible characters'],
  [{ ...good, name: 1 }, 'name', 'must be 1–8 visible characters'],
  [{ ...good, label: 'longer' }, 'label', 'must be at most 4 visible characters'],
  [{ ...good, kind: 'x' }, 'kind', 'must be one of: ask, measure'],
  [{ ...good, times: [1, 2, 3] }, 'times', 'must be a list of at most 2 entries'],
  [{ ...good, times: [1, 0.5] }, 'times.2', 'must be a whole number from 1 to 10\u202F000'],
  [{ ...good, isOn: 'yes' }, 'isOn', 'must be true or false'],
  [{ ...good, value: 1 }, 'value', 'must be an object'],
  [{ ...good, value: { of: 'x' } }, 'value.of', 'must be one of: cell, pack'],
  [{ ...good, value: {} }, 'value.of', 'must be one of: cell, pack'],
  [{ ...good, value: { of: 'cell', number: 'x' } }, 'value.number', 'must be a number'],
])('[ST-09] %j is refused: "%s" %s', (raw, path, problem) => {
  expect(check(schema, raw)).toEqual({ ok: false, error: { path, problem } });
});

test('[ST-09] the path of a problem starts with the path of the data', () => {
  expect(check(schema, {}, 'entry')).toMatchObject({ error: { path: 'entry.name' } });
});

const file = jsonFile({
  schema: v.object({ words: listOf(textOf(9), 3) }),
  mostCharacters: 100,
  header: { name: 'test-words', contents: 'words' },
});

test('[ST-09] a written file is read with the same value', () => {
  expect(file.parse(file.format({ words: ['a', 'b'] }))).toEqual({
    ok: true,
    value: { words: ['a', 'b'] },
  });
});

test.each([
  ['{', '', 'is not valid JSON'],
  [' '.repeat(101), '', 'is larger than 0\u202FkB'],
  ['7', '', 'does not contain words'],
  ['{"format":"other","version":1}', '', 'does not contain words'],
  [
    '{"format":"test-words","version":2}',
    'version',
    'must be 1: the file comes from a newer version of this app',
  ],
  [
    '{"format":"test-words","version":1,"words":["a",""]}',
    'words.2',
    'must be 1–9 visible characters',
  ],
])('[ST-09] the file %j is refused: "%s" %s', (text, path, problem) => {
  expect(file.parse(text)).toEqual({ ok: false, error: { path, problem } });
});

test('[ST-09] a value that would be too large for its file is reported before it is saved', () => {
  expect(file.sizeProblem({ words: ['a'] })).toBeUndefined();
  expect(file.sizeProblem({ words: ['x'.repeat(200)] })).toMatchObject({ path: '' });
});
