import { describe, expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { areIdsOfPacks, packNumber, recordId, type IdMemory } from './pack-number.ts';
import { valueOf } from './quantity.ts';

const entry = (key: string, text: string, ...groups: readonly string[]): Entry => ({
  groups,
  key,
  value: valueOf(text, 'point'),
});

const listEntry = (key: string): Entry => ({
  groups: [],
  key,
  value: { text: '1', numbers: [{ value: 1, decimals: 0 }], isList: true },
});

describe('[OBD-296] the number of the pack of a record', () => {
  test.each([
    'battery_id',
    'batt id',
    'bat.no',
    'pack-nr',
    'packNum',
    'pack number',
    'bms_index',
    'bmsAddr',
    'BMS Address',
    'pack',
    'bms',
    'addr',
    'adr',
    'address',
  ])('the name "%s" is the number of a pack', (key) => {
    expect(packNumber([entry(key, '3'), entry('SOC', '50')])).toBe(3);
  });

  test.each([
    'battery', // may be a state of charge
    'id',
    'my pack',
    'packs',
    'pack id of',
    'battery  id',
    'battery:id',
  ])('the name "%s" is not', (key) => {
    expect(packNumber([entry(key, '3')])).toBeUndefined();
  });

  test.each([
    ['0', 0],
    ['255', 255],
    ['256', undefined],
    ['-1', undefined],
    ['2.0', undefined],
    ['2 V', undefined],
    ['two', undefined],
  ])('the number of a pack is a count up to 255: "%s" is %s', (text, number) => {
    expect(packNumber([entry('pack', text)])).toBe(number);
  });

  test('a list is not the number of a pack', () => {
    expect(packNumber([listEntry('pack')])).toBeUndefined();
  });

  test.each([
    ['in a group', [entry('voltage', '52', 'pack 2')], 2],
    ['in an outer group', [entry('voltage', '52', 'pack 2', 'data')], 2],
    ['the same one twice', [entry('pack', '2'), entry('voltage', '52', 'pack 2')], 2],
    ['two different ones', [entry('pack', '1'), entry('voltage', '52', 'pack 2')], undefined],
    ['in a group of cells', [entry('voltage', '3.3', 'cell 2')], undefined],
    ['none', [entry('voltage', '52')], undefined],
    ['no entries', [], undefined],
  ])('%s', (_, entries, number) => {
    expect(packNumber(entries)).toBe(number);
  });
});

describe('[OBD-296] the id of a record', () => {
  test.each(['id', 'ID', 'unit', 'slave', 'node'])('the name "%s" is an id', (key) => {
    expect(recordId([entry('SOC', '50'), entry(key, '7')])).toBe(7);
  });

  test.each(['ids', 'device id', 'pack', 'address'])('the name "%s" is not', (key) => {
    expect(recordId([entry(key, '7')])).toBeUndefined();
  });

  test('the id of a group is not the one of the record', () => {
    expect(recordId([entry('id', '7', 'meter'), entry('id', '8'), entry('unit', '9')])).toBe(8);
    expect(recordId([entry('id', '7', 'meter')])).toBeUndefined();
  });
});

describe('[OBD-296] the ids of replies are packs or a count', () => {
  /** Returns what is known after each reply. */
  const known = (...replies: readonly (readonly number[])[]) => {
    const memory: IdMemory = { seen: [] };
    return replies.map((ids) => areIdsOfPacks(ids, memory));
  };

  test.each([
    ['one id does not tell', [[1]], [undefined]],
    ['the same id again does not tell', [[1], [1], [1]], [undefined, undefined, undefined]],
    ['an id that returns after another one', [[1], [2], [1]], [undefined, undefined, true]],
    ['several ids in the first reply', [[1, 2]], [true]],
    ['several ids that begin with 0', [[0, 1]], [true]],
    ['a count that continues', [[2, 3]], [undefined]],
    ['ids above 1 that leave a gap', [[2, 4]], [true]],
    ['ids above 1 in reverse order', [[3, 2]], [true]],
    ['the same id twice in a reply', [[2, 2]], [undefined]],
    ['ids up to 16', [[16], [15], [16]], [undefined, undefined, true]],
    ['an id above 16 is a count', [[17]], [false]],
    ['a count passes 16', [[15], [16], [17]], [undefined, undefined, false]],
    ['an id above 16 counts records, even with several', [[1, 17]], [false]],
    ['packs stay packs', [[1, 2], [17]], [true, true]],
    ['a count stays a count', [[17], [1, 2], [1, 2]], [false, false, false]],
    ['no id', [[]], [undefined]],
  ])('%s', (_, replies, expected) => {
    expect(known(...replies)).toEqual(expected);
  });
});
