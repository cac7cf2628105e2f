import { describe, expect, test } from 'vitest';
import { isSessionsSearch, readSide, readView, searchOf, sideText } from './sessions-view.ts';
import { fileName } from './texts.ts';
import type { SessionInfo } from '@batbot/core';

describe('addresses of the sessions', () => {
  test.each([
    { kind: 'list' } as const,
    { kind: 'details', id: 'abc-1' } as const,
    { kind: 'compare', a: 'abc-1@12', b: 'live' } as const,
  ])('[REC-70] $kind survives the address bar', (view) => {
    const search = searchOf(view);
    expect(isSessionsSearch(search)).toBe(true);
    expect(readView(new URLSearchParams(search))).toEqual(view);
  });

  test('[REC-71] a side of a comparison; garbage is the last sample or live', () => {
    for (const text of ['live', 'abc@12', 'abc']) expect(sideText(readSide(text))).toBe(text);
    expect(readSide('abc@-1')).toEqual({ kind: 'moment', id: 'abc', index: -1 });
    expect(readSide('')).toEqual({ kind: 'live' });
    expect(isSessionsSearch('?view=other')).toBe(false);
  });
});

test('[REC-72] file names', () => {
  const info = { name: '../Bus 12: "before"', startedAt: 0 } as SessionInfo;
  expect(fileName(info, 'csv')).toBe('Bus-12-before-1970-01-01T000000.csv');
});
