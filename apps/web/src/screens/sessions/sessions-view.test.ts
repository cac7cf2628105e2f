import { describe, expect, test } from 'vitest';
import { readSide, sideText } from './sessions-view.ts';
import { fileName } from './texts.ts';
import type { SessionInfo } from '@batbot/core';

describe('addresses of the sessions', () => {
  test('[REC-71] a side of a comparison is read from the address; an invalid side is the last sample or live data', () => {
    for (const text of ['live', 'abc@12', 'abc']) expect(sideText(readSide(text))).toBe(text);
    expect(readSide('abc@-1')).toEqual({ kind: 'moment', id: 'abc', index: -1 });
    expect(readSide('')).toEqual({ kind: 'live' });
  });
});

test('[REC-72] a file name contains only letters, digits and hyphens', () => {
  const info = { name: '../Bus 12: "before"', startedAt: 0 } as SessionInfo;
  expect(fileName(info, 'csv')).toBe('Bus-12-before-1970-01-01T000000.csv');
});

test('[REC-72] the file of a session that has no name of its own is named after the serial number of the pack', () => {
  const device = 'USB serial';
  const info = { name: device, device, startedAt: 0, identity: { serial: 'A1B2C3' } };
  expect(fileName(info as SessionInfo, 'csv')).toBe('A1B2C3-1970-01-01T000000.csv');
});
