import type { LineCounters } from '@batbot/core';
import { expect, test } from 'vitest';
import { bufferText, errorCount } from './line-words.ts';

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

test('[LINK-90] the buffer size has a binary unit, and errors of all kinds are counted', () => {
  expect([16_384, 65_536, 1_048_576].map(bufferText)).toEqual(['16 KiB', '64 KiB', '1 MiB']);
  expect(errorCount({ errors: { ...NONE, timeout: 2, rejected: 1 } })).toBe(3);
});
