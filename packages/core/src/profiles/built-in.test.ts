import { describe, expect, test } from 'vitest';
import { BUILT_IN_IDS, loadAllBuiltIn, loadBuiltIn } from './built-in.ts';
import { checkProfile } from './check-profile.ts';

describe('built-in profiles', () => {
  test.each(BUILT_IN_IDS)('[OBD-206] the profile %s passes its own test vectors', async (id) => {
    const profile = await loadBuiltIn(id);
    expect(profile.id).toBe(id);
    expect(checkProfile(profile)).toEqual([]);
    expect(profile.tests.length).toBeGreaterThan(1);
  });

  test('[OBD-207] each profile names at least two sources, and each of its test vectors states its origin', async () => {
    for (const { sources, tests } of await loadAllBuiltIn()) {
      expect(sources.length).toBeGreaterThan(1);
      expect(tests.every(({ origin }) => origin !== undefined)).toBe(true);
    }
  });
});
