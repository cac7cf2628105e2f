import { err, ok, type Result } from '../prelude/result.ts';
import type { DeviceProfile } from '../protocol/device-profile.ts';
import type { DecodeError } from '../protocol/frame.ts';
import { decodeNative } from '../protocol/native-dialect.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { decodeWithProfile, type OtherValue } from '../protocol/profile-decode.ts';
import { draftProfile } from '../protocol/profile-draft.ts';

/** How a reply was understood: the native dialect, a profile of the user's, or one drafted from the reply itself. */
export type Understanding =
  | { readonly kind: 'native' }
  | { readonly kind: 'profile'; readonly profile: DeviceProfile }
  | { readonly kind: 'draft'; readonly profile: DeviceProfile };

export interface DecodedReply {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
  readonly understanding: Understanding;
}

/**
 * Decodes the replies of one connection: by the user's profile where there is one, else natively, else by what the
 * reply tells of itself. A device that has once spoken the native dialect is held to it: its damaged replies are
 * rejected, not guessed at.
 */
export const createReplyDecoder = (
  saved: DeviceProfile | undefined,
): ((lines: readonly string[]) => Result<DecodedReply, DecodeError>) => {
  let known: Understanding | undefined =
    saved === undefined ? undefined : { kind: 'profile', profile: saved };

  const byProfile = (
    lines: readonly string[],
    understanding: Exclude<Understanding, { kind: 'native' }>,
  ): Result<DecodedReply, DecodeError> => {
    const decoded = decodeWithProfile(lines, understanding.profile);
    return decoded.ok ? ok({ ...decoded.value, understanding }) : decoded;
  };

  const natively = (lines: readonly string[]): Result<DecodedReply, DecodeError> => {
    const decoded = decodeNative(lines);
    const understanding = { kind: 'native' } as const;
    return decoded.ok ? ok({ sample: decoded.value, others: [], understanding }) : decoded;
  };

  return (lines) => {
    if (known !== undefined && known.kind !== 'native') return byProfile(lines, known);
    const native = natively(lines);
    if (native.ok) known = native.value.understanding;
    const isForeign =
      !native.ok && (native.error.kind === 'empty' || native.error.kind === 'version');
    if (known !== undefined || !isForeign) return native;
    const draft = draftProfile(lines);
    if (draft?.isClear !== true) {
      return err({ kind: 'unknownFormat', detail: 'the reply is in a format nobody described' });
    }
    const understanding = { kind: 'draft', profile: draft.profile } as const;
    const drafted = byProfile(lines, understanding);
    if (drafted.ok) known = understanding;
    return drafted;
  };
};
