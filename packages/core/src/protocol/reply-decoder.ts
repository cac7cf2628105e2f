import { err, ok, type Result } from '../prelude/result.ts';
import type { DecodeError } from './frame.ts';
import { decodeNative } from './native-dialect.ts';
import type { OtherValue, PackSample } from './pack-sample.ts';
import type { Evidence } from './infer/evidence.ts';
import { createMemory, inferRecords, inferReply, type InferredReply } from './infer/infer-reply.ts';

/** The profile that decodes replies. It stays the same object while it does not change. */
export interface KnownProfile {
  readonly name: string;
  /** True if the identity (ATI) is read once after connecting. */
  readonly readsIdentity?: true;
}

export interface ReadValues {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
  /**
   * For values of several records or polls: how much older than the reply a value is, in ms, by its field in the
   * sample. A list has the age of its oldest value; its single values may have their own, such as `cellVoltagesV 3`.
   */
  readonly olderByMs?: ReadonlyMap<string, number>;
  /** The number of decimals with which the device reports a value, by its field in the sample. */
  readonly decimals?: ReadonlyMap<string, number>;
}

/** A decoded reply without the kind of its decoding. `packs` is as in `DecodedReply`. */
export interface ReadReply extends ReadValues {
  readonly packs?: readonly (ReadValues & { readonly label: string })[];
}

/** A profile that reads the replies to the app's own commands. */
export interface ReplyProfile extends KnownProfile {
  readonly read: (lines: readonly string[]) => Result<ReadReply, DecodeError>;
}

/**
 * How a reply was decoded: as the native dialect, by a profile, or by the names, units and sums in the reply itself. In
 * the last case `evidence` contains the place and the reason of each value.
 */
export type Understanding =
  | { readonly kind: 'native' }
  | { readonly kind: 'profile'; readonly profile: KnownProfile }
  | { readonly kind: 'inferred'; readonly evidence: readonly Evidence[] };

export interface DecodedReply extends ReadValues {
  readonly understanding: Understanding;
  /** All packs, if the device numbers them. The values of the reply itself are those of the first pack. */
  readonly packs?: readonly PackOfReply[];
}

/** One pack of several in a reply. `label` is the number that the device gave it. */
export interface PackOfReply extends Omit<DecodedReply, 'packs'> {
  readonly label: string;
}

/** Adds `understanding` to a reply and to each of its packs. */
export const understood = (
  { packs, ...reply }: ReadReply,
  understanding: Understanding,
): DecodedReply => ({
  ...reply,
  understanding,
  ...(packs && { packs: packs.map((each) => ({ ...each, understanding })) }),
});

export type ReplyReading = Result<DecodedReply, DecodeError>;

const UNKNOWN: ReplyReading = err({
  kind: 'unknownFormat',
  detail: 'the reply is in an unknown format',
});

type Decimals = ReadonlyMap<string, number>;

const decimalsIn = (number: string): number => number.split('.')[1]?.length ?? 0;

/** Returns the number of decimals of a value, with zeros at the end if it is written in its unit: 2 for `52.80 V`. */
const decimalsOf = (value: number, text: string): number => {
  const [written = ''] = /-?\d+(\.\d+)?/.exec(text) ?? [];
  return decimalsIn(Number(written) === value ? written : String(value));
};

/** Adds the decimals of a reply. A device may leave out zeros at the end, so the most decimals of a value count. */
const withDecimals = (known: Decimals, { sample, evidence }: InferredReply): Decimals => {
  const values = new Map<string, unknown>(Object.entries(sample));
  const most = new Map(known);
  for (const { place, text } of evidence) {
    const [field = '', at] = place.split(' ');
    const held = values.get(field);
    const value: unknown = Array.isArray(held) ? held[Number(at) - 1] : held;
    if (typeof value === 'number')
      most.set(field, Math.max(most.get(field) ?? 0, decimalsOf(value, text)));
  }
  return most;
};

export const createReplyDecoder = () => {
  let profile: ReplyProfile | undefined;
  let isNative = false;
  let memory = createMemory();
  /** Those of the values that were inferred so far. */
  let decimals: Decimals = new Map();
  /** The last native decoding. It avoids decoding a reply again after its completeness was tested. */
  let last:
    | { readonly lines: readonly string[]; readonly sample: ReturnType<typeof decodeNative> }
    | undefined;

  const native = (lines: readonly string[]): ReturnType<typeof decodeNative> => {
    if (last?.lines !== lines) last = { lines, sample: decodeNative(lines) };
    return last.sample;
  };

  const restart = (next: ReplyProfile | undefined): void => {
    profile = next;
    isNative = false;
    memory = createMemory();
    decimals = new Map();
    last = undefined;
  };
  restart(undefined);

  /** Decodes a reply by the profile or as the native dialect; undefined if the reply must be inferred. */
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

  const infer = ({ packs, ...first }: InferredReply): ReplyReading => {
    if (first.evidence.length === 0) return UNKNOWN;
    decimals = [first, ...(packs ?? [])].reduce(withDecimals, decimals);
    const inferred = ({ evidence, ...values }: typeof first): DecodedReply => ({
      ...values,
      decimals,
      understanding: { kind: 'inferred', evidence },
    });
    const all = packs?.map(({ label, ...each }) => ({ ...inferred(each), label }));
    return ok({ ...inferred(first), ...(all && { packs: all }) });
  };

  return {
    /** Resets the decoder, with another profile or none. */
    restart,
    /** True if these lines are a complete reply in the native dialect. */
    isComplete: (lines: readonly string[]): boolean => native(lines).ok,
    /** Decodes the information lines of a reply to the live data command. */
    decode: (lines: readonly string[]): ReplyReading => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return reading;
      const reply = inferReply(lines, memory);
      return reply === undefined ? UNKNOWN : infer(reply);
    },
    /**
     * Decodes lines of a capture that may contain several records, such as a stream. Returns one reading for each record.
     */
    decodeAll: (lines: readonly string[]): readonly ReplyReading[] => {
      const reading = decodeKnown(lines);
      if (reading !== undefined) return [reading];
      const readings = inferRecords(lines, memory).map(infer);
      return readings.length === 0 ? [UNKNOWN] : readings;
    },
  };
};

/**
 * Decodes the replies of one connection: by the profile if there is one, else natively, else by inference from
 * the reply itself. Once a device has answered in the native dialect, damaged replies are rejected, never guessed at.
 */
export type ReplyDecoder = ReturnType<typeof createReplyDecoder>;
