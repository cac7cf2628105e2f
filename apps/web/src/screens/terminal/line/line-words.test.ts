import type { LineCounters } from '@batbot/core';
import { expect, test } from 'vitest';
import { bufferText, bytesText, errorCount, errorsText } from './line-words.ts';

const NONE: LineCounters['errors'] = {
  BufferOverrunError: 0,
  BreakError: 0,
  FramingError: 0,
  ParityError: 0,
  UnknownError: 0,
  timeout: 0,
  rejected: 0,
  writeFailed: 0,
};

test('[LINK-90] bytes, buffers and errors are told in figures of a fixed form', () => {
  expect([0, 999, 1_000, 5_240, 99_949, 99_950, 999_499, 999_500, 2.5e9].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '5.2 kB',
    '99.9 kB',
    '100 kB',
    '999 kB',
    '1.0 MB',
    '2.5 GB',
  ]);
  expect([16_384, 65_536, 1_048_576].map(bufferText)).toEqual(['16 KiB', '64 KiB', '1 MiB']);
  expect([errorsText(1), errorsText(1_200)]).toEqual(['1 error', '1,200 errors']);
  expect(errorCount({ errors: { ...NONE, timeout: 2, rejected: 1 } })).toBe(3);
});
