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

test('[TERM-111] the commands stand in groups: own ones, those the device knows, those it may not', () => {
  const groups = paletteGroups(palette.commands$.value, '');
  expect(groups.map(({ title }) => title)).toEqual([
    'Yours',
    'The device’s own',
    'Standard (V.250)',
  ]);
  expect(groups[2]?.note).toContain('may answer ERROR');
});

test('[TERM-111] every word looked for has to be there, in syntax, name or help', () => {
  expect(shown('serial number')).toEqual([
    ['The device’s own', ['ATI']],
    ['Standard (V.250)', ['AT+GSN']],
  ]);
  expect(shown('mine')).toEqual([['Yours', ['AT+MINE']]]);
  expect(shown('unheard of')).toEqual([]);
});
