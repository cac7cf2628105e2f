import { describe, expect, test } from 'vitest';
import { createLogBuffer, type NewEntry } from './log-buffer.ts';
import { createLogRows, type LogLayout, type LogShape } from './log-rows.ts';
import { hexRows, logLine, timeOfDay } from './log-text.ts';

const SHAPE: LogShape = { hex: false, showBackground: false, columns: 10, bytesPerRow: 4 };
const encoder = new TextEncoder();

const source = (bytes: Uint8Array) => ({ bytes, byteLength: bytes.length });

const line = (text: string, fields: Partial<NewEntry> = {}): NewEntry => ({
  at: 0,
  direction: 'received',
  text,
  source: source(encoder.encode(text)),
  origin: 'user',
  ...fields,
});

const asEntry = ({ source: { bytes, byteLength }, ...rest }: NewEntry) => ({
  id: 1,
  ...rest,
  bytes,
  byteLength,
});

const shown = (layout: LogLayout): readonly string[] =>
  Array.from({ length: layout.count }, (_, index) => {
    const item = layout.item(index);
    return `${item?.entry.text.slice(0, 5) ?? '?'} @${String(item?.row)}+${String(item?.rows)}`;
  });

describe('the log laid out on rows', () => {
  test('[TERM-40] a line takes as many rows as its text is wide', () => {
    const buffer = createLogBuffer();
    for (const text of ['', '0123456789', '0123456789a', 'ok']) buffer.add(line(text));
    const layout = createLogRows()(buffer.view(), SHAPE);
    expect(shown(layout)).toEqual([' @0+1', '01234 @1+1', '01234 @2+2', 'ok @4+1']);
    expect(layout.totalRows).toBe(5);
    expect([0, 1, 2, 3, 4, 99].map(layout.indexAtRow)).toEqual([0, 1, 2, 2, 3, 3]);
  });

  test('[TERM-41] lines added later stand below, and nothing above them moves', () => {
    const buffer = createLogBuffer();
    const rows = createLogRows();
    buffer.add(line('one'));
    const before = rows(buffer.view(), SHAPE);
    buffer.add(line('two'));
    const after = rows(buffer.view(), SHAPE);
    expect(after.revision).toBe(before.revision);
    expect(shown(before)).toEqual(['one @0+1']);
    expect(shown(after)).toEqual(['one @0+1', 'two @1+1']);
  });

  test('[TERM-42] background traffic is there only when asked for', () => {
    const buffer = createLogBuffer();
    const rows = createLogRows();
    buffer.add(line('poll', { origin: 'background' }));
    buffer.add(line('mine'));
    expect(shown(rows(buffer.view(), SHAPE))).toEqual(['mine @0+1']);
    const all = rows(buffer.view(), { ...SHAPE, showBackground: true });
    expect(shown(all)).toEqual(['poll @0+1', 'mine @1+1']);
  });

  test('[TERM-43] the hex view counts rows of bytes, begins at its limit, and keeps notices as words', () => {
    const buffer = createLogBuffer({ hex: 30, log: 1_000 });
    buffer.add(line('abcdef'));
    buffer.add(line('Connected', { direction: 'system', source: source(new Uint8Array(0)) }));
    buffer.add(line('ghijk'));
    const layout = createLogRows()(buffer.view(), { ...SHAPE, hex: true });
    expect(shown(layout)).toEqual(['Conne @0+1', 'ghijk @1+2']);
  });

  test('[TERM-44] after lines were dropped the rest is found again by its id', () => {
    const buffer = createLogBuffer({ hex: 1_000, log: 12 });
    const rows = createLogRows();
    for (const text of ['aaaa', 'bbbb', 'cccc']) buffer.add(line(text));
    const before = rows(buffer.view(), SHAPE);
    buffer.add(line('dddd'));
    const after = rows(buffer.view(), SHAPE);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(shown(after)).toEqual(['dddd @0+1']);
    expect(after.indexOfId(4)).toBe(0);
    expect(after.indexOfId(2)).toBe(0);
  });

  test('[TERM-45] text beyond ASCII never needs more rows than it has', () => {
    const buffer = createLogBuffer();
    buffer.add(line('電池電池電池'));
    expect(createLogRows()(buffer.view(), SHAPE).totalRows).toBe(2);
  });
});

describe('the log as text', () => {
  test('[TERM-46] times are 24-hour with three fractional digits', () => {
    expect(timeOfDay(new Date(2026, 0, 1, 7, 5, 9, 12).getTime())).toBe('07:05:09.012');
    expect(timeOfDay(new Date(2026, 0, 1, 23, 59, 59, 999).getTime())).toBe('23:59:59.999');
  });

  test('[TERM-47] a line of the export holds time, direction and what was said', () => {
    const at = new Date(2026, 0, 1, 7, 5, 9, 12).getTime();
    expect(logLine(asEntry(line('AT', { at, direction: 'sent' })))).toBe('07:05:09.012 -> AT');
    expect(logLine(asEntry(line('OK', { at })), true)).toBe('07:05:09.012 <- 4F 4B');
    expect(logLine(asEntry(line('Connected', { at, direction: 'system' })), true)).toBe(
      '07:05:09.012 system Connected',
    );
  });

  test('[TERM-48] a hex dump has an ASCII column, with dots for what does not print', () => {
    expect(hexRows(Uint8Array.of(0x41, 0x54, 0x00, 0xff, 0x7e), 4)).toEqual([
      { hex: '41 54 00 FF', ascii: 'AT..' },
      { hex: '7E         ', ascii: '~' },
    ]);
  });
});
