import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { joined } from './device-bytes.ts';
import { scannerOf } from './frame-scan.ts';
import { createIsoTpJoiner } from './iso-tp.ts';
import type { Profile } from './profile.ts';

/** A frame with a correct checksum, or the reason why bytes are not a frame. */
export type Found =
  | { readonly body: Uint8Array; readonly bad?: never }
  | { readonly bad: string; readonly body?: never };

const MOST_BYTES = 32_768;
/** Maximum length of a line or a frame, in bytes. A whole reply may be longer. */
const LONGEST = 8_192;
const NOTHING = new Uint8Array();

/**
 * Creates a framer. `startsWhole`: the first bytes begin a frame; if false, the first line is skipped because its
 * beginning may be missing.
 */
export const createFramer = (profile: Profile, startsWhole = true, scan = scannerOf(profile)) => {
  const { frame } = profile;
  const isText = frame.split === 'line' || frame.split === 'isoTp';
  const limit = frame.split === 'reply' ? MOST_BYTES : LONGEST;
  const isoTp = createIsoTpJoiner();
  let held: Uint8Array = NOTHING;
  /** True while the bytes up to the next end belong to a frame that was cut off. */
  let skipping = isText && !startsWhole;

  const bodyOf = (body: Uint8Array): readonly Found[] => {
    if (frame.split !== 'isoTp') return [{ body }];
    const message = isoTp.line(body);
    return message === undefined ? [] : [{ body: message }];
  };

  const drain = (): readonly Found[] => {
    const found: Found[] = [];
    for (;;) {
      const result = scan(held);
      if (result === undefined || (result.used === 0 && result.body === undefined)) break;
      held = held.subarray(result.used);
      if (skipping) skipping = !isText && result.body === undefined && result.bad === undefined;
      else if (result.body !== undefined) found.push(...bodyOf(result.body));
      else if (result.bad !== undefined) found.push({ bad: result.bad });
      if (held.length === 0) break;
    }
    if (held.length > limit) {
      held = NOTHING;
      skipping = isText || frame.split === 'reply';
      found.push({ bad: `more than ${limit} bytes without an end` });
    }
    return found;
  };

  return {
    push: (bytes: Uint8Array): readonly Found[] => {
      const found: Found[] = [];
      for (let from = 0; from < bytes.length; from += LONGEST) {
        held = joined(held, bytes.subarray(from, from + LONGEST));
        found.push(...drain());
      }
      return found;
    },
    /** Whether a frame has begun whose end must still arrive. A whole reply may also end in silence. */
    isUnfinished: (): boolean => held.length > 0 && frame.split !== 'reply',
    /** Call it when the reply is complete. The remaining bytes are a frame if frames are replies or lines. */
    flush: (): readonly Found[] => {
      const rest = held;
      held = NOTHING;
      const isWhole = !skipping && rest.length > 0;
      skipping = false;
      isoTp.reset();
      if (!isWhole || textOfBytes(rest).trim() === '') return [];
      if (frame.split === 'reply') return [{ body: rest }];
      return frame.split === 'line' && profile.checksum === undefined ? [{ body: rest }] : [];
    },
  };
};
