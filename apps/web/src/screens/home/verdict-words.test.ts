import { expect, test } from 'vitest';
import type { Finding } from '@batbot/core/verdict';
import { findingKey, findingText } from './verdict-words.ts';

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

test('[OBD-362] what a device does not report is not called good', () => {
  const all = { kind: 'ok', reportsFaults: true, reportsCells: true } as const;
  const words = (finding: Finding): readonly string[] => {
    const { title, detail } = findingText(finding);
    return [title, detail];
  };
  expect(words(all)).toEqual(['No protection, no alarm, no deviating cell', '']);
  expect(words({ ...all, reportsFaults: false })).toEqual([
    'No deviating cell',
    'this device does not report protections and alarms',
  ]);
  expect(words({ ...all, reportsCells: false })).toEqual([
    'No protection, no alarm',
    'this device does not report cells',
  ]);
});

test('[PAGE-347] a finding about another cell, contactor or kind of trouble has another key, and one with other values has not', () => {
  const cell = { kind: 'oddCell', number: 5, offsetMv: -42, currentA: 2, lowestCount: 9, replies: 10 } as const; // oxfmt-ignore
  const key = findingKey(cell);
  expect(findingKey({ ...cell, offsetMv: -44, currentA: 3, lowestCount: 10 })).toBe(key);
  expect(findingKey({ ...cell, number: 6 })).not.toBe(key);
  expect(findingKey({ ...cell, offsetMv: 42 })).not.toBe(key);
  const open = findingKey({ kind: 'contactorOpen', open: ['charge'] });
  expect(findingKey({ kind: 'contactorOpen', open: ['charge', 'discharge'] })).not.toBe(open);
  const unread = findingKey({ kind: 'cellNotRead', numbers: [3] });
  expect(findingKey({ kind: 'cellNotRead', numbers: [4] })).not.toBe(unread);
  const unreadable = findingKey({ kind: 'unreadable', detail: 'a' });
  expect(findingKey({ kind: 'unreadable', detail: 'b' })).toBe(unreadable);
  const fault = { kind: 'alarm', fault: 'cellUnderVoltage' } as const;
  const alarm = findingKey({ ...fault, evidence: { kind: 'cell', number: 1, volts: 2.4 } });
  expect(findingKey({ ...fault, evidence: { kind: 'cell', number: 2, volts: 2.4 } })).toBe(alarm);
  expect(findingKey({ ...fault, fault: 'cellOverVoltage', evidence: undefined })).not.toBe(alarm);
});
