import { expect, test } from 'vitest';
import { rangesInRow } from './LogRow.tsx';

test('[TERM-92] a match in bytes is shown in every row of the dump that contains a part of it', () => {
  const hits = [
    { from: 2, to: 4 },
    { from: 14, to: 19 },
  ];
  expect(rangesInRow(hits, 0, 16)).toEqual([
    { from: 2, to: 4 },
    { from: 14, to: 16 },
  ]);
  expect(rangesInRow(hits, 16, 16)).toEqual([{ from: 0, to: 3 }]);
  expect(rangesInRow(hits, 32, 16)).toEqual([]);
});
