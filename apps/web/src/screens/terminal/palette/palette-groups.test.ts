import { expect, test } from 'vitest';
import { createPalette } from '@batbot/core';
import { createFakeStorage } from '@batbot/core/fakes';
import { paletteGroups } from './palette-groups.ts';

const palette = createPalette(createFakeStorage().openTab());
palette.save({ head: 'AT+MINE', help: 'Something of mine.' });
const shown = (wanted: string) =>
  paletteGroups(palette.commands$.value, wanted).map(({ title, commands }) => [
    title,
    commands.map(({ head }) => head),
  ]);

test('[TERM-111] commands are in the groups own, device and standard', () => {
  const groups = paletteGroups(palette.commands$.value, '');
  expect(groups.map(({ title }) => title)).toEqual([
    'Yours',
    'Device commands',
    'Standard (V.250)',
  ]);
  expect(groups[2]?.note).toContain('may not support');
});

test('[TERM-111] a command matches if it contains every word of the search', () => {
  expect(shown('serial number')).toEqual([
    ['Device commands', ['ATI']],
    ['Standard (V.250)', ['AT+GSN']],
  ]);
  expect(shown('mine')).toEqual([['Yours', ['AT+MINE']]]);
  expect(shown('unheard of')).toEqual([]);
});
