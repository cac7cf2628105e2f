import { err, ok, type Result } from '../prelude/result.ts';
import type { DecodeError } from './frame.ts';
import { decodeNative } from './native-dialect.ts';
import type { OtherValue, PackSample } from './pack-sample.ts';
import type { Evidence } from './infer/evidence.ts';
import { createMemory, inferRecords, inferReply, type InferredReply } from './infer/infer-reply.ts';

/** A profile by which replies are read: the same object as long as it does not change. */
export interface KnownProfile {
  readonly name: string;
  /** The identity (ATI) is read once after connecting. */
  readonly readsIdentity?: true;
}

/** What a reply says of one pack. */
export interface ReadValues {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
  /** From several records or polls: how much older than the reply a value is, in ms, by its name in the sample. */
  readonly olderByMs?: ReadonlyMap<string, number>;
}

/** A reply without the way in which it was understood; `packs` as in `DecodedReply`. */
export interface ReadReply extends ReadValues {
  readonly packs?: readonly (ReadValues & { readonly label: string })[];
}

/** A profile that reads the replies to the app's own commands. */
export interface ReplyProfile extends KnownProfile {
  /** Reads the information lines of one reply. */
  readonly read: (lines: readonly string[]) => Result<ReadReply, DecodeError>;
}

/**
 * How a reply was understood: as the native dialect, by a profile, or by the names, units and sums in the reply itself.
 * Then `evidence` says for each value where it was read and why.
 */
export type Understanding =
  | { readonly kind: 'native' }
  | { readonly kind: 'profile'; readonly profile: KnownProfile }
  | { readonly kind: 'inferred'; readonly evidence: readonly Evidence[] };

export interface DecodedReply extends ReadValues {
  readonly understanding: Understanding;
  /** All packs, if the device numbers them; the reply itself is that of the first. */
  readonly packs?: readonly PackReply[];
}

/** One pack of several in a reply; `label` is the device's own number of it. */
export interface PackReply extends Omit<DecodedReply, 'packs'> {
  readonly label: string;
}

/** The reply and all its packs, understood in this way. */
export const understood = (
  { packs, ...reply }: ReadReply,
  understanding: Understanding,
): DecodedReply => ({
  ...reply,
  understanding,
  ...(packs && { packs: packs.map((each) => ({ ...each, understanding })) }),
});

export type ReplyReading = Result<DecodedReply, DecodeError>;

/**
 * Decodes the replies of one connection: by the profile if there is one, else natively, else by inference from
 * the reply itself. Once a device has answered in the native dialect, damaged replies are rejected, never guessed at.
 */
export interface ReplyDecoder {
  /** Decodes the information lines of a reply to the live data command. */
  readonly decode: (lines: readonly string[]) => ReplyReading;
  /** Decodes lines of a capture that may hold several records, such as a stream: one reading for each. */
  readonly decodeAll: (lines: readonly string[]) => readonly ReplyReading[];
  /** Whether these lines are a complete reply in the native dialect. */
  readonly isComplete: (lines: readonly string[]) => boolean;
  /** Starts again, with another profile or none. */
  readonly restart: (profile: ReplyProfile | undefined) => void;
}

const UNKNOWN: ReplyReading = err({
  kind: 'unknownFormat',
  detail: 'the reply is in an unknown format',
});

const inferred = ({ evidence, ...values }: Omit<InferredReply, 'packs'>): DecodedReply => ({
  ...values,
  understanding: { kind: 'inferred', evidence },
});

const inferredReading = ({ packs, ...first }: InferredReply): ReplyReading => {
  if (first.evidence.length === 0) return UNKNOWN;
  const all = packs?.map(({ label, ...each }) => ({ ...inferred(each), label }));
  return ok({ ...inferred(first), ...(all && { packs: all }) });
};

export const createReplyDecoder = (): ReplyDecoder => {
  let profile: ReplyProfile | undefined;
  let isNative = false;
  let memory = createMemory();
  /** The last native decoding, so that a reply whose completeness was tested is not decoded twice. */
  let last: { readonly lines: readonly string[]; readonly sample: ReturnType<typeof decodeNative> };

  const native = (lines: readonly string[]): typeof last.sample => {
    if (last.lines !== lines) last = { lines, sample: decodeNative(lines) };
    return last.sample;
  };

  const restart = (next: ReplyProfile | undefined): void => {
    profile = next;
    isNative = false;
    memory = createMemory();
    last = { lines: [], sample: err({ kind: 'empty', detail: 'no reply' }) };
  };
  restart(undefined);

  /** As the profile or the native dialect reads it; undefined when the reply must be inferred. */
  const decodeKnown = (lines: readonly string[]): ReplyReading | undefined => {
    if (profile !== undefined) {
      const read = profile.read(lines);
      return read.ok ? ok(understood(read.value, { kind: 'profile', profile })) : read;
    }
    const decoded = native(lines);
    if (decoded.ok) {
      isNative = true;
      return ok({ sample: decoded.value, others: [], understanding: { kind: 'native' } });
    }
    const isForeign = decoded.error.kind === 'empty' || decoded.error.kind === 'version';
    return isNative || !isForeign ? decoded : undefined;
  };

  return {
    restart,
    isComplete: (lines) => native(lines).ok,
    decode: (lines) => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return reading;
      const reply = inferReply(lines, memory);
      return reply === undefined ? UNKNOWN : inferredReading(reply);
    },
    decodeAll: (lines) => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return [reading];
      const readings = inferRecords(lines, memory).map(inferredReading);
      return readings.length === 0 ? [UNKNOWN] : readings;
    },
  };
};
