import { expect, test } from 'vitest';
import { replayRows, rowsUntil } from './replay.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('[OBD-93] at a given time, the log contains the rows received or sent until then', () => {
  const line = { dir: 'rx', background: false } as const;
  const rows = replayRows(
    [
      { ...line, ms: 10, bytes: bytes('A\r\nB\r\n') },
      { ...line, ms: 30, bytes: bytes('C\r\n') },
    ],
    [{ ms: 20, wall: 20, kind: 'note', text: 'N' }],
  );
  const said = (ms: number) => rows.slice(0, rowsUntil(rows, ms)).map(({ text }) => text);
  expect([9, 10, 25, 99].map((ms) => said(ms).join(''))).toEqual(['', 'AB', 'ABN', 'ABNC']);
  expect(rowsUntil([], 5)).toBe(0);
});
