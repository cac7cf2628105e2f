import { expect, test } from 'vitest';
import { scoreCapture } from '../fakes/capture-score.ts';
import { FOREIGN_CAPTURES } from '../fakes/foreign-captures.ts';
import { profileFor, scoreProfile } from '../fakes/profile-score.ts';

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
