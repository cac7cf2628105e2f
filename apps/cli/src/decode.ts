import {
  capturedReplies,
  createReplyDecoder,
  type CapturedReply,
  type DecodedReply,
  type DecodeError,
} from '@batbot/core';
import { draftProfile, type Profile } from '@batbot/core/profiles';

/** A decoded reply, or a decoded record of a stream. `understanding` describes how each value is known. */
export type CapturedSample = Omit<CapturedReply, 'lines'> & DecodedReply;

export interface Decoded {
  readonly samples: readonly CapturedSample[];
  readonly rejected: readonly (CapturedReply & { readonly error: DecodeError })[];
  /** A proposed profile for replies that are not in the native dialect; the user must confirm it. */
  readonly draft: Profile | null;
}

/** Decodes a JSONL capture or a text file: one sample for each reply, and for each record of a stream. */
export const decodeCapture = (file: Uint8Array): Decoded => {
  const { decodeAll } = createReplyDecoder();
  const samples: CapturedSample[] = [];
  const rejected: (CapturedReply & { readonly error: DecodeError })[] = [];
  const replies = capturedReplies(file);
  for (const { lines, ...at } of replies) {
    const readings = decodeAll(lines);
    for (const reading of readings) if (reading.ok) samples.push({ ...at, ...reading.value });
    const failed = readings.find((reading) => !reading.ok);
    const isUnread = readings.every((reading) => !reading.ok);
    if (isUnread && failed?.ok === false) rejected.push({ ...at, lines, error: failed.error });
  }
  const isNative = samples.some(({ understanding }) => understanding.kind === 'native');
  const drafts = isNative ? [] : replies.map(({ lines }) => draftProfile(lines));
  const draft = drafts.find((each) => each !== undefined) ?? null;
  return { samples, rejected, draft };
};
