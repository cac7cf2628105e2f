import { describe, expect, test } from 'vitest';
import { candidates, meant } from './meaning.fixture.ts';
import type { Meaning } from './meaning.ts';
import { readCharge } from './read-charge.ts';
import { unitMeaning } from './quantity.ts';

const readOf = (...found: readonly Meaning[]) => readCharge(candidates(...found), new Set());
const valuesOf = (...found: readonly Meaning[]) => {
  const { soc, soh, remaining, capacity } = readOf(...found);
  return [soc?.value, soh?.value, remaining?.value, capacity?.value];
};

const soc = (text: string) => meant('soc', 'SOC', text, { score: 6 });
const soh = (text: string) => meant('soh', 'SOH', text, { score: 3 });
const left = (text: string, score = 3) => meant('remaining', 'Remaining', text, { score });
const full = (text: string) => meant('fullCapacity', 'Full', text);
/** The score is 1 for a value that is only named "capacity", 4 for a total capacity, 5 for a design capacity. */
const capacity = (text: string, score = 5) => meant('capacity', 'Capacity', text, { score });

const SOC_UNIT = 'a state of charge by its name and unit';
const SOC_BARE = 'a state of charge by its name, between 0 and 100';
const FRACTION = 'a fraction: remaining divided by full capacity gives the same';
const LEFT_UNIT = 'a remaining capacity by its name and unit';
const LEFT_BARE =
  'a remaining capacity by its name; with the full capacity it gives the state of charge, or both have the same form';
const PAIR = 'the first of two capacities, with their unit';
const CAPACITY_UNIT = 'a capacity by its name and unit';
const CAPACITY_BARE = 'a capacity by its name; the remaining capacity fits it';

test('[OBD-170] nothing is read without candidates', () => {
  expect(readOf()).toEqual({
    soc: undefined,
    soh: undefined,
    remaining: undefined,
    capacity: undefined,
  });
});

test.each([
  ['0 %', 0, SOC_UNIT],
  ['100 %', 100, SOC_UNIT],
  ['0.5 %', 0.5, SOC_UNIT],
  ['100.1 %', undefined],
  ['-1 %', undefined],
  ['0', 0, SOC_BARE],
  ['0.0', undefined],
  ['1', undefined],
  ['1.0', undefined],
  ['1.1', 1.1, SOC_BARE],
  ['2', 2, SOC_BARE],
  ['100', 100, SOC_BARE],
  ['101', undefined],
  ['-1', undefined],
  ['0.87', undefined],
])('[OBD-177] a state of charge of %s is read as %s', (text, value, reason?: string) => {
  const found = soc(text);
  const evidence = [{ place: 'socPercent', key: 'SOC', text, reason }];
  expect(readOf(found).soc).toEqual(
    value === undefined ? undefined : { value, evidence, used: [found.entry] },
  );
});

test.each([
  ['0 %', 0, 'a state of health by its name and unit'],
  ['100 %', 100, 'a state of health by its name and unit'],
  ['101 %', undefined],
  ['-1 %', undefined],
  ['1.1', 1.1, 'a state of health by its name, between 0 and 100'],
  ['100', 100, 'a state of health by its name, between 0 and 100'],
  ['1', undefined],
  ['0', undefined],
  ['101', undefined],
])('[OBD-177] a state of health of %s is read as %s', (text, value, reason?: string) => {
  const found = soh(text);
  const evidence = [{ place: 'sohPercent', key: 'SOH', text, reason }];
  expect(readOf(found).soh).toEqual(
    value === undefined ? undefined : { value, evidence, used: [found.entry] },
  );
});

describe('[OBD-177] a fraction as the state of charge', () => {
  test.each([
    ['0.6', '60 Ah', 60],
    ['0.6', '60.4 Ah', 60],
    ['0.6', '60.6 Ah', undefined],
    ['0.6', '59.6 Ah', 60],
    ['0.6', '59.4 Ah', undefined],
    ['1.0', '100 Ah', 100],
    ['0.0', '0 Ah', undefined],
    ['1', '100 Ah', undefined],
  ])('%s with %s of 100 Ah: %s', (text, remaining, value) => {
    const { soc: read } = readOf(soc(text), left(remaining), capacity('100 Ah'));
    expect(read?.value).toBe(value);
    expect(read?.evidence).toEqual(
      value === undefined
        ? undefined
        : [{ place: 'socPercent', key: 'SOC', text, reason: FRACTION }],
    );
  });
});

