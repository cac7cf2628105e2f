import type { Origin } from '../link/traffic.ts';
import type { ByteRange } from '../protocol/byte-range.ts';

export type Direction = 'sent' | 'received' | 'system';

/** One entry of the terminal's log. */
export interface LogEntry {
  /** Counts from 1, in the order of arrival, without gaps; never used twice. */
  readonly id: number;
  /** Wall-clock time, milliseconds since the epoch. May jump. */
  readonly at: number;
  /** Monotonic milliseconds, for durations (ST-07). */
  readonly ms: number;
  readonly direction: Direction;
  /** Text view; for a sent entry what was typed, without its line ending. Decoded on demand. */
  readonly text: string;
  /** A copy of the bytes, made on demand; empty for system entries. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  readonly origin: Origin;
}

/** An entry before it has its id. The text of a received one is its bytes decoded as UTF-8. */
export interface NewEntry {
  readonly at: number;
  readonly ms: number;
  readonly direction: Direction;
  readonly text: string;
  readonly source: ByteRange;
  readonly origin: Origin;
}
