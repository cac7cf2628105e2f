import { err, ok } from '../prelude/result.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply, ReplyProfile } from '../protocol/reply-decoder.ts';
import { mergeReadings, type MergedPack } from './merge-readings.ts';
import type { Profile } from './profile.ts';
import { createProfileReader } from './profile-reader.ts';

const sampleOf = ({ sample, switches }: MergedPack): PackSample =>
  Object.keys(switches).length === 0 ? sample : { ...sample, switches };

/** What packs report, the first of them shown; undefined without a pack. */
export const replyOf = (
  packs: readonly MergedPack[],
): Omit<DecodedReply, 'understanding'> | undefined => {
  const [first] = packs;
  if (first === undefined) return undefined;
  const texts = Object.entries(first.texts).map(([key, text]) => ({ key, text }));
  const others = first.others.map(({ name, value, unit }) => ({
    key: name,
    text: unit === undefined ? String(value) : `${value} ${unit}`,
  }));
  const which = { key: 'Packs', text: `${first.pack ?? '1'} is shown, of ${packs.length}` };
  return {
    sample: sampleOf(first),
    others: [...(packs.length > 1 ? [which] : []), ...texts, ...others],
    ...(packs.length > 1 ? { packs: packs.map(sampleOf) } : {}),
  };
};

/** The profile as a reader of the replies to the app's own commands; undefined if it says itself how to ask. */
export const replyProfile = (profile: Profile): ReplyProfile | undefined => {
  const { name, line, polls, readsIdentity } = profile;
  if (line.quiet || polls.length > 0) return undefined;
  return {
    name,
    ...(readsIdentity === undefined ? {} : { readsIdentity }),
    read: (lines) => {
      const reader = createProfileReader(profile);
      const bytes = new TextEncoder().encode(lines.map((each) => `${each}\r\n`).join(''));
      const results = [reader.read(bytes, { at: 0 }), reader.flush({ at: 0 })];
      const reply = replyOf(mergeReadings(results.flatMap(({ readings }) => readings)));
      if (reply !== undefined) return ok(reply);
      const [refusal] = results.flatMap(({ refused }) => refused);
      const detail = refusal?.reason ?? `no record of ${name} in the reply`;
      return err({ kind: 'unknownFormat', detail });
    },
  };
};
