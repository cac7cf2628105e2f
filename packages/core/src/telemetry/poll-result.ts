import type { Outcome } from '../link/traffic.ts';
import type { DecodeError } from '../protocol/frame.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply, ReplyReading } from '../protocol/reply-decoder.ts';

/** What became of one tick of the poll. */
export type PollResult =
  | {
      readonly fate: 'answered';
      readonly reply: DecodedReply;
      readonly raw: readonly string[];
      readonly roundTripMs: number;
    }
  | { readonly fate: 'rejected'; readonly error: DecodeError; readonly raw: readonly string[] }
  | { readonly fate: 'timeout' }
  /** The line was busy: the tick was let pass. */
  | { readonly fate: 'skipped' }
  /** The connection ended meanwhile. */
  | { readonly fate: 'lost' };

/** Reads a poll's outcome; `before` is the sample before it, whose number must not come twice. */
export const pollResult = (
  outcome: Outcome | { readonly kind: 'skipped' },
  before: PackSample | undefined,
  decode: (lines: readonly string[]) => ReplyReading,
): PollResult => {
  switch (outcome.kind) {
    case 'ok': {
      const { lines: raw, latencyMs: roundTripMs, reading: decoded = decode(raw) } = outcome;
      if (!decoded.ok) return { fate: 'rejected', error: decoded.error, raw };
      const { sequence } = decoded.value.sample;
      if (sequence !== undefined && sequence === before?.sequence) {
        const detail = `sequence number ${sequence} came twice`;
        return { fate: 'rejected', error: { kind: 'repeated', detail }, raw };
      }
      return { fate: 'answered', reply: decoded.value, raw, roundTripMs };
    }
    case 'error': {
      const detail = `the device answered ${outcome.code ?? 'with an error'}`;
      return { fate: 'rejected', error: { kind: 'refused', detail }, raw: outcome.lines };
    }
    case 'timeout':
    case 'writeFailed':
      return { fate: 'timeout' };
    case 'skipped':
      return { fate: 'skipped' };
    case 'lost':
      return { fate: 'lost' };
  }
};
