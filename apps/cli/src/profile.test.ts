import { describe, expect, test } from 'vitest';
import { loadBuiltIn, PROFILE_2_FILE } from '@batbot/core/profiles';
import { readArguments } from './arguments.ts';
import { checkProfileText, decodeByProfile } from './profile.ts';

describe('profiles on the command line', () => {
  test('[OBD-214] profile check says whether the vectors are read as they say, and which are not', async () => {
    const jbd = await loadBuiltIn('jbd');
    const text = PROFILE_2_FILE.format(jbd);
    expect(checkProfileText('jbd.json', text)).toEqual({
      text: `jbd.json: ${jbd.tests.length} test vectors, all right`,
      code: 0,
    });
    const wrong = checkProfileText('jbd.json', text.replace('15.59', '15.6'));
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain('packVoltage must be 15.6, but the profile reads 15.59');
    expect(checkProfileText('x.json', '{').text).toBe('x.json: the file is not valid JSON');
    expect(checkProfileText('x.json', '{').code).toBe(2);
  });

  test('[OBD-214] decode --profile reads a capture by the profile', async () => {
    const junctek = await loadBuiltIn('junctek-kg-f');
    const capture = new TextEncoder().encode(junctek.tests[0]?.bytes);
    const { packs, readings } = decodeByProfile(capture, junctek);
    expect(readings).toHaveLength(4);
    expect(packs).toMatchObject([
      { known: 'by profile', sample: { currentA: 54, designCapacityAh: 420 } },
    ]);
  });

  test('[OBD-214] the arguments', () => {
    expect(readArguments(['profile', 'check', 'a.json'])).toEqual({
      kind: 'profile',
      file: 'a.json',
    });
    expect(readArguments(['profile', 'a.json'])).toMatchObject({ kind: 'wrong' });
    expect(readArguments(['decode', 'a.txt', '--profile', 'p.json'])).toMatchObject({
      kind: 'decode',
      file: 'a.txt',
      profile: 'p.json',
    });
  });
});
