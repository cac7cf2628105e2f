import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader, rangeOf } from '../protocol/line-reader.ts';
import { parseCapture } from '../protocol/capture.ts';
import { exportParts, type ExportOptions } from './log-export.ts';
import { line, setUpLog } from './log-rig.fixture.ts';
import { durationText, timeText } from './log-time.ts';

const exported = (log: ReturnType<typeof setUpLog>, options: Partial<ExportOptions>): string =>
  [
    ...exportParts(log.shown$.value, { format: 'text', hex: false, times: 'none', ...options }),
  ].join('');

const AT = new Date(2026, 0, 1, 7, 5, 9, 12).getTime();
const bytes = (text: string) => rangeOf(new TextEncoder().encode(text));

const conversation = () => {
  const log = setUpLog();
  log.say(
    line('Connected', { direction: 'system', at: AT, ms: 100 }),
    line('AT', { direction: 'sent', at: AT + 500, ms: 600, source: bytes('AT\r\n') }),
    line('\u001b[32mOK\u001b[0m', { at: AT + 533, ms: 633.25 }),
    line('=cmd|"x"', { at: AT + 600, ms: 700 }),
  );
  return log;
};

describe('times of the log', () => {
  test('[TERM-77] times are absolute, since the start, or since the previous entry', () => {
    const [before, entry] = [
      { at: AT, ms: 100 },
      { at: AT + 33, ms: 133 },
    ];
    expect(timeText(entry, 'absolute', 0, before)).toBe('07:05:09.045');
    expect(timeText(entry, 'sinceStart', 100, before)).toBe('00:00:00.033');
    expect(timeText(entry, 'delta', 100, before)).toBe('+0.033');
    expect(timeText(entry, 'delta', 100, undefined)).toBe('+0.000');
    expect(durationText(100 * 3_600_000 + 61_001)).toBe('100:01:01.001');
  });

  test('[ST-07] durations are not negative after the clock was set back', () => {
    expect(timeText({ at: AT - 9e6, ms: 5 }, 'delta', 0, { at: AT, ms: 4 })).toBe('+0.001');
  });
});

describe('export of the log to a file', () => {
  test('[TERM-78] a text export has times or none, text or hex, and bookmarks with notes', () => {
    const log = conversation();
    const notes = new Map([
      [2, ''],
      [3, 'odd'],
    ]);
    expect(exported(log, { notes })).toBe(
      'system Connected\n-> AT  # bookmark\n<- OK  # odd\n<- =cmd|"x"\n',
    );
    expect(exported(log, { times: 'absolute' })).toMatch(/^07:05:09\.012 system Connected\n/);
    expect(exported(log, { times: 'delta' }).split('\n')[2]).toBe('+0.033 <- OK');
    expect(exported(log, { hex: true }).split('\n')[1]).toBe('-> 41 54 0D 0A');
  });

  test('[TERM-244] a selected part of the log has the times that the log shows, also in its first line', () => {
    const part = { times: 'delta', between: [3, 4] } as const;
    expect(exported(conversation(), part)).toBe('+0.033 <- OK\n+0.067 <- =cmd|"x"\n');
  });

  test('[ST-05] a CSV export contains no formulas', () => {
    const rows = exported(conversation(), { format: 'csv' }).split('\r\n');
    expect(rows[0]).toBe('entry,time_utc,elapsed_s,direction,origin,text,hex,note');
    expect(rows[2]).toMatch(/^2,2026-01-0\dT.*Z,0\.500,sent,user,AT,41 54 0D 0A,$/);
    expect(rows[4]).toContain(`"'=cmd|""x"""`);
  });

  test('[TERM-79] a capture that the simulator replays contains every byte', () => {
    const log = conversation();
    const text = exported(log, { format: 'jsonl', notes: new Map([[3, 'odd']]) });
    const parsed = parseCapture(text);
    expect(parsed.ok && parsed.value.skipped).toEqual([]);
    const lines = parsed.ok ? parsed.value.lines : [];
    expect(lines.map((each) => [each.dir, each.ms, new TextDecoder().decode(each.bytes)])).toEqual([
      ['rx', 0, ''],
      ['tx', 500, 'AT\r\n'],
      ['rx', 533.25, '\u001b[32mOK\u001b[0m'],
      ['rx', 600, '=cmd|"x"'],
    ]);
    expect(text).toContain('"system":"Connected"');
    expect(text).toContain('"note":"odd"');
  });

  test('[TERM-79] the bytes of a binary reply are saved as received, including bytes that are line breaks', () => {
    const frame = Uint8Array.of(
      0xdd,
      4,
      0,
      8,
      0x0d,
      0x1b,
      0x0d,
      0x0d,
      0x0d,
      0x0a,
      0xff,
      0x5a,
      0x77,
    );
    const reader = createLineReader();
    const log = setUpLog();
    const lines = [
      ...reader.push(frame.subarray(0, 7)),
      ...reader.push(frame.subarray(7)),
      ...reader.flush(),
    ];
    log.say(...lines.map((each) => line(each.text, { source: each })));
    const parsed = parseCapture(exported(log, { format: 'jsonl' }));
    const read = parsed.ok ? parsed.value.lines.map((each) => [...each.bytes]) : [];
    expect(read.flat()).toEqual([...frame]);
    expect(exported(log, { format: 'text', hex: true })).toContain('DD 04 00 08 0D\n');
  });

  test('[TERM-79] everything sent and received in a capture is read back unchanged', () => {
    const run = fc.record({
      direction: fc.constantFrom('sent', 'received'),
      bytes: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 2_100 / 100 }), (runs) => {
        const log = setUpLog();
        log.say(
          ...runs.map((each) =>
            line('', { direction: each.direction, source: rangeOf(each.bytes) }),
          ),
        );
        const parsed = parseCapture(exported(log, { format: 'jsonl' }));
        const back = parsed.ok ? parsed.value.lines : [];
        expect(back.map((each) => each.bytes)).toEqual(runs.map((each) => each.bytes));
      }),
    );
  });

  test('[TERM-226] the start of a capture is the time of its first count, also after the log dropped its beginning', () => {
    const log = setUpLog({ hex: 1_000, lines: 4, bytes: 1_000_000 });
    for (let each = 0; each < 20; each += 1)
      log.say(line('x', { at: AT + each * 1_000, ms: 100 + each * 1_000 }));
    const parsed = parseCapture(exported(log, { format: 'jsonl' }));
    if (!parsed.ok) throw new Error('The file is not a capture.');
    const { header, lines } = parsed.value;
    expect(lines.map(({ ms }) => ms)).toEqual([16_000, 17_000, 18_000, 19_000]);
    expect(header.startedAt).toBe(new Date(AT).toISOString());
  });

  test('[TERM-78] a long log is exported in parts', () => {
    const log = setUpLog();
    log.say(...Array.from({ length: 5_000 }, (_, index) => `line ${index}`));
    const options = { format: 'text', hex: false, times: 'none' } as const;
    const parts = [...exportParts(log.shown$.value, options)];
    expect(parts.length).toBe(5);
    expect(parts.join('').split('\n')).toHaveLength(5_001);
    log.say(...Array.from({ length: 100 }, () => 'x'.repeat(10_000)));
    const longest = [...exportParts(log.shown$.value, options)].map(({ length }) => length);
    expect(Math.max(...longest)).toBeLessThan(150_000);
  });
});
