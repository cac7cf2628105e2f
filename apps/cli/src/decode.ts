import {
  capturedBytes,
  createReplyDecoder,
  draftProfile,
  repliesOf,
  type DecodedReply,
  type DecodeError,
  type DeviceProfile,
} from '@batbot/core';

/** The content of a capture. */
export interface Decoded {
  readonly samples: readonly DecodedReply[];
  readonly rejected: readonly { readonly error: DecodeError; readonly lines: readonly string[] }[];
  /** A profile proposed for replies that are not in the native dialect; the user must confirm it. */
  readonly draft: DeviceProfile | null;
}

export const decodeCapture = (file: Uint8Array): Decoded => {
  const { decode } = createReplyDecoder();
  const samples: DecodedReply[] = [];
  const rejected: { readonly error: DecodeError; readonly lines: readonly string[] }[] = [];
  const replies = repliesOf(capturedBytes(file));
  for (const lines of replies) {
    const decoded = decode(lines);
    if (decoded.ok) samples.push(decoded.value);
    else rejected.push({ error: decoded.error, lines });
  }
  const drafted = samples.find(({ understanding }) => understanding.kind === 'draft');
  if (drafted?.understanding.kind === 'draft') {
    return { samples, rejected, draft: drafted.understanding.profile };
  }
  const guess = samples.length > 0 ? undefined : draftProfile(replies[0] ?? [])?.profile;
  return guess === undefined ? { samples, rejected, draft: null } : decodeGuessed(replies, guess);
};

/** Without names, the numbers themselves suggest a profile; it is called a draft. */
const decodeGuessed = (
  replies: readonly (readonly string[])[],
  profile: DeviceProfile,
): Decoded => {
  const { decode } = createReplyDecoder(profile);
  const results = replies.map((lines) => ({ lines, decoded: decode(lines) }));
  return {
    samples: results.flatMap(({ decoded }) =>
      decoded.ok ? [{ ...decoded.value, understanding: { kind: 'draft', profile } }] : [],
    ),
    rejected: results.flatMap(({ lines, decoded }) =>
      decoded.ok ? [] : [{ error: decoded.error, lines }],
    ),
    draft: profile,
  };
};
