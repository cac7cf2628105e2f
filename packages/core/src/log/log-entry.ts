import type { Origin } from '../link/traffic.ts';
import type { LineRange } from '../protocol/line-reader.ts';

export type Direction = 'sent' | 'received' | 'system';

/** One entry of the terminal's log. */
export interface LogEntry {
  /** The number of the entry, counted from 1 in the order of arrival, without gaps. Never reused. */
  readonly id: number;
  /** Wall-clock time, milliseconds since the epoch. May jump. */
  readonly at: number;
  /** Monotonic milliseconds, for durations (ST-07). */
  readonly ms: number;
  readonly direction: Direction;
  /** The text of the entry, decoded on demand. For a sent entry it is the typed text without its line ending. */
  readonly text: string;
  /**
   * A copy of the bytes, made on demand; empty for system entries. Those of a received entry are the bytes of its text
   * with the line breaks around it.
   */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  readonly origin: Origin;
}

/** An entry that has no id yet. The text of a received entry is `source` decoded as UTF-8. */
export interface NewEntry {
  readonly at: number;
  readonly ms: number;
  readonly direction: Direction;
  readonly text: string;
  readonly source: LineRange;
  readonly origin: Origin;
}