describe('[OBD-307] a state of charge that may be per mille', () => {
  test.each([
    ['95', '9.5 Ah', undefined],
    ['95', '9.9 Ah', undefined],
    ['95', '10.1 Ah', 95],
    ['95', '9.1 Ah', undefined],
    ['95', '8.9 Ah', 95],
    ['95', '95 Ah', 95],
    ['95 %', '9.5 Ah', 95],
    ['6', '0.9 Ah', undefined],
    ['6', '1 Ah', 6],
    ['5', '0 Ah', 5],
  ])('%s with %s of 100 Ah: %s', (text, remaining, value) => {
    const foreign = new Set<string>();
    const found = candidates(soc(text), left(remaining), capacity('100 Ah'));
    expect(readCharge(found, foreign).soc?.value).toBe(value);
    expect([...foreign]).toEqual(value === undefined ? ['soc SOC'] : []);
  });
  test('is not read, but the capacities beside it are', () => {
    expect(valuesOf(soc('95'), left('95 Ah'))[0]).toBe(95);
    expect(valuesOf(soc('95'), left('9.5 Ah'), capacity('100 Ah'))).toEqual([
      ...[undefined, undefined, 9.5, 100],
    ]);
  });
});

describe('[OBD-181] capacities with a unit', () => {
  test.each([
    ['both', [left('50 Ah'), capacity('100 Ah')], [50, 100]],
    ['in mAh', [left('50000 mAh'), capacity('100000 mAh')], [50, 100]],
    ['only the remaining one', [left('50 Ah')], [50, undefined]],
    ['only that of the design', [capacity('100 Ah')], [undefined, 100]],
    ['only a total one', [capacity('100 Ah', 4)], [undefined, 100]],
    ['only one that is named "capacity"', [capacity('100 Ah', 1)], [undefined, undefined]],
    [
      'one that is named "capacity", and the remaining one',
      [left('50 Ah'), capacity('100 Ah', 1)],
      [50, 100],
    ],
    [
      'one that is named "capacity", 5 % less than the remaining one',
      [left('105 Ah'), capacity('100 Ah', 1)],
      [105, 100],
    ],
    [
      'one that is named "capacity", more than 5 % less than the remaining one',
      [left('105.1 Ah'), capacity('100 Ah', 1)],
      [105.1, undefined],
    ],
    [
      'one that is named "capacity" and contradicts the state of charge',
      [left('50 Ah'), capacity('100 Ah', 1), soc('76 %')],
      [50, undefined],
    ],
    [
      'one that is named "capacity" and differs by 25 %',
      [left('50 Ah'), capacity('100 Ah', 1), soc('75 %')],
      [50, 100],
    ],
    [
      'that of the design, although it contradicts',
      [left('50 Ah'), capacity('100 Ah'), soc('90 %')],
      [50, 100],
    ],
    ['a charge alone', [left('50 Ah', 1)], [undefined, undefined]],
    ['a charge beside the capacity', [left('50 Ah', 1), capacity('100 Ah')], [undefined, 100]],
    [
      'a charge that gives the state of charge',
      [left('50 Ah', 1), capacity('100 Ah'), soc('52.4 %')],
      [50, 100],
    ],
    [
      'a charge that differs by more than 2.5 %',
      [left('50 Ah', 1), capacity('100 Ah'), soc('52.6 %')],
      [undefined, 100],
    ],
    [
      'a charge and a fraction that gives it',
      [left('50 Ah', 1), capacity('100 Ah'), soc('0.52')],
      [50, 100],
    ],
    ['0 Ah', [left('0 Ah'), capacity('100 Ah')], [0, 100]],
    ['less than 0 Ah', [left('-1 Ah')], [undefined, undefined]],
    ['100000 Ah', [left('100000 Ah')], [100_000, undefined]],
    ['more than 100000 Ah', [left('100001 Ah')], [undefined, undefined]],
    ['a capacity of 0 Ah', [capacity('0 Ah')], [undefined, undefined]],
    ['a capacity above 100000 Ah', [capacity('100001 Ah')], [undefined, undefined]],
    ['a text', [left('idle'), capacity('idle')], [undefined, undefined]],
  ])('%s', (_, found, expected) => {
    expect(valuesOf(...found).slice(2)).toEqual(expected);
  });
  test('[OBD-297] if a full capacity is reported too, a value that is only named "capacity" is not read', () => {
    expect(valuesOf(left('50 Ah'), full('95 Ah'), capacity('100 Ah', 1)).slice(2)).toEqual([
      50,
      undefined,
    ]);
    expect(valuesOf(left('50 Ah'), full('95 Ah'), capacity('100 Ah', 4)).slice(2)).toEqual([
      50, 100,
    ]);
    expect(valuesOf(left('50 Ah'), full('95 Ah')).slice(2)).toEqual([50, undefined]);
  });
  test('[OBD-170] each has its name, its text and the reason', () => {
    const found = [left('50 Ah'), capacity('100 Ah')] as const;
    expect(readOf(...found)).toMatchObject({
      remaining: {
        evidence: [{ place: 'remainingAh', key: 'Remaining', text: '50 Ah', reason: LEFT_UNIT }],
        used: [found[0].entry],
      },
      capacity: {
        evidence: [
          { place: 'designCapacityAh', key: 'Capacity', text: '100 Ah', reason: CAPACITY_UNIT },
        ],
        used: [found[1].entry],
      },
    });
  });
});

