import type { Origin } from '../link/traffic.ts';
import type { ByteRange } from '../protocol/byte-range.ts';

export type Direction = 'sent' | 'received' | 'system';

/** One entry of the terminal's log. */
export interface LogEntry {
  /** Counts from 1, in the order of arrival, without gaps; never used twice. */
  readonly id: number;
  /** Wall-clock time, milliseconds since the epoch. May jump. */
  readonly at: number;
  /** Milliseconds on the clock that never jumps: for every duration (ST-07). */
  readonly ms: number;
  readonly direction: Direction;
  /** Text view; for a sent entry what was typed, without its line ending. Decoded when it is asked for. */
  readonly text: string;
  /** The bytes themselves, a copy made when they are asked for; empty for system entries. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  readonly origin: Origin;
}

/** What is added: an entry before it has its number. The text of a received one is what its bytes say in UTF-8. */
export interface NewEntry {
  readonly at: number;
  readonly ms: number;
  readonly direction: Direction;
  readonly text: string;
  readonly source: ByteRange;
  readonly origin: Origin;
}
