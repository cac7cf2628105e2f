import { joinBytes } from '../prelude/join-bytes.ts';
import type { Clock } from '../ports/clock.ts';
import type { LateReply, Transaction } from './traffic.ts';

const LF = 0x0a;
const CR = 0x0d;
const NO_BYTES = new Uint8Array(0);

/** Maximum number of bytes that are kept of a reply. A longer reply is a flood, which the log contains. */
const MAX_REPLY_BYTES = 32_768;
/** Bytes that arrive later than this after the write do not count as the late reply. */
const LATEST_REPLY_MS = 30_000;

/**
 * Attributes each byte of a received chunk to the command that was pending when the line of the byte ended. Bytes after
 * the result code of this command arrived before the next command was sent, so they belong to no command:
 *
 *     chunk:     +A: 1 ␍␊ OK ␍␊ │ READY ␍␊ │ +B: 2 ␍␊
 *     lineEnds:       ↑      ↑          ↑          ↑
 *     take:      ── command A ──  ── none ──  ── none ──
 *
 * Line breaks belong to the line before them.
 */
export const createChunkSplitter = () => {
  let chunk: Uint8Array = NO_BYTES;
  let from = 0;
  let to = 0;
  return {
    begin: (received: Uint8Array): void => {
      chunk = received;
      from = 0;
      to = 0;
    },
    /** Reports that a line ends at this index of the chunk. */
    lineEnds: (at: number): void => {
      to = at;
      while (chunk[to] === CR || chunk[to] === LF) to += 1;
    },
    /** Reports that the chunk has no further line: its rest has no line break yet, or contains only line breaks. */
    end: (): void => {
      to = chunk.length;
    },
    /** Returns the bytes up to the last line ending that were not returned before. */
    take: (): Uint8Array => {
      const share = to > from ? chunk.subarray(from, to) : NO_BYTES;
      from = to;
      return share;
    },
  };
};

export const createReplyBytes = () => {
  let shares: Uint8Array[] = [];
  let length = 0;
  return {
    add: (share: Uint8Array): void => {
      const kept = share.subarray(0, MAX_REPLY_BYTES - length);
      if (kept.length === 0) return;
      shares.push(kept);
      length += kept.length;
    },
    /** Returns a copy of all bytes and removes them. */
    take: (): Uint8Array => {
      const whole = joinBytes(shares);
      shares = [];
      length = 0;
      return whole;
    },
  };
};

/** Collects the bytes of one reply. */
export type ReplyBytes = ReturnType<typeof createReplyBytes>;

/** Remembers the last command that timed out. Bytes that arrive while no command is pending belong to it. */
export const createLateReplies = (clock: Clock, onLate: (reply: LateReply) => void) => {
  let expected: { readonly of: Transaction; readonly startedAt: number } | undefined;
  let left = MAX_REPLY_BYTES;
  return {
    /** Expects a late reply to this transaction. `startedAt` is the monotonic time of its write. */
    expect: (of: Transaction, startedAt: number): void => {
      expected = { of, startedAt };
      left = MAX_REPLY_BYTES;
    },
    /** Returns the transaction whose reply may still arrive. */
    expected: (): Transaction | undefined => expected?.of,
    add: (bytes: Uint8Array): void => {
      if (expected === undefined || bytes.every((byte) => byte === CR || byte === LF)) return;
      const afterMs = clock.monotonicNow() - expected.startedAt;
      if (afterMs <= LATEST_REPLY_MS) {
        onLate({ of: expected.of, bytes: bytes.slice(0, left), afterMs });
        left -= bytes.length;
      }
      // More bytes than a reply can have are a stream, not a late reply.
      if (left <= 0 || afterMs > LATEST_REPLY_MS) expected = undefined;
    },
    /** Stops expecting a late reply: it is complete or will not arrive. */
    stop: (): void => {
      expected = undefined;
    },
  };
};
