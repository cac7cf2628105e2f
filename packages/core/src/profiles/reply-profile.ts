import { err, ok } from '../prelude/result.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ReadReply, ReadValues, ReplyProfile } from '../protocol/reply-decoder.ts';
import { agesOf, mergeReadings, type MergedPack } from './merge-readings.ts';
import type { Profile } from './profile.ts';
import { createProfileReader } from './profile-reader.ts';
import type { TextTarget } from './profile-targets.ts';

const TEXT_NAMES: Readonly<Record<TextTarget, string>> = {
  maker: 'Maker',
  model: 'Model',
  serial: 'Serial number',
  hardware: 'Hardware',
  firmware: 'Firmware',
};

const sampleOf = ({ sample, switches }: MergedPack): PackSample =>
  Object.keys(switches).length === 0 ? sample : { ...sample, switches };

const valuesOf = (pack: MergedPack, at: number): ReadValues => ({
  sample: sampleOf(pack),
  others: [
    ...Object.entries(pack.texts).map(([key, text]) => ({
      key,
      name: TEXT_NAMES[key as TextTarget], // the keys are text targets
      text,
    })),
    ...pack.others.map(({ name: key, value, unit }) => ({
      key,
      text: unit === undefined ? String(value) : `${value} ${unit}`,
    })),
  ],
  olderByMs: agesOf(pack, at),
  decimals: pack.decimals,
});

/**
 * Returns the samples of the packs as one reply, whose own sample is that of the first pack. Undefined without a pack.
 */
export const replyOf = (packs: readonly MergedPack[], at: number): ReadReply | undefined => {
  const [first] = packs;
  if (first === undefined) return undefined;
  const numbered = packs.flatMap((each) =>
    each.pack === undefined ? [] : [{ ...valuesOf(each, at), label: each.pack }],
  );
  return { ...valuesOf(first, at), ...(numbered.length === 0 ? {} : { packs: numbered }) };
};

/**
 * Returns the reader of a profile without polls of its own. It reads the replies to the default polls of the app.
 * Undefined for any other profile.
 */
export const replyProfile = (profile: Profile): ReplyProfile | undefined => {
  const { name, line, polls, readsIdentity } = profile;
  if (line.quiet || polls.length > 0) return undefined;
  return {
    name,
    ...(readsIdentity === undefined ? {} : { readsIdentity }),
    read: (lines) => {
      const bytes = new TextEncoder().encode(lines.map((each) => `${each}\r\n`).join(''));
      const { readings, refused } = createProfileReader(profile).readReply(bytes, { at: 0 });
      const reply = replyOf(mergeReadings(readings), 0);
      if (reply !== undefined) return ok(reply);
      const detail = refused[0]?.reason ?? `no record of ${name} in the reply`;
      return err({ kind: 'unknownFormat', detail });
    },
  };
};
