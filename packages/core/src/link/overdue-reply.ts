import type { Clock } from '../ports/clock.ts';
import { isOnlyBreaks, MAX_REPLY_BYTES } from './reception.ts';
import type { LateReply, Transaction } from './traffic.ts';

/** What comes later than this after its command was sent is no longer taken for the overdue reply. */
const LATEST_REPLY_MS = 30_000;

/** Remembers the command that timed out last: what comes while nothing is asked is taken for its reply. */
export interface OverdueReply {
  /** `startedAt`: monotonic time of the write. */
  readonly expect: (of: Transaction, startedAt: number) => void;
  readonly isExpected: () => boolean;
  readonly came: (bytes: Uint8Array) => void;
  /** It has come whole, or it never will. */
  readonly settle: () => void;
}

export const createOverdueReply = (
  clock: Clock,
  onLate: (reply: LateReply) => void,
): OverdueReply => {
  let expected: { readonly of: Transaction; readonly startedAt: number } | undefined;
  let left = MAX_REPLY_BYTES;
  return {
    expect: (of, startedAt) => {
      expected = { of, startedAt };
      left = MAX_REPLY_BYTES;
    },
    isExpected: () => expected !== undefined,
    came: (bytes) => {
      if (expected === undefined || isOnlyBreaks(bytes)) return;
      const afterMs = clock.monotonicNow() - expected.startedAt;
      if (afterMs <= LATEST_REPLY_MS) {
        onLate({ of: expected.of, bytes: bytes.slice(0, left), afterMs });
        left -= bytes.length;
      }
      if (left <= 0 || afterMs > LATEST_REPLY_MS) expected = undefined; // no reply, but a stream
    },
    settle: () => {
      expected = undefined;
    },
  };
};
