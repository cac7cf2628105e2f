import { err, ok } from '@batbot/core';
import { expect, it } from 'vitest';
import { deleteWords } from './delete-words.ts';

it('[PAGE-82] a profile that could not be deleted is not reported as permanently deleted', () => {
  expect(deleteWords(ok(undefined))).toBe('Deleted.');
  expect(deleteWords(err({ kind: 'blocked', message: '' }))).toBe('Deleted.');
  for (const kind of ['failed', 'outdated', 'full'] as const) {
    expect(deleteWords(err({ kind, message: '' }))).toMatch(/could not delete it/);
  }
});
