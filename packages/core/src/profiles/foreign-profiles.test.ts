import { expect, test } from 'vitest';
import { scoreCapture, type CaptureScore } from '../protocol/capture-score.fixture.ts';
import { FOREIGN_CAPTURES, type ForeignCapture } from '../protocol/foreign-captures.fixture.ts';
import { loadBuiltIn } from './built-in.ts';
import { loadProfileObject } from './check-profile.ts';
import { bytesOf } from './device-bytes.ts';
import { BUILT_IN_PROFILES, FOREIGN_PROFILES } from './foreign-profiles.fixture.ts';
import { mergeReadings } from './merge-readings.ts';
import { createProfileReader } from './profile-reader.ts';
import type { Profile } from './profile.ts';

/** Scores a capture read by a profile. All readings count; of several packs only the first counts. */
const scoreProfile = ({ bytes, values }: ForeignCapture, profile: Profile): CaptureScore => {
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
const profileFor = async ({ name }: ForeignCapture): Promise<Profile | undefined> => {
  const id = BUILT_IN_PROFILES[name];
  if (id !== undefined) return loadBuiltIn(id);
  const raw = FOREIGN_PROFILES[name];
  if (raw === undefined) return undefined;
  const loaded = loadProfileObject(raw);
  if (!loaded.ok) throw new Error(`${name}: ${loaded.error.path} ${loaded.error.problem}`);
  return loaded.value;
};

test('[OBD-185] with profiles, 95 % of the values are read and none is wrong', async () => {
  const scores = await Promise.all(
    FOREIGN_CAPTURES.map(async (capture) => {
      const profile = await profileFor(capture);
      const total = scoreCapture(capture.values, []).missing;
      if (profile === undefined) return { right: capture.inferred, total };
      const { right, wrong } = scoreProfile(capture, profile);
      expect(wrong, capture.name).toEqual([]);
      return { right, total };
    }),
  );
  const right = scores.reduce((sum, each) => sum + each.right, 0);
  const total = scores.reduce((sum, each) => sum + each.total, 0);
  expect(right / total).toBeGreaterThanOrEqual(0.95);
});
