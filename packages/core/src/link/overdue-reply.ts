import type { Clock } from '../ports/clock.ts';
import { isOnlyBreaks } from './reception.ts';
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
  return {
    expect: (of, startedAt) => {
      expected = { of, startedAt };
    },
    isExpected: () => expected !== undefined,
    came: (bytes) => {
      if (expected === undefined || isOnlyBreaks(bytes)) return;
      const afterMs = clock.monotonicNow() - expected.startedAt;
      if (afterMs > LATEST_REPLY_MS) expected = undefined;
      else onLate({ of: expected.of, bytes, afterMs });
    },
    settle: () => {
      expected = undefined;
    },
  };
};
