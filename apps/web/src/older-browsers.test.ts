import { expect, test } from 'vitest';
import { completeGlobals } from './older-browsers.ts';

type Method = (...values: readonly unknown[]) => unknown;

/** Returns the functions that are added to a browser which has none of them. */
const added = () => {
  const arrays: Record<string, Method> = {};
  const typedArrays: Record<string, Method> = {};
  const url: Record<string, Method> = {};
  const elements: Record<string, Method> = {};
  completeGlobals({ arrays, typedArrays, url, elements });
  return { arrays, typedArrays, url, elements };
};

test.each([
  ['toSorted', [3, 1, 2], [], [1, 2, 3]],
  ['toSorted', [3, 1, 2], [(a: number, b: number) => b - a], [3, 2, 1]],
  ['toReversed', [3, 1, 2], [], [2, 1, 3]],
  ['with', [3, 1, 2], [1, 9], [3, 9, 2]],
  ['with', [3, 1, 2], [-1, 9], [3, 1, 9]],
  ['toSpliced', [3, 1, 2], [1, 1, 8, 9], [3, 8, 9, 2]],
] as const)('[PAGE-284] %s of %j returns a changed copy', (name, before, values, after) => {
  const list = [...before];
  expect(added().arrays[name]?.call(list, ...values)).toEqual(after);
  expect(list).toEqual(before);
});

test('[PAGE-284] typed arrays have the methods too, and stay typed arrays', () => {
  const list = Float64Array.of(3, 1);
  expect(added().typedArrays['toSorted']?.call(list)).toEqual(Float64Array.of(1, 3));
  expect(list).toEqual(Float64Array.of(3, 1));
});

test('[PAGE-284] canParse tells addresses from other texts', () => {
  const { url } = added();
  expect(url['canParse']?.('https://example.com/a')).toBe(true);
  expect(url['canParse']?.('example')).toBe(false);
});

test.each([
  [1, true],
  [0, false],
])('[PAGE-284] an element with %i boxes is visible: %s', (length, isVisible) => {
  const element = { getClientRects: () => ({ length }) };
  expect(added().elements['checkVisibility']?.call(element)).toBe(isVisible);
});

test('[PAGE-284] a function of the browser is not replaced', () => {
  const own = (): string => 'own';
  const arrays = { toSorted: own };
  completeGlobals({ arrays, typedArrays: {}, url: {}, elements: {} });
  expect(arrays.toSorted).toBe(own);
});
