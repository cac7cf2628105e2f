import { expect, test } from 'vitest';
import { numberOf } from './typed-number.ts';

test.each([
  ['', undefined],
  [' ', undefined],
  ['12,5', 12.5],
  [' -3.25 ', -3.25],
  ['−5', -5],
  ['12 V', undefined],
  ['1.2.3', undefined],
  ['Infinity', undefined],
])('[TERM-209] typed %j is %s', (text, value) => {
  expect(numberOf(text)).toBe(value);
});
