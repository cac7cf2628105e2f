import { describe, expect, test } from 'vitest';
import { withoutForeignScales } from './foreign-scale.ts';
import { meaningsOf } from './meaning.ts';
import { valueOf } from './quantity.ts';

const createScales = () => ({
  foreignScales: new Set<string>(),
  levels: new Set<string>(),
  fitting: new Map<string, { readonly latest: number; readonly count: number }>(),
});

/** Returns the names of the values that are kept, reply by reply, as `key: text`. */
const kept = (...replies: readonly string[]): readonly string[] => {
  const scales = createScales();
  return replies.flatMap((reply) => {
    const entries = reply.split('; ').map((line) => {
      const [key = '', text = ''] = line.split(': ');
      return { groups: [], key, value: valueOf(text, 'point') };
    });
    return withoutForeignScales(meaningsOf(entries), scales).map(
      ({ entry }) => `${entry.key}: ${entry.value.text}`,
    );
  });
};

describe('[OBD-177] a number without a unit that does not fit the usual one', () => {
  test.each([
    ...['SOC: 0', 'SOC: 100', 'SOH: 100', 'SOC: 785 %', 'SOC: 255', 'SOC: 65535', 'SOC: 127'],
    ...['SOC: -1', 'Temperature: -40', 'Temperature: 65', 'Temperature: 66 C'],
    ...['Temperature: 255', 'Temperature: 127', 'Temperature: -127', 'Temperature: -32768'],
    ...['Temperatures: 66, 65', 'Temperatures: 66, 21', 'Pack voltage: 500', 'SOC: 95 of 100'],
  ])('%s is kept', (line) => {
    expect(kept(line)).toEqual([line]);
  });

  test.each([
    ...['SOC: 101', 'SOC: 785', 'SOH: 101', 'Temperature: -41', 'Temperature: 66'],
    ...['Temperatures: 66, -41', 'Temperatures: 66, 255', 'SOC: 254', 'Temperature: 126'],
    ...['SOC: 95 of 1000', 'SOC: 95 of 101'],
  ])('%s is removed', (line) => {
    expect(kept(line)).toEqual([]);
  });

  test('later numbers of the same name are removed too, unless they have a unit', () => {
    const replies = ['SOC: 785', 'SOC: 100', 'SOH: 99', 'SOC: 50 %', 'SOC: 50'];
    expect(kept(...replies)).toEqual(['SOH: 99', 'SOC: 50 %']);
  });
});

describe('[OBD-310] a single number without a unit that does not fit and is far from the earlier ones', () => {
  const ten = Array.from({ length: 10 }, () => 'Temperature: 25');
  const error = 'Temperature: 85';
  test.each<[string, readonly string[], boolean]>([
    ['is a reading error', [...ten, error], true],
    ['also of a state of charge', [...ten.map(() => 'SOC: 60'), 'SOC: 160'], true],
    ['but not if it is near', [...ten, 'Temperature: 40', 'Temperature: 66'], false],
    ['but not before ten that fit', [...ten.slice(1), error], false],
    ['but not twice', [...ten, error, error], false],
    ['but not soon again', [...ten, error, ...ten.slice(1), error], false],
    ['also later again', [...ten, error, ...ten, error], true],
    ['also after a missing value', [...ten, 'Temperature: 255', error], true],
  ])('%s', (_, replies, isError) => {
    const name = replies[0]?.split(':')[0] ?? '';
    const all = kept(...replies, `${name}: 26`);
    expect(all.includes(`${name}: 26`)).toBe(isError);
    expect(all).not.toContain(replies.at(-1));
  });
});

describe('[OBD-300] names that differ only in their numbers have the same scale', () => {
  test.each([
    ['Pack 1 SOC: 95; Pack 2 SOC: 950', []],
    ['Temperature 1: 25; Temperature 12: 251', []],
    ['Temperature 1: 25; Cell temperature: 251', ['Temperature 1: 25']],
    ['Battery 1 SOC: 950; Battery 1 SOH: 99', ['Battery 1 SOH: 99']],
  ])('of %s the values %j are kept', (reply, expected) => {
    expect(kept(reply)).toEqual(expected);
    const [first = '', second = ''] = reply.split('; ');
    expect(kept(second, first)).toEqual(expected);
  });
});

describe('[OBD-307] a state of charge beside a state of health that is per mille', () => {
  test.each([
    [['SOC: 95; SOH: 998'], []],
    [['SOH: 201', 'SOC: 95', 'RSOC: 95', 'SOC: 95 %'], ['SOC: 95 %']],
    [['SOC: 95; SOH: 200'], ['SOC: 95']],
    [['SOC: 95; SOH: 255'], ['SOC: 95', 'SOH: 255']],
    [['SOC: 95; SOH: 998 %'], ['SOC: 95', 'SOH: 998 %']],
    [['SOC: 95; Temperature: 251'], ['SOC: 95']],
    [['SOH: 99; SOC: 950'], ['SOH: 99']],
  ])('of %j the values %j are kept', (replies, expected) => {
    expect(kept(...replies)).toEqual(expected);
  });
});

describe('[OBD-303] a level that may be a number of bars', () => {
  test.each([
    [['Battery level: 10'], []],
    [['Battery level: 11'], ['Battery level: 11']],
    [['Battery level: 2 %'], ['Battery level: 2 %']],
    [['SOC: 2'], ['SOC: 2']],
    [
      ['Battery level: 11', 'Battery level: 2'],
      ['Battery level: 11', 'Battery level: 2'],
    ],
    [['Battery level: 11', 'Pack level: 2'], ['Battery level: 11']],
    [['Battery level: 2', 'Battery level: 11'], ['Battery level: 11']],
  ])('of %j the values %j are kept', (replies, expected) => {
    expect(kept(...replies)).toEqual(expected);
  });
});
