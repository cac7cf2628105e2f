import type { Origin } from '../link/traffic.ts';

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

/** Bytes that can be written into the log's own memory. */
export interface ByteSource {
  readonly byteLength: number;
  /** Writes all of them into `target`, from `at` on. */
  readonly copyTo: (target: Uint8Array, at: number) => void;
}

export const byteSource = (bytes: Uint8Array): ByteSource => ({
  byteLength: bytes.length,
  copyTo: (target, at) => {
    target.set(bytes, at);
  },
});

export const NO_BYTES = byteSource(new Uint8Array(0));

/** What is added: an entry before it has its number. The text of a received one is what its bytes say in UTF-8. */
export interface NewEntry {
  readonly at: number;
  readonly ms: number;
  readonly direction: Direction;
  readonly text: string;
  readonly source: ByteSource;
  readonly origin: Origin;
}
