import { toHexText } from '../protocol/hex.ts';
import { stripAnsi } from './ansi.ts';
import type { Direction, LogEntry } from './log-entry.ts';
import { timeOfDay } from './log-time.ts';

/** The specification, section 3, names the first and the last. */
export const DIRECTION_MARKS: Readonly<Record<Direction, string>> = {
  sent: '->',
  received: '<-',
  system: 'system',
};

/** An entry as a line of text; in hex its bytes. It begins with `time`, by default the time of day; '' means no time. */
export const logLine = (entry: LogEntry, hex = false, time = timeOfDay(entry.at)): string => {
  const isHex = hex && entry.direction !== 'system';
  const text = isHex ? toHexText(entry.bytes) : stripAnsi(entry.text);
  return `${time === '' ? '' : `${time} `}${DIRECTION_MARKS[entry.direction]} ${text}`;
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
