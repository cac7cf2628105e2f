import { describe, expect, test } from 'vitest';
import { createPalette } from '@batbot/core';
import { createFakeStorage } from '@batbot/core/fakes';
import { commandHint, hexView } from './command-hint.ts';

const palette = createPalette(createFakeStorage().openTab());
palette.save({
  head: 'AT+LIM=',
  help: 'Sets the limits.',
  parameters: [
    { name: 'mv', kind: 'integer', min: 0, max: 5000, unit: 'mV' },
    { name: 'mask', kind: 'hex', min: 0, max: 255 },
  ],
  writes: true,
});
const hint = (text: string) => commandHint(text, palette.commands$.value);

describe('the hint for a typed command', () => {
  test('[TERM-120] a value out of range is a warning', () => {
    expect(hint('AT+VB=7')).toEqual({ tone: 'watch', text: 'VB takes 0 or 1, not 7.' });
    expect(hint('ATS3=200')?.text).toBe('S3 takes 0 to 127, not 200.');
    expect(hint('AT+VB=0,1')?.text).toBe('VB takes one value, not 2.');
    expect(hint('AT+LIM=9000,0')?.text).toBe('“mv” of LIM takes 0 to 5000 mV, not 9000.');
    expect(hint('AT+LIM=1,1FF')?.text).toBe('“mask” of LIM takes 0 to FF in hex, not 1FF.');
  });

  test('[TERM-120] the hint shows the range of a missing value, or the description of a complete command', () => {
    expect(hint('AT+VB=')).toEqual({
      tone: 'quiet',
      text: 'mode: 0 compact: one line of numbers; 1 verbose: labelled lines',
    });
    expect(hint('AT+LIM=1,1')?.text).toBe('Sets the limits. ✎ writes');
    expect(hint('AT+FOO')).toBeUndefined();
  });
});

describe('the hint for typed hex', () => {
  test('[TERM-122] hex is shown as text, or its first wrong character is shown with its surroundings', () => {
    expect(hexView('41 54 0d')).toEqual({ kind: 'bytes', count: 3, ascii: 'AT·' });
    expect(hexView('41 5G 54')).toMatchObject({ before: '41 5', wrong: 'G', after: ' 54' });
    expect(hexView('41 5 ')).toMatchObject({
      kind: 'wrong',
      before: '41 ',
      wrong: '5',
      after: ' ',
    });
    expect(hexView('41 5 5')).toMatchObject({
      kind: 'wrong',
      before: '41 ',
      wrong: '5',
      after: ' 5',
    });
    expect(hexView(' ')).toEqual({ kind: 'empty' });
  });
});
