import { describe, expect, test } from 'vitest';
import { line, setUpLog } from './log-rig.fixture.ts';
import { createLogRows, type LogLayout, type LogShape } from './log-rows.ts';
import { hexRows, logLine } from './log-text.ts';
import { timeOfDay } from './log-time.ts';

const SHAPE: LogShape = { hex: false, columns: 10, bytesPerRow: 4 };

const asEntry = (added: ReturnType<typeof line>) => {
  const log = setUpLog();
  log.say(added);
  const [entry] = log.log$.value.entries();
  if (entry === undefined) throw new Error('no entry');
  return entry;
};

const shown = (layout: LogLayout): readonly string[] =>
  Array.from({ length: layout.count }, (_, index) => {
    const item = layout.item(index);
    return `${item?.entry.text.slice(0, 5) ?? '?'} @${String(item?.row)}+${String(item?.rows)}`;
  });

describe('layout of the log in rows', () => {
  test('[TERM-40] a line takes as many rows as its text is wide', () => {
    const log = setUpLog();
    log.say('', '0123456789', '0123456789a', 'ok');
    const layout = createLogRows()(log.shown$.value, SHAPE);
    expect(shown(layout)).toEqual([' @0+1', '01234 @1+1', '01234 @2+2', 'ok @4+1']);
    expect(layout.totalRows).toBe(5);
    expect([0, 1, 2, 3, 4, 99].map(layout.indexAtRow)).toEqual([0, 1, 2, 2, 3, 3]);
  });

  test('[TERM-40] escapes take no columns', () => {
    const log = setUpLog();
    log.say('\u001b[32m0123456789\u001b[0m', '\u001b[32m0123456789a\u001b[0m');
    const layout = createLogRows()(log.shown$.value, SHAPE);
    expect([0, 1].map((index) => layout.item(index)?.rows)).toEqual([1, 2]);
  });

  test('[TERM-41] new lines are added below, and the lines above do not move', () => {
    const log = setUpLog();
    const rows = createLogRows();
    log.say('one');
    const before = rows(log.shown$.value, SHAPE);
    log.say('two');
    const after = rows(log.shown$.value, SHAPE);
    expect(after.revision).toBe(before.revision);
    expect(shown(before)).toEqual(['one @0+1']);
    expect(shown(after)).toEqual(['one @0+1', 'two @1+1']);
  });

  test('[TERM-42] app traffic is shown only on request', () => {
    const log = setUpLog();
    const rows = createLogRows();
    log.say(line('poll', { origin: 'background' }), 'mine');
    expect(shown(rows(log.shown$.value, SHAPE))).toEqual(['mine @0+1']);
    log.settings.set({ showBackground: true, format: 'ascii' });
    expect(shown(rows(log.shown$.value, SHAPE))).toEqual(['poll @0+1', 'mine @1+1']);
  });

  test('[TERM-43] the hex view counts rows of bytes, begins at its limit, and shows notices as text', () => {
    const log = setUpLog({ hex: 30, lines: 1_000, bytes: 100_000 });
    log.settings.set({ showBackground: false, format: 'hex' });
    log.say('abcdef', line('Connected', { direction: 'system' }), 'ghijk');
    const layout = createLogRows()(log.shown$.value, { ...SHAPE, hex: true });
    expect(shown(layout)).toEqual(['Conne @0+1', 'ghijk @1+2']);
  });

  test('[TERM-44] after lines were dropped, the remaining ones are found by their ids', () => {
    const log = setUpLog({ hex: 1_000, lines: 3, bytes: 100_000 });
    const rows = createLogRows();
    log.say('aaaa', 'bbbb, and more of it', 'cccc');
    const before = rows(log.shown$.value, SHAPE);
    log.say('dddd', 'eeee');
    const after = rows(log.shown$.value, SHAPE);
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(shown(after)).toEqual(['cccc @0+1', 'dddd @1+1', 'eeee @2+1']);
    expect(after.totalRows).toBe(3);
    expect([0, 1, 2, 3].map(after.indexAtRow)).toEqual([0, 1, 2, 2]);
    expect([after.indexOfId(4), after.indexOfId(2)]).toEqual([1, 0]);
    expect(shown(before)).toEqual(['aaaa @0+1', 'bbbb, @1+2', 'cccc @3+1']);
  });

  test('[TERM-44] after a clear the layout begins at the top', () => {
    const log = setUpLog();
    const rows = createLogRows();
    log.say('one', 'two');
    rows(log.shown$.value, SHAPE);
    log.buffer.clear();
    log.publish();
    const empty = rows(log.shown$.value, SHAPE);
    expect([empty.count, empty.totalRows, rows(log.shown$.value, SHAPE).revision]).toEqual([
      0,
      0,
      empty.revision,
    ]);
    log.say('three');
    expect(shown(rows(log.shown$.value, SHAPE))).toEqual(['three @0+1']);
  });

  test('[TERM-185] a system line wraps between words, and a word wider than a row is broken', () => {
    const log = setUpLog();
    const system = { direction: 'system' } as const;
    log.say(line('15 more under', system), line('0123456789ab cd', system), line('a bc', system));
    expect(shown(createLogRows()(log.shown$.value, SHAPE))).toEqual([
      '15 mo @0+2',
      '01234 @2+2',
      'a bc @4+1',
    ]);
  });

  test('[TERM-45] the layout has enough rows for text that is not ASCII', () => {
    const log = setUpLog();
    log.say('電池電池電池');
    expect(createLogRows()(log.shown$.value, SHAPE).totalRows).toBe(2);
  });
});

describe('the log as text', () => {
  test('[TERM-46] times are 24-hour with three fractional digits', () => {
    expect(timeOfDay(new Date(2026, 0, 1, 7, 5, 9, 12).getTime())).toBe('07:05:09.012');
    expect(timeOfDay(new Date(2026, 0, 1, 23, 59, 59, 999).getTime())).toBe('23:59:59.999');
  });

  test('[TERM-47] a line of the export contains time, direction and text', () => {
    const at = new Date(2026, 0, 1, 7, 5, 9, 12).getTime();
    expect(logLine(asEntry(line('AT', { at, direction: 'sent' })))).toBe('07:05:09.012 -> AT');
    expect(logLine(asEntry(line('OK', { at })), true)).toBe('07:05:09.012 <- 4F 4B');
    expect(logLine(asEntry(line('Connected', { at, direction: 'system' })), true)).toBe(
      '07:05:09.012 system Connected',
    );
  });

  test('[TERM-48] a hex dump has an ASCII column, with dots for unprintable bytes', () => {
    expect(hexRows(Uint8Array.of(0x41, 0x54, 0x00, 0xff, 0x7e), 4)).toEqual([
      { hex: '41 54 00 FF', ascii: 'AT..' },
      { hex: '7E         ', ascii: '~' },
    ]);
  });
});
