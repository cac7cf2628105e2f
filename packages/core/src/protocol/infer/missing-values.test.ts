import { describe, expect, test } from 'vitest';
import { withNaN } from './absent-value.ts';
import { acGroups } from './ac-groups.ts';
import type { Entry } from './entry.ts';
import { isFillValue } from './fill-value.ts';
import { valueOf } from './quantity.ts';

const entryOf = (key: string, text: string, ...groups: readonly string[]): Entry => ({
  groups,
  key,
  value: valueOf(text, 'point'),
});

describe('[OBD-4] a number that stands for a missing value', () => {
  test.each([
    ...[65_535, 6_553.5, 655.35, 65.535],
    ...[4_294_967_295, 429_496_729.5, 42_949_672.95, 4_294_967.295],
  ])('%d, signed or not', (value) => {
    expect([isFillValue(value, true), isFillValue(value, false)]).toEqual([true, true]);
  });

  test.each([
    ...[32_767, 3_276.7, 327.67, 32.767, -32_768, -3_276.8, -327.68, -32.768],
    ...[2_147_483_647, 2_147_483.647, -2_147_483_648, -2_147_483.648],
  ])('%d, only if it is signed', (value) => {
    expect([isFillValue(value, true), isFillValue(value, false)]).toEqual([true, false]);
  });

  test.each([
    ...[0, 65_534, 65_536, 6.5535, 3.2767, -65_535, -32_767, 32_768, 655_350, 4_294_967_296],
    ...[2_147_483_648, Number.NaN, Infinity],
  ])('%d is a value', (value) => {
    expect([isFillValue(value, true), isFillValue(value, false)]).toEqual([false, false]);
  });
});

describe('[OBD-4] a text that stands for a missing number', () => {
  test.each(['n/a', 'N/A', 'na', 'NaN', 'null', 'None', '-', '--', '---', '?', '??', '???'])(
    '%s is read as a missing number',
    (text) => {
      const entry = entryOf('T1', text, 'pack');
      expect(withNaN(entry)).toEqual({
        groups: ['pack'],
        key: 'T1',
        value: { text, isList: false, numbers: [{ value: Number.NaN, decimals: 0 }] },
      });
    },
  );

  test.each(['', 'n//a', 'n/a x', 'x n/a', 'none left', '----', '????', '-?', 'off', '0', '5 V'])(
    '%j is not read as a missing number',
    (text) => {
      const entry = entryOf('T1', text);
      expect(withNaN(entry)).toBe(entry);
    },
  );

  test('a number in JSON keeps its value', () => {
    const value = { text: 'null', isList: false, numbers: [{ value: 5, decimals: 0 }] };
    const entry = { groups: [], key: 'T1', value };
    expect(withNaN(entry)).toBe(entry);
  });
});

describe('[OBD-175] a group of an AC meter', () => {
  test.each([
    ...['Frequency', 'AC freq', 'Hz', 'Power factor', 'powerfactor', 'Apparent power'],
    ...['Reactive power', 'PF', 'cos phi', 'CosPhi'],
  ])('has a key %s', (key) => {
    expect(acGroups([entryOf(key, '1', 'out', 'L1')])).toEqual(new Set(['out.L1']));
  });

  test.each(['50 Hz', '49.98Hz', '50 hz'])('has a value %s', (text) => {
    expect(acGroups([entryOf('f', text, 'out')])).toEqual(new Set(['out']));
  });

  test.each([
    ['Voltage', '50 V'],
    ['Hz max', '1'],
    ['kHz', '1'],
    ['pf2', '1'],
    ['rpf', '1'],
    ['power  factor', '1'],
    ['cos  phi', '1'],
    ['f', 'Hz'],
    ['f', 'at 50 Hz'],
    ['f', '50 Hz or 60 Hz ok'],
    ['f', '50  Hz'],
    ['f', '50 kHz'],
  ])('has more than %s: %s', (key, text) => {
    expect(acGroups([entryOf(key, text, 'out')])).toEqual(new Set());
  });

  test('is recognized on its own: the other groups of the record stay', () => {
    const entries = [entryOf('V', '230 V', 'in'), entryOf('f', '50 Hz'), entryOf('Hz', '50', 'a')];
    expect(acGroups(entries)).toEqual(new Set(['', 'a']));
  });
});
