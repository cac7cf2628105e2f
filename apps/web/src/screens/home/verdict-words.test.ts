import { expect, test } from 'vitest';
import type { Finding } from '@batbot/core/verdict';
import { findingText } from './verdict-words.ts';

const protection = (change: Partial<Extract<Finding, { readonly kind: 'protection' }>>): string =>
  findingText({
    kind: 'protection',
    fault: 'cellOverVoltage',
    evidence: { kind: 'cell', number: 3, volts: 3.7 },
    open: [],
    stuck: [],
    ...change,
  }).detail;

test('[OBD-321] a protection names its value, the open contactors, and the one that is still closed', () => {
  expect(protection({})).toBe('cell 3, 3.700\u202FV');
  expect(protection({ open: ['charge'] })).toBe('cell 3, 3.700\u202FV · charge contactor open');
  expect(protection({ evidence: undefined, open: ['charge', 'discharge'] })).toBe(
    'charge and discharge contactors open',
  );
  expect(protection({ open: ['discharge'], stuck: ['charge'] })).toBe(
    'cell 3, 3.700\u202FV · discharge contactor open · charge contactor still closed',
  );
});

test('[OBD-320] a cell below average is called the lowest one, because a weak cell is the highest one while charging', () => {
  const cell = { kind: 'oddCell', number: 5, offsetMv: -42, lowestCount: 9, replies: 10 } as const;
  expect(findingText({ ...cell, currentA: 20 }).detail).toMatch(
    / · lowest in 9 of the last 10 replies$/,
  );
});
