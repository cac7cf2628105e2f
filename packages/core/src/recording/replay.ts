import { toHexText } from '../protocol/hex.ts';
import { createLineReader } from '../protocol/line-reader.ts';
import type { ByteRecord, SessionEvent } from './chunks.ts';
import { countUntil } from '../prelude/binary-search.ts';

/** A line of a recorded terminal log. `ms` is the time since the session's start. */
export interface ReplayRow {
  readonly ms: number;
  readonly direction: 'sent' | 'received' | 'system' | 'note' | 'marker';
  readonly text: string;
  readonly background: boolean;
}

const textOfSent = (bytes: Uint8Array): string => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.includes('\uFFFD') ? `hex: ${toHexText(bytes)}` : text.replace(/[\r\n]+$/, '');
};

/** The row in the place of a part that could not be read. */
const MISSING_PART = 'A part of the log could not be read.';

/** Rebuilds the terminal log of a session from its bytes and events. An undefined chunk could not be read. */
export const replayRows = (
  chunks: readonly (readonly ByteRecord[] | undefined)[],
  events: readonly SessionEvent[],
): readonly ReplayRow[] => {
  const rows: ReplayRow[] = [];
  const reader = createLineReader();
  let last = { ms: 0, background: false };
  const add = (row: ReplayRow): void => {
    rows.push(row);
  };
  const flush = (): void => {
    for (const line of reader.flush()) {
      add({ ...last, direction: 'received', text: line.text });
    }
  };
  for (const chunk of chunks) {
    if (chunk === undefined) {
      flush();
      add({ ms: last.ms, direction: 'system', text: MISSING_PART, background: false });
      continue;
    }
    for (const { ms, dir, bytes, background } of chunk) {
      if (dir === 'tx') {
        flush(); // a reply of bytes has no line break
        add({ ms, direction: 'sent', text: textOfSent(bytes), background });
        continue;
      }
      last = { ms, background };
      for (const line of reader.push(bytes)) {
        add({ ms, direction: 'received', text: line.text, background });
      }
    }
  }
  flush();
  for (const { ms, kind, text } of events) {
    add({ ms, direction: kind, text, background: false });
  }
  return rows.toSorted((a, b) => a.ms - b.ms); // rows of the same time keep their order
};

export const rowsUntil = (rows: readonly ReplayRow[], ms: number): number =>
  countUntil(rows.length, (index) => rows[index]?.ms ?? 0, ms);
