import { describe, expect, test } from 'vitest';
import { inferReply } from './infer-reply.ts';
import type { Meaning } from './meaning.ts';
import { meant } from './meaning.fixture.ts';
import { readCells } from './read-cells.ts';
import { unitMeaning } from './quantity.ts';

const cell = (index: number, text: string, rest: Partial<Meaning> = {}): Meaning =>
  meant('cell', `Cell ${index}`, text, { index, score: 3, ...rest });
const list = (text: string, rest: Partial<Meaning> = {}): Meaning =>
  meant('cell', 'Cells', text, { score: 3, ...rest });

const voltsOf = (...found: readonly Meaning[]) => readCells(found)?.volts;
const numbered = (...texts: readonly string[]) => texts.map((text, at) => cell(at + 1, text));

test('[OBD-170] each cell has its name, its text and the reason; an unread one has none', () => {
  const found = [cell(1, '3301 mV'), cell(2, '0 mV'), cell(3, '3.303 V')];
  const reason = 'a cell by its name, with its unit';
  expect(readCells(found)).toEqual({
    volts: [3.301, null, 3.303],
    evidence: [
      { place: 'cellVoltagesV 1', key: 'Cell 1', text: '3301 mV', reason },
      { place: 'cellVoltagesV 3', key: 'Cell 3', text: '3.303 V', reason },
    ],
    used: found.map(({ entry }) => entry),
  });
});

test.each([
  ['3.301', 'a cell by its name; without a unit, only V fits a cell'],
  ['3301', 'a cell by its name; without a unit, only mV fits a cell'],
])('[OBD-177] the unit of a bare number follows from the range of a cell: %s', (text, reason) => {
  expect(readCells([cell(1, text)])).toEqual({
    volts: [3.301],
    evidence: [{ place: 'cellVoltagesV 1', key: 'Cell 1', text, reason }],
    used: [expect.objectContaining({ key: 'Cell 1' })],
  });
});

test('[OBD-16] a list in 0.1 mV is one entry with the reason of each cell', () => {
  const found = list('[33010, 33020, 33030]');
  const reason = 'a cell by its name; without a unit, only 0.1 mV fits a cell';
  expect(readCells([found])).toEqual({
    volts: [3.301, 3.302, 3.303],
    evidence: [1, 2, 3].map((at) => ({
      place: `cellVoltagesV ${at}`,
      key: 'Cells',
      text: '[33010, 33020, 33030]',
      reason,
    })),
    used: [found.entry],
  });
});

describe('[OBD-177] the limits of numbers without a unit', () => {
  test.each([
    ['decimals from 0.5 V', ['0.5'], [0.5]],
    ['decimals below 0.5 V', ['0.49', '3.3'], undefined],
    ['decimals up to 5 V', ['5.0'], [5]],
    ['decimals above 5 V', ['3.3', '5.01'], undefined],
    ['one with decimals decides for all', ['3', '3.3'], [3, 3.3]],
    ['mV from 1000', ['1000'], [1]],
    ['mV below 1000', ['999', '3300'], undefined],
    ['mV up to 5000', ['5000'], [5]],
    ['mV above 5000', ['3300', '5001'], undefined],
    ['0.1 mV from 20000 to 26000', ['20000', '26000', '20000'], [2, 2.6, 2]],
    ['0.1 mV below 20000', ['19999', '20000', '20000'], undefined],
    ['0.1 mV that differ by more than 6000', ['20000', '26001', '20000'], undefined],
    ['0.1 mV up to 45000', ['45000', '39000', '45000'], [4.5, 3.9, 4.5]],
    ['0.1 mV above 45000', ['45001', '45000', '45000'], undefined],
    ['only two of 0.1 mV', ['33000', '33000'], undefined],
    ['two of 0.1 mV and an unread one', ['33000', '33000', '0'], undefined],
  ])('%s', (_, texts, volts) => {
    expect(voltsOf(...numbered(...texts))).toEqual(volts);
  });
});

test.each([
  ['0.3 V', [0.3]],
  ['299 mV', undefined],
  ['5.5 V', [5.5]],
  ['5501 mV', undefined],
])('[OBD-173] a cell with a unit is between 0.3 V and 5.5 V: %s', (text, volts) => {
  expect(voltsOf(cell(1, text))).toEqual(volts);
});

test.each(['0 V', '-1', '65535 mV', '65.535 V', '65535', '65.535', 'n/a', '-1000 mV'])(
  '[OBD-4] a cell that was not read keeps its number: %s',
  (text) => {
    expect(voltsOf(cell(1, text), cell(2, '3302 mV'), cell(3, '3303 mV'))).toEqual([
      null,
      3.302,
      3.303,
    ]);
    expect(readCells([cell(1, text)])).toBeUndefined();
  },
);