describe('[OBD-177] capacities without a unit', () => {
  test.each([
    ['that give the state of charge', [left('50.0'), capacity('100.0'), soc('50 %')], [50, 100]],
    [
      'one with decimals, 2.5 % beside it',
      [left('50.0'), capacity('100'), soc('52.4 %')],
      [50, 100],
    ],
    ['the other with decimals', [left('50'), capacity('100.0'), soc('47.6 %')], [50, 100]],
    ['more than 2.5 % beside it', [left('50.0'), capacity('100.0'), soc('52.6 %')], []],
    ['whole numbers that may be mAh', [left('50'), capacity('100'), soc('50 %')], []],
    ['both with decimals, alone', [left('50.0'), capacity('100.0')], [50, 100]],
    ['one with decimals, alone', [left('50.0'), capacity('100')], []],
    ['the other with decimals, alone', [left('50'), capacity('100.0')], []],
    ['a charge with decimals, alone', [left('50.0', 2), capacity('100.0')], []],
    [
      'a charge that gives the state of charge',
      [left('50.0', 1), capacity('100.0'), soc('50')],
      [50, 100],
    ],
    ['with the full capacity of the aged battery', [left('50.0'), full('95.0')], [50]],
    ['5 % more than the full one', [left('105.0'), capacity('100.0')], [105, 100]],
    ['more than the full one', [left('105.1'), capacity('100.0')], []],
    ['a full one of 0', [left('0.0'), capacity('0.0')], []],
    ['up to 5000 Ah', [left('50.0'), capacity('5000.0')], [50, 5000]],
    ['above 5000 Ah', [left('50.0'), capacity('5000.1')], []],
    ['only one', [left('50.0')], []],
    ['only the capacity', [capacity('100.0'), soc('50 %')], []],
    ['less than 0', [left('-50.0'), capacity('100.0')], [undefined, 100]],
  ])('%s', (_, found, expected) => {
    expect(valuesOf(...found).slice(2)).toEqual([expected[0], expected[1]]);
  });
  test('[OBD-170] each has its own reason', () => {
    const { remaining, capacity: read } = readOf(left('50.0'), capacity('100.0'));
    expect([remaining, read].map((each) => each?.evidence[0]?.reason)).toEqual([
      LEFT_BARE,
      CAPACITY_BARE,
    ]);
  });
});

describe('[OBD-302] of two capacities in one value', () => {
  test.each([
    ['the first is the remaining one', [left('50 of 95 Ah')], [50, undefined]],
    ['also under the name of a capacity', [capacity('50 of 95 Ah', 1)], [50, undefined]],
    ['also under the name of the design', [capacity('50 of 95 Ah', 5)], [50, undefined]],
    ['each has its unit', [left('50000 mAh / 95 Ah')], [50, undefined]],
    ['the second has the unit of the first', [left('50 Ah / 95')], [50, undefined]],
    ['without a unit none is read', [left('50.0 of 95.0')], [undefined, undefined]],
    ['with a first that is too large', [left('100 of 95 Ah')], [undefined, undefined]],
    ['with 5 % more', [left('105 of 100 Ah')], [105, undefined]],
    ['with a second of 0', [left('0 of 0 Ah')], [undefined, undefined]],
    ['with a negative first', [left('-5 of 95 Ah')], [undefined, undefined]],
    ['with a capacity of its own', [left('50 of 95 Ah'), capacity('100 Ah')], [50, 100]],
    ['with a total of its own', [left('50 of 95 Ah'), capacity('100 Ah', 4)], [50, 100]],
    [
      'with a value that is only named "capacity"',
      [left('50 of 95 Ah'), capacity('100 Ah', 1)],
      [50, undefined],
    ],
    ['with one without a unit', [left('50 of 95 Ah'), capacity('100.0')], [50, undefined]],
    ['with a remaining one of its own', [left('40 Ah'), capacity('50 of 95 Ah')], [40, undefined]],
  ])('%s', (_, found, expected) => {
    expect(valuesOf(...found).slice(2)).toEqual(expected);
  });
  test('a unit of the name counts for both', () => {
    const found = { ...left('50000 of 95'), unit: unitMeaning('mAh') };
    expect(valuesOf(found)[2]).toBeUndefined();
    expect(valuesOf({ ...left('50000 of 95000'), unit: unitMeaning('mAh') })[2]).toBe(50);
  });
  test('a fraction is proven by them', () => {
    expect(valuesOf(soc('0.5'), left('50 of 100 Ah'))[0]).toBe(50);
    expect(valuesOf(soc('0.5'), left('50 of 95 Ah'))[0]).toBeUndefined();
  });
  test('[OBD-170] each has its name, its text and the reason', () => {
    const { remaining, capacity: read } = readOf(left('50 of 95 Ah'), capacity('100 Ah'));
    expect(remaining?.evidence).toEqual([
      { place: 'remainingAh', key: 'Remaining', text: '50 of 95 Ah', reason: PAIR },
    ]);
    expect(read?.evidence).toEqual([
      { place: 'designCapacityAh', key: 'Capacity', text: '100 Ah', reason: CAPACITY_UNIT },
    ]);
  });
});
