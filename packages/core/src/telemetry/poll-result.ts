import type { Outcome } from '../link/traffic.ts';
import type { DecodeError } from '../protocol/frame.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply, ReplyReading } from '../protocol/reply-decoder.ts';

export type PollResult =
  | {
      readonly status: 'answered';
      readonly reply: DecodedReply;
      readonly raw: readonly string[];
      readonly roundTripMs: number;
      /** How much older the values may be than the reply, because it may answer an earlier poll. */
      readonly mayBeOlderMs?: number;
      /** The monotonic time to which the ages of the values refer, if it is not the present. */
      readonly at?: number;
    }
  | { readonly status: 'rejected'; readonly error: DecodeError; readonly raw: readonly string[] }
  | { readonly status: 'timeout' }
  /** The poll was not sent because another command was pending. */
  | { readonly status: 'skipped' }
  /** The connection ended. */
  | { readonly status: 'lost' };

/** Returns the result of a poll. A reply that repeats the sequence number of the sample `before` is rejected. */
export const pollResult = (
  outcome: Outcome | { readonly kind: 'skipped' },
  before: PackSample | undefined,
  decode: (lines: readonly string[]) => ReplyReading,
): PollResult => {
  switch (outcome.kind) {
    case 'ok': {
      const { lines: raw, latencyMs, mayBeOlderMs = 0, reading: decoded = decode(raw) } = outcome;
      if (!decoded.ok) return { status: 'rejected', error: decoded.error, raw };
      const { sequence } = decoded.value.sample;
      if (sequence !== undefined && sequence === before?.sequence) {
        const detail = `sequence number ${sequence} came twice`;
        return { status: 'rejected', error: { kind: 'repeated', detail }, raw };
      }
      const roundTripMs = latencyMs + mayBeOlderMs;
      return { status: 'answered', reply: decoded.value, raw, roundTripMs, mayBeOlderMs };
    }
    case 'error': {
      const detail = `the device answered ${outcome.code ?? 'with an error'}`;
      return { status: 'rejected', error: { kind: 'refused', detail }, raw: outcome.lines };
    }
    case 'unproven': {
      const earlier = outcome.mayAnswer === '' ? 'an earlier command' : outcome.mayAnswer;
      const detail = `the reply may answer ${earlier}`;
      return { status: 'rejected', error: { kind: 'unproven', detail }, raw: outcome.lines };
    }
    case 'streaming':
    case 'timeout':
    case 'writeFailed':
      return { status: 'timeout' };
    case 'skipped':
      return { status: 'skipped' };
    case 'lost':
      return { status: 'lost' };
  }
};
