import { err, ok, type Result } from '../prelude/result.ts';
import type { DeviceProfile } from './device-profile.ts';
import type { DecodeError } from './frame.ts';
import { decodeNative } from './native-dialect.ts';
import type { PackSample } from './pack-sample.ts';
import { decodeWithProfile, type OtherValue } from './profile-decode.ts';
import type { Evidence } from './infer/evidence.ts';
import { createMemory, inferRecords, inferReply, type InferredReply } from './infer/infer-reply.ts';

/**
 * How a reply was understood: as the native dialect, by a saved profile, or by the names, units and sums in the reply
 * itself. Then `evidence` says for each value where it was read and why.
 */
export type Understanding =
  | { readonly kind: 'native' }
  | { readonly kind: 'profile'; readonly profile: DeviceProfile }
  /** By a profile of version 2, which also says how the device is asked. */
  | { readonly kind: 'device'; readonly name: string }
  | { readonly kind: 'inferred'; readonly evidence: readonly Evidence[] };

export interface DecodedReply {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
  readonly understanding: Understanding;
  /** All packs, if the reply reports several; `sample` is the first of them. */
  readonly packs?: readonly PackSample[];
}

export type ReplyReading = Result<DecodedReply, DecodeError>;

/**
 * Decodes the replies of one connection: with the saved profile if there is one, else natively, else by inference from
 * the reply itself. Once a device has answered in the native dialect, damaged replies are rejected, never guessed at.
 */
export interface ReplyDecoder {
  /** Decodes the information lines of a reply to the live data command. */
  readonly decode: (lines: readonly string[]) => ReplyReading;
  /** Decodes lines of a capture that may hold several records, such as a stream: one reading for each. */
  readonly decodeAll: (lines: readonly string[]) => readonly ReplyReading[];
  /** Whether these lines are a complete reply in the native dialect. */
  readonly isComplete: (lines: readonly string[]) => boolean;
  /** Starts again, with another saved profile or none. */
  readonly restart: (profile: DeviceProfile | undefined) => void;
}

const UNKNOWN: ReplyReading = err({
  kind: 'unknownFormat',
  detail: 'the reply is in an unknown format',
});

const inferredReading = (reply: InferredReply): ReplyReading => {
  const { evidence, ...rest } = reply;
  return evidence.length === 0
    ? UNKNOWN
    : ok({ ...rest, understanding: { kind: 'inferred', evidence } });
};

export const createReplyDecoder = (saved?: DeviceProfile): ReplyDecoder => {
  let known: Extract<Understanding, { kind: 'native' | 'profile' }> | undefined;
  let memory = createMemory();
  /** The last native decoding, so that a reply whose completeness was tested is not decoded twice. */
  let last: { readonly lines: readonly string[]; readonly sample: ReturnType<typeof decodeNative> };

  const native = (lines: readonly string[]): typeof last.sample => {
    if (last.lines !== lines) last = { lines, sample: decodeNative(lines) };
    return last.sample;
  };

  const withProfile = (
    lines: readonly string[],
    understanding: Extract<Understanding, { kind: 'profile' }>,
  ): ReplyReading => {
    const decoded = decodeWithProfile(lines, understanding.profile);
    return decoded.ok ? ok({ ...decoded.value, understanding }) : decoded;
  };

  const restart = (profile: DeviceProfile | undefined): void => {
    known = profile === undefined ? undefined : { kind: 'profile', profile };
    memory = createMemory();
    last = { lines: [], sample: err({ kind: 'empty', detail: 'no reply' }) };
  };
  restart(saved);

  /** As the profile or the native dialect reads it; undefined when the reply must be inferred. */
  const decodeKnown = (lines: readonly string[]): ReplyReading | undefined => {
    if (known?.kind === 'profile') return withProfile(lines, known);
    const decoded = native(lines);
    if (decoded.ok) {
      known = { kind: 'native' };
      return ok({ sample: decoded.value, others: [], understanding: known });
    }
    const isForeign = decoded.error.kind === 'empty' || decoded.error.kind === 'version';
    return known !== undefined || !isForeign ? decoded : undefined;
  };

  return {
    restart,
    isComplete: (lines) => native(lines).ok,
    decode: (lines) => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return reading;
      const inferred = inferReply(lines, memory);
      return inferred === undefined ? UNKNOWN : inferredReading(inferred);
    },
    decodeAll: (lines) => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return [reading];
      const readings = inferRecords(lines, memory).map(inferredReading);
      return readings.length === 0 ? [UNKNOWN] : readings;
    },
  };
};
