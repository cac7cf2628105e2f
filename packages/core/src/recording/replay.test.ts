import { expect, test } from 'vitest';
import { replayRows, rowsUntil } from './replay.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('[OBD-93] at a given time, the log contains the rows received or sent until then', () => {
  const line = { dir: 'rx', background: false } as const;
  const rows = replayRows(
    [
      [{ ...line, ms: 10, bytes: bytes('A\r\nB\r\n') }],
      [{ ...line, ms: 30, bytes: bytes('C\r\n') }],
    ],
    [{ ms: 20, wall: 20, kind: 'note', text: 'N' }],
  );
  const said = (ms: number) => rows.slice(0, rowsUntil(rows, ms)).map(({ text }) => text);
  expect([9, 10, 25, 99].map((ms) => said(ms).join(''))).toEqual(['', 'AB', 'ABN', 'ABNC']);
  expect(rowsUntil([], 5)).toBe(0);
});

test('[OBD-95] the log has each line with its time, direction and origin, an unfinished last line too', () => {
  const rows = replayRows(
    [
      [
        { ms: 10, dir: 'tx', background: true, bytes: bytes('\uFEFFAT\r\nX\r\n') },
        { ms: 20, dir: 'rx', background: true, bytes: bytes('A\r\n') },
        { ms: 30, dir: 'rx', background: false, bytes: bytes('B\r\nunfin') },
        { ms: 40, dir: 'rx', background: false, bytes: bytes('ished') },
      ],
    ],
    [
      { ms: 20, wall: 20, kind: 'note', text: 'N' },
      { ms: 5, wall: 5, kind: 'system', text: 'S' },
    ],
  );
  expect(rows).toEqual([
    { ms: 5, direction: 'system', text: 'S', background: false },
    { ms: 10, direction: 'sent', text: '\uFEFFAT\r\nX', background: true },
    { ms: 20, direction: 'received', text: 'A', background: true },
    { ms: 20, direction: 'note', text: 'N', background: false },
    { ms: 30, direction: 'received', text: 'B', background: false },
    { ms: 40, direction: 'received', text: 'unfinished', background: false },
  ]);
  expect(replayRows([], [])).toEqual([]);
});

test('[REC-141] a line does not go on after a part that could not be read', () => {
  const line = { dir: 'rx', background: true } as const;
  const rows = replayRows(
    [
      [{ ...line, ms: 10, bytes: bytes('A\r\n+ADATA: 5') }],
      undefined,
      [{ ...line, ms: 30, bytes: bytes('3 V\r\n') }],
    ],
    [],
  );
  expect(rows.map((row) => [row.ms, row.direction, row.text, row.background])).toEqual([
    [10, 'received', 'A', true],
    [10, 'received', '+ADATA: 5', true],
    [10, 'system', 'A part of the log could not be read.', false],
    [30, 'received', '3 V', true],
  ]);
});

test('[REC-138] a reply of bytes without a line break ends before the next command', () => {
  const app = { background: true } as const;
  const rows = replayRows(
    [
      [
        { ...app, ms: 10, dir: 'tx', bytes: Uint8Array.of(0xdd, 0xa5, 0xff) },
        { ...app, ms: 20, dir: 'rx', bytes: bytes('fir') },
        { ...app, ms: 30, dir: 'rx', bytes: bytes('st') },
        { ms: 40, dir: 'tx', background: false, bytes: bytes('X') },
        { ms: 50, dir: 'rx', background: false, bytes: bytes('second') },
      ],
    ],
    [],
  );
  expect(rows.map(({ ms, text, background }) => [ms, text, background])).toEqual([
    [10, 'hex: DD A5 FF', true],
    [30, 'first', true],
    [40, 'X', false],
    [50, 'second', false],
  ]);
});
