import { expect, test } from 'vitest';
import { FILES, logFileName } from './log-export.ts';

test('[TERM-96] the name of a saved log contains the time and the format', () => {
  const now = new Date(2026, 0, 31, 7, 5, 9);
  expect(logFileName(now, FILES.text.ending)).toBe('terminal-2026-01-31-070509.txt');
  expect(logFileName(now, FILES.csv.ending)).toBe('terminal-2026-01-31-070509.csv');
  expect(logFileName(now, FILES.jsonl.ending)).toBe('terminal-2026-01-31-070509.jsonl');
});
