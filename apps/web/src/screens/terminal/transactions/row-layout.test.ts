import { expect, it } from 'vitest';
import { heightOfRows, rowAt, topOfRow, type RowLayout } from './row-layout.ts';

const closed: RowLayout = { count: 10, rowPx: 30, detailsPx: 0 };
const opened: RowLayout = { count: 10, rowPx: 30, open: 3, detailsPx: 200 };

it('rows follow each other, and rows below an opened row are moved down by its details', () => {
  expect([0, 3, 4].map((index) => topOfRow(closed, index))).toEqual([0, 90, 120]);
  expect([0, 3, 4].map((index) => topOfRow(opened, index))).toEqual([0, 90, 320]);
  expect([heightOfRows(closed), heightOfRows(opened)]).toEqual([300, 500]);
});

it('a vertical position belongs to a row with its details; a position below the end belongs to the last row', () => {
  expect([0, 29, 30, 9_999].map((px) => rowAt(closed, px))).toEqual([0, 0, 1, 9]);
  expect([119, 120, 319, 320, 350].map((px) => rowAt(opened, px))).toEqual([3, 3, 3, 4, 5]);
});
