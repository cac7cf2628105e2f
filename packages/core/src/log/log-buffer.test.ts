import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangeOf } from '../protocol/line-reader.ts';
import { createLogBuffer, HEX_LIMIT_CHARACTERS, LOG_LIMIT_BYTES } from './log-buffer.ts';
import { line } from './log-rig.fixture.ts';

const entry = (bytes: number) => line('x'.repeat(bytes));

describe('the log buffer', () => {
  test('[CONST-8] the hex view keeps the last half when it exceeds 1,048,576 characters', () => {
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

  test('[TERM-10] above its limit of lines the log drops the oldest and counts them', () => {
    const buffer = createLogBuffer({ hex: 1_000, lines: 5, bytes: 1_000_000 });
    for (let each = 0; each < 11; each += 1) buffer.add(entry(10));
    const view = buffer.view();
    expect([view.length, view.dropped, view.firstId]).toEqual([5, 6, 7]);
    expect(view.entries().map(({ id }) => id)).toEqual([7, 8, 9, 10, 11]);
  });

  test('[TERM-10] above its limit of bytes the log drops the oldest entries', () => {
    const buffer = createLogBuffer({ hex: 1_000, lines: 1_000, bytes: 100 });
    for (let each = 0; each < 100; each += 1) buffer.add(entry(9));
    expect(buffer.view().length).toBe(10);
  });

  test('[TERM-11] a snapshot of the log does not change when the log drops entries or is cleared', () => {
    const buffer = createLogBuffer({ hex: 1_000, lines: 4, bytes: 1_000_000 });
    buffer.add(line('first', { at: 5, ms: 3 }));
    const before = buffer.view();
    for (let each = 0; each < 20; each += 1) buffer.add(entry(10));
    buffer.clear();
    buffer.add(entry(10));
    expect(before.entries().map(({ id, at, ms, text }) => ({ id, at, ms, text }))).toEqual([
      { id: 1, at: 5, ms: 3, text: 'first' },
    ]);
    expect(
      buffer
        .view()
        .entries()
        .map(({ id }) => id),
    ).toEqual([22]);
  });

  test('[TERM-63] entries of any kind, with any bytes and any text, are read back unchanged', () => {
    const entries = fc.array(
      fc.record({
        at: fc.double({ noNaN: true }),
        ms: fc.double({ noNaN: true }),
        direction: fc.constantFrom('sent', 'received', 'system'),
        origin: fc.constantFrom('user', 'background'),
        typed: fc.string({ unit: 'grapheme' }),
        bytes: fc.uint8Array({ maxLength: 80 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(entries, (added) => {
        const buffer = createLogBuffer({ hex: 1e6, lines: 2_048, bytes: 65_536 });
        const expected = added.map(({ typed, bytes, ...fields }) => ({
          ...fields,
          text:
            fields.direction === 'received'
              ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
              : typed,
          bytes,
          byteLength: bytes.length,
        }));
        for (const { bytes, byteLength: _, ...fields } of expected) {
          buffer.add({ ...fields, source: rangeOf(bytes) });
        }
        const out = buffer
          .view()
          .entries()
          .map((each) => ({
            at: each.at,
            ms: each.ms,
            direction: each.direction,
            origin: each.origin,
            text: each.text,
            bytes: each.bytes,
            byteLength: each.byteLength,
          }));
        expect(out).toEqual(expected);
      }),
    );
  });

  test('[TERM-63] repeated reads of an entry return the same object while the entry is on the screen', () => {
    const buffer = createLogBuffer();
    for (const text of ['a', 'b']) buffer.add(line(text));
    expect(buffer.view().entry(1)).toBe(buffer.view().entry(1));
    expect([-1, 2, 0.5].map(buffer.view().entry)).toEqual([undefined, undefined, undefined]);
  });

  test('[DP-05] the log stays within its limit with lines of 16 KiB', () => {
    const buffer = createLogBuffer({ hex: 1_048_576, lines: 1_000, bytes: 1_048_576 });
    for (let each = 0; each < 640; each += 1) buffer.add(entry(16_384));
    const kept = buffer
      .view()
      .entries()
      .reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(kept).toBeLessThanOrEqual(1_048_576);
    expect(kept).toBeGreaterThan(1_000_000);
  });

  test('[LR-04] the log keeps a million lines, and more lines do not exceed the limit', () => {
    const buffer = createLogBuffer();
    const added = line('x');
    for (let each = 0; each < 1_200_000; each += 1) buffer.add(added);
    const { length, dropped } = buffer.view();
    expect(length + dropped).toBe(1_200_000);
    expect(length).toBeGreaterThan(1_000_000);
    expect(length).toBeLessThanOrEqual(1_048_576);
    expect(LOG_LIMIT_BYTES).toBe(64 * 1_024 * 1_024);
  });
});
