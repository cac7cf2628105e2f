import { expect, test } from 'vitest';
import { ageText } from './age-text.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [1_999, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [7_200_000, '2 h'],
])('an age of %i ms reads %s', (ageMs, text) => {
  expect(ageText(ageMs)).toBe(text);
});