describe('[OBD-154] the number of a cell', () => {
  const mV = '3301 mV';
  test.each([
    ['counts from 1', [cell(1, mV), cell(2, '3302 mV')], [3.301, 3.302]],
    ['counts from 0', [cell(0, mV), cell(1, '3302 mV')], [3.301, 3.302]],
    ['begins later', [cell(3, mV)], [null, null, 3.301]],
    ['is written in another order', [cell(2, '3302 mV'), cell(1, mV)], [3.301, 3.302]],
    ['is too high', [cell(1, mV), cell(129, mV)], [3.301]],
    ['is too high, counted from 0', [cell(0, mV), cell(128, mV)], [3.301]],
    ['is repeated with the same value', [cell(1, mV), cell(1, '3.301 V')], [3.301]],
    ['is repeated with another value', [cell(1, mV), cell(1, '3302 mV')], undefined],
    ['is repeated as unread', [cell(1, mV), cell(1, '0 mV')], undefined],
  ])('%s', (_, found, volts) => {
    expect(voltsOf(...found)).toEqual(volts);
  });
  test('is read up to 128', () => {
    expect(voltsOf(cell(128, mV))).toHaveLength(128);
    expect(voltsOf(list(Array.from({ length: 128 }, () => '3301').join(',')))).toHaveLength(128);
  });
  test('of a list is read up to 128', () => {
    expect(voltsOf(list(Array.from({ length: 129 }, () => '3301').join(',')))).toBeUndefined();
  });
});

test('[OBD-173] a unit of the name counts for a number without its own', () => {
  const unit = unitMeaning('mV');
  expect(voltsOf(cell(1, '500', { unit }), cell(2, '3.302 V', { unit }))).toEqual([0.5, 3.302]);
});

describe('names that say only `v`', () => {
  const v = (...texts: readonly string[]) =>
    texts.map((text, at) => meant('cell', `V${at + 1}`, text, { index: at + 1 }));
  test.each([
    ['three are cells', v('3.301', '3.302', '3.303'), [3.301, 3.302, 3.303]],
    ['two may be phases', v('3.301', '3.302'), undefined],
    ['two with a unit may be rails', v('3.3 V', '5.0 V'), undefined],
    ['an unread cell is one of the cells', v('3.301', '3.302', '0'), [3.301, 3.302, null]],
    [
      'a list of two and an unread number is refused',
      [list('3.3, 3.4, 0', { score: 1 })],
      undefined,
    ],
    ['a list of unread cells only is not read', v('0', '0', '0'), undefined],
    ['a list of three is cells', [list('3.3, 3.4, 3.5', { score: 1 })], [3.3, 3.4, 3.5]],
    ['a list of two is refused', [list('3.3, 3.4', { score: 1 })], undefined],
    ['a list of two is read if its name says `cell`', [list('3.3, 3.4', { score: 2 })], [3.3, 3.4]],
    [
      'one that says `cell` decides for all',
      [...v('3.301'), cell(2, '3.302', { score: 2 })],
      [3.301, 3.302],
    ],
  ])('[OBD-173] %s', (_, found, volts) => {
    expect(voltsOf(...found)).toEqual(volts);
  });
  test('[OBD-173] two rails of a reply are not cells', () => {
    expect(inferReply(['V1: 3.3 V', 'V2: 5.0 V'])).toBeUndefined();
  });
});

describe('[OBD-174] lists of cells', () => {
  test.each([
    [
      'two lists with equally clear names are refused',
      [list('3.3, 3.4'), list('3.4, 3.5')],
      undefined,
    ],
    [
      'the list with the clearer name is read',
      [list('3.3, 3.4', { score: 2 }), list('3.5, 3.6')],
      [3.5, 3.6],
    ],
    ['numbered cells are preferred to a list', [list('3.3, 3.4'), cell(1, '3.5 V')], [3.5]],
    ['a list with a number in its name is refused', [list('3.3, 3.4', { index: 1 })], undefined],
    ['a list of unread cells only is refused', [list('0, 0')], undefined],
    ['an unread cell of a list keeps its place', [list('3.3, 0, 3.5')], [3.3, null, 3.5]],
    ['a list with a voltage that no cell has is refused', [list('3.3 V, 13.3 V')], undefined],
    [
      'a single value without a cell number is refused',
      [cell(1, '3301 mV', { index: undefined })],
      undefined,
    ],
    ['without values no cell is read', [], undefined],
  ])('%s', (_, found, volts) => {
    expect(voltsOf(...found)).toEqual(volts);
  });
});
