import { describe, expect, test } from 'vitest';
import { createLogBuffer, HEX_LIMIT_CHARACTERS } from './log-buffer.ts';

const entry = (bytes: number, text = 'x'.repeat(bytes)) =>
  ({
    at: 0,
    direction: 'received',
    text,
    source: { bytes: new Uint8Array(bytes), byteLength: bytes },
    origin: 'user',
  }) as const;

describe('the log buffer', () => {
  test('[CONST-8] the hex view keeps the last half once 1,048,576 characters are exceeded', () => {
    const buffer = createLogBuffer();
    const perEntry = 1_024 * 3;
    const fitting = Math.floor(HEX_LIMIT_CHARACTERS / perEntry);
    for (let each = 0; each < fitting; each += 1) buffer.add(entry(1_024));
    expect(buffer.view().hexFrom).toBe(0);
    buffer.add(entry(1_024));
    const { length, hexFrom } = buffer.view();
    const kept = (length - hexFrom) * perEntry;
    expect(kept).toBeLessThanOrEqual(HEX_LIMIT_CHARACTERS / 2);
    expect(kept).toBeGreaterThan(HEX_LIMIT_CHARACTERS / 2 - perEntry);
  });

  test('[TERM-10] the log drops its older half past its own limit and counts what it dropped', () => {
    const buffer = createLogBuffer({ hex: 1_000, log: 100 });
    for (let each = 0; each < 11; each += 1) buffer.add(entry(10));
    const view = buffer.view();
    expect([view.length, view.dropped]).toEqual([5, 6]);
    expect(view.entries.slice(0, view.length).map(({ id }) => id)).toEqual([7, 8, 9, 10, 11]);
  });

  test('[TERM-11] a view taken before stays what it was', () => {
    const buffer = createLogBuffer({ hex: 1_000, log: 100 });
    buffer.add(entry(10, 'first     '));
    const before = buffer.view();
    for (let each = 0; each < 20; each += 1) buffer.add(entry(10));
    expect(before.entries.slice(0, before.length).map(({ text }) => text.trim())).toEqual([
      'first',
    ]);
  });

  test('[DP-05] 10 MB stay within the bound', () => {
    const buffer = createLogBuffer({ hex: 1_048_576, log: 1_048_576 });
    for (let each = 0; each < 640; each += 1) buffer.add(entry(16_384));
    const { entries, length } = buffer.view();
    const kept = entries.slice(0, length).reduce((sum, { text }) => sum + text.length, 0);
    expect(kept).toBeLessThanOrEqual(1_048_576);
  });

  test('[LR-04] a million lines of one character are bounded by their number too', () => {
    const buffer = createLogBuffer();
    for (let each = 0; each < 1_000_000; each += 1) buffer.add(entry(1, 'x'));
    expect(buffer.view().length).toBeLessThan(100_000);
  });
});
