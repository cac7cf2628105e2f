import { expect, test } from 'vitest';
import { styledRuns } from '@batbot/core';
import { ansiStyle, hueOf } from './ansi-style.ts';

const styleOf = (sgr: string) => {
  const [run] = styledRuns(`\u001b[${sgr}mx`);
  return run?.style && ansiStyle(run.style);
};

test('[TERM-91] a colour of the device is shown in the nearest colour of the app', () => {
  expect(styleOf('31')).toEqual({ color: 'var(--ansi-red)' });
  expect(styleOf('1;92')).toEqual({ color: 'var(--ansi-green)', fontWeight: 700 });
  expect(styleOf('37')).toEqual({ color: 'var(--ink)' });
  expect(styleOf('90')).toEqual({ color: 'var(--ansi-grey)' });
  expect(styleOf('38;5;208')).toEqual({ color: 'var(--ansi-yellow)' }); // orange
  expect(styleOf('38;2;120;80;255')).toEqual({ color: 'var(--ansi-blue)' });
  expect(styleOf('30;43')).toEqual({
    color: 'var(--ink)',
    background: 'var(--ansi-yellow-ground)',
  });
  expect(styleOf('7;4;9;3;2')).toEqual({
    color: 'var(--surface)',
    background: 'var(--ansi-grey)',
    fontStyle: 'italic',
    textDecoration: 'underline line-through',
  });
});

test('[TERM-91] each of the 256 ANSI colours has a hue, a red RGB colour is red, and a neutral one is grey', () => {
  for (let index = 0; index < 256; index += 1)
    expect(hueOf({ kind: 'table', index })).toMatch(/^[a-z]+$/);
  expect(hueOf({ kind: 'rgb', red: 255, green: 0, blue: 10 })).toBe('red');
  expect(hueOf({ kind: 'rgb', red: 128, green: 128, blue: 128 })).toBe('grey');
});
