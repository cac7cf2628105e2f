import { toHexText } from './hex.ts';
import type { Direction, LogEntry } from './log-buffer.ts';

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Local time of day, 24-hour with milliseconds: `07:05:09.012` (the specification, section 3). */
export const timeOfDay = (at: number): string => {
  const time = new Date(at);
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()];
  return `${clock.map((part) => pad(part, 2)).join(':')}.${pad(time.getMilliseconds(), 3)}`;
};

/** The specification, section 3, names the first and the last. */
export const DIRECTION_MARKS: Readonly<Record<Direction, string>> = {
  sent: '->',
  received: '<-',
  system: 'system',
};

/** An entry as a line of the exported log; in hex its bytes. */
export const logLine = (entry: LogEntry, hex = false): string => {
  const text = hex && entry.direction !== 'system' ? toHexText(entry.bytes) : entry.text;
  return `${timeOfDay(entry.at)} ${DIRECTION_MARKS[entry.direction]} ${text}`;
};

/** One row of a hex dump. */
export interface HexRow {
  readonly hex: string;
  /** The same bytes as characters; a dot for what does not print. */
  readonly ascii: string;
}

/** The rows of a hex dump; `hex` of all rows is equally wide when `bytesPerRow` bytes are shown in columns. */
export const hexRows = (bytes: Uint8Array, bytesPerRow: number): readonly HexRow[] => {
  const rows: HexRow[] = [];
  for (let from = 0; from < bytes.length; from += bytesPerRow) {
    const part = bytes.subarray(from, from + bytesPerRow);
    let ascii = '';
    for (const byte of part) ascii += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
    rows.push({ hex: toHexText(part).padEnd(bytesPerRow * 3 - 1), ascii });
  }
  return rows;
};
