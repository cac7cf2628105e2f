import { err, ok } from '@batbot/core';
import { expect, it } from 'vitest';
import { forgetWords } from './forget-words.ts';

it('[PAGE-82] a profile that could not be deleted is not said to be forgotten for good', () => {
  expect(forgetWords(ok(undefined))).toMatch(/^Forgotten\. /);
  expect(forgetWords(err({ kind: 'blocked', message: '' }))).toMatch(/^Forgotten\. /);
  for (const kind of ['failed', 'outdated', 'full'] as const) {
    expect(forgetWords(err({ kind, message: '' }))).toMatch(/could not delete it/);
  }
});
