import { expect, test } from 'vitest';
import { fixed, signed } from './number-text.ts';

test('[TERM-178] every screen writes a number the same: its digits, a true minus, no −0, a dash for none', () => {
  expect([13.2114, -12.4, -0.001, 0].map((value) => fixed(value, 2))).toEqual([
    '13.21',
    '−12.40',
    '0.00',
    '0.00',
  ]);
  expect([undefined, null].map((value) => fixed(value, 3))).toEqual(['—', '—']);
  expect([1.25, -1.25, 0.0001, -0.0001, null].map((value) => signed(value, 2))).toEqual([
    '+1.25',
    '−1.25',
    '0.00',
    '0.00',
    '—',
  ]);
});
