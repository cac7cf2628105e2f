import { err, ok, type Result } from '../prelude/result.ts';
import type { DeviceProfile } from './device-profile.ts';
import type { DecodeError } from './frame.ts';
import { decodeNative } from './native-dialect.ts';
import type { PackSample } from './pack-sample.ts';
import { decodeWithProfile, type OtherValue } from './profile-decode.ts';
import { draftProfile } from './profile-draft.ts';

/** How a reply was understood: as the native dialect, by a saved profile, or by a profile drafted from the reply. */
export type Understanding =
  | { readonly kind: 'native' }
  | { readonly kind: 'profile'; readonly profile: DeviceProfile }
  | { readonly kind: 'draft'; readonly profile: DeviceProfile };

export interface DecodedReply {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
  readonly understanding: Understanding;
}

export type ReplyReading = Result<DecodedReply, DecodeError>;

/**
 * Decodes the replies of one connection: with the saved profile if there is one, else natively, else with a profile
 * drafted from the reply itself. Once a device has answered in the native dialect, damaged replies are rejected, never
 * guessed at.
 */
export interface ReplyDecoder {
  /** Decodes the information lines of a reply to the live data command. */
  readonly decode: (lines: readonly string[]) => ReplyReading;
  /** Whether these lines are a complete reply in the native dialect. */
  readonly isComplete: (lines: readonly string[]) => boolean;
  /** Starts again, with another saved profile or none. */
  readonly restart: (profile: DeviceProfile | undefined) => void;
}

export const createReplyDecoder = (saved?: DeviceProfile): ReplyDecoder => {
  let known: Understanding | undefined;
  /** The last native decoding, so that a reply whose completeness was tested is not decoded twice. */
  let last: { readonly lines: readonly string[]; readonly sample: ReturnType<typeof decodeNative> };

  const native = (lines: readonly string[]): typeof last.sample => {
    if (last.lines !== lines) last = { lines, sample: decodeNative(lines) };
    return last.sample;
  };

  const withProfile = (
    lines: readonly string[],
    understanding: Exclude<Understanding, { kind: 'native' }>,
  ): ReplyReading => {
    const decoded = decodeWithProfile(lines, understanding.profile);
    return decoded.ok ? ok({ ...decoded.value, understanding }) : decoded;
  };

  const restart = (profile: DeviceProfile | undefined): void => {
    known = profile === undefined ? undefined : { kind: 'profile', profile };
    last = { lines: [], sample: err({ kind: 'empty', detail: 'no reply' }) };
  };
  restart(saved);

  return {
    restart,
    isComplete: (lines) => native(lines).ok,
    decode: (lines) => {
      if (known !== undefined && known.kind !== 'native') return withProfile(lines, known);
      const decoded = native(lines);
      if (decoded.ok) {
        known = { kind: 'native' };
        return ok({ sample: decoded.value, others: [], understanding: known });
      }
      const isForeign = decoded.error.kind === 'empty' || decoded.error.kind === 'version';
      if (known !== undefined || !isForeign) return decoded;
      const draft = draftProfile(lines);
      if (draft?.isClear !== true) {
        return err({ kind: 'unknownFormat', detail: 'the reply is in an unknown format' });
      }
      const understanding = { kind: 'draft', profile: draft.profile } as const;
      const drafted = withProfile(lines, understanding);
      if (drafted.ok) known = understanding;
      return drafted;
    },
  };
};
