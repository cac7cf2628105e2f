import { toHexText } from '../protocol/hex.ts';
import { stripAnsi } from './ansi.ts';
import type { Direction, LogEntry } from './log-entry.ts';
import { timeOfDay } from './log-time.ts';

/** The marks of the directions. The specification, section 3, fixes the first and the last. */
export const DIRECTION_MARKS: Readonly<Record<Direction, string>> = {
  sent: '->',
  received: '<-',
  system: 'system',
};

/**
 * Returns an entry as a line of text, or its bytes in hex. The line begins with `time`, by default the time of day;
 * with an empty text it has no time.
 */
export const logLine = (entry: LogEntry, hex = false, time = timeOfDay(entry.at)): string => {
  const isHex = hex && entry.direction !== 'system';
  const text = isHex ? toHexText(entry.bytes) : stripAnsi(entry.text);
  return `${time === '' ? '' : `${time} `}${DIRECTION_MARKS[entry.direction]} ${text}`;
};

export interface HexRow {
  readonly hex: string;
  /** The same bytes as characters, with a dot for each unprintable byte. */
  readonly ascii: string;
}

/**
 * Returns the rows of a hex dump. If `bytesPerRow` bytes are shown in columns, `hex` has the same width in all rows.
 */
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
