import { bytesOf } from '../profiles/device-bytes.ts';
import { loadBuiltIn } from '../profiles/built-in.ts';
import { loadProfileObject } from '../profiles/check-profile.ts';
import { mergeReadings } from '../profiles/merge-readings.ts';
import { createProfileReader } from '../profiles/profile-reader.ts';
import type { Profile } from '../profiles/profile.ts';
import { scoreCapture, type CaptureScore } from './capture-score.ts';
import type { ForeignCapture } from './foreign-captures.ts';
import { BUILT_IN_PROFILES, FOREIGN_PROFILES } from './foreign-profiles.ts';

/** Scores a capture read by a profile. All readings count; of several packs only the first counts. */
export const scoreProfile = ({ bytes, values }: ForeignCapture, profile: Profile): CaptureScore => {
  const reader = createProfileReader(profile);
  const context = { at: 0 };
  const readings = [
    ...reader.read(bytesOf(bytes) ?? new Uint8Array(), context).readings,
    ...reader.flush(context).readings,
  ];
  const first = readings.filter(({ pack }) => pack === readings[0]?.pack);
  const samples = first.flatMap((reading) =>
    mergeReadings([reading]).map(({ sample, switches }) => ({ ...sample, switches })),
  );
  return scoreCapture(values, samples);
};

/** Returns the profile for a capture, or undefined if it needs none. */
export const profileFor = async ({ name }: ForeignCapture): Promise<Profile | undefined> => {
  const id = BUILT_IN_PROFILES[name];
  if (id !== undefined) return loadBuiltIn(id);
  const raw = FOREIGN_PROFILES[name];
  if (raw === undefined) return undefined;
  const loaded = loadProfileObject(raw);
  if (!loaded.ok) throw new Error(`${name}: ${loaded.error.path} ${loaded.error.problem}`);
  return loaded.value;
};
