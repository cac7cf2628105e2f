import { expect, test } from 'vitest';
import { findingText } from './verdict-words.ts';

test('[OBD-320] a cell below average is called the lowest one, because a weak cell is the highest one while charging', () => {
  const cell = { kind: 'oddCell', number: 5, offsetMv: -42, lowestCount: 9, replies: 10 } as const;
  expect(findingText({ ...cell, currentA: 20 }).detail).toMatch(
    / · lowest in 9 of the last 10 replies$/,
  );
});
