import { describe, expect, test } from 'vitest';
import { BUILT_IN_IDS, loadAllBuiltIn, loadBuiltIn } from './built-in.ts';
import { checkProfile } from './check-profile.ts';

describe('profiles that come with the app', () => {
  test.each(BUILT_IN_IDS)('[OBD-206] %s reads its own vectors', async (id) => {
    const profile = await loadBuiltIn(id);
    expect(profile.id).toBe(id);
    expect(checkProfile(profile)).toEqual([]);
    expect(profile.tests.length).toBeGreaterThan(1);
  });

  test('[OBD-207] each names its sources, and says of each vector where it comes from', async () => {
    for (const { sources, tests } of await loadAllBuiltIn()) {
      expect(sources.length).toBeGreaterThan(1);
      expect(tests.every(({ origin }) => origin !== undefined)).toBe(true);
    }
  });
});
