import { expect, test } from 'vitest';
import { styledRuns } from '@batbot/core';
import { ansiClass, hueOf } from './ansi-class.ts';

const classOf = (sgr: string): string => {
  const [run] = styledRuns(`\u001b[${sgr}mx`);
  return run?.style === undefined ? '' : ansiClass(run.style);
};

test('[TERM-91] what a device colours is shown in the nearest of our own colours', () => {
  expect(classOf('31')).toBe('ansi ansi--red');
  expect(classOf('1;92')).toBe('ansi ansi--green ansi--bold');
  expect(classOf('37')).toBe('ansi ansi--ink');
  expect(classOf('90')).toBe('ansi ansi--grey');
  expect(classOf('38;5;208')).toBe('ansi ansi--yellow'); // orange
  expect(classOf('38;2;120;80;255')).toBe('ansi ansi--blue');
  expect(classOf('30;43')).toBe('ansi ansi--ink ansi-on--yellow');
  expect(classOf('7;4;9;3;2')).toBe(
    'ansi ansi--grey ansi--italic ansi--underlined ansi--struck ansi--inverse',
  );
});

test('[TERM-91] every colour of the table and of its own has one of ours', () => {
  for (let index = 0; index < 256; index += 1)
    expect(hueOf({ kind: 'table', index })).toMatch(/^[a-z]+$/);
  expect(hueOf({ kind: 'rgb', red: 255, green: 0, blue: 10 })).toBe('red');
  expect(hueOf({ kind: 'rgb', red: 128, green: 128, blue: 128 })).toBe('grey');
});
