import { describe, expect, test } from 'vitest';
import { FOREIGN_REPLIES, type ForeignReply } from '../fakes/foreign-replies.ts';
import { repliesOf } from './capture-replies.ts';
import { PROFILE_FILE, type DeviceProfile } from './device-profile.ts';
import { decodeWithProfile } from './profile-decode.ts';
import { inferReply } from './infer/infer-reply.ts';
import { draftProfile } from './profile-draft.ts';
import { readReply } from './reply-format.ts';

const replyOf = ({ bytes }: ForeignReply): readonly string[] =>
  repliesOf([new TextEncoder().encode(bytes)]).at(-1) ?? [];

/** The draft with the user's corrections, imported as a file, so that the schema is tested too. */
const corrected = (draft: DeviceProfile, foreign: ForeignReply): DeviceProfile => {
  const fields = new Map<string, unknown>(Object.entries(draft.fields));
  for (const [key, rule] of Object.entries(foreign.corrections ?? {})) {
    if (rule === null) fields.delete(key);
    else fields.set(key, rule);
  }
  const { currentPositive = draft.currentPositive } = foreign;
  const file = JSON.stringify({ ...draft, currentPositive, fields: Object.fromEntries(fields) });
  const parsed = PROFILE_FILE.parse(file);
  if (!parsed.ok) throw new Error(`${parsed.error.path} ${parsed.error.problem}`);
  return parsed.value;
};

const sampleBy = (lines: readonly string[], profile: DeviceProfile) => {
  const decoded = decodeWithProfile(lines, profile);
  return decoded.ok ? decoded.value.sample : undefined;
};

const drafted = FOREIGN_REPLIES.filter((each) => each.drafted !== undefined);
const taught = FOREIGN_REPLIES.filter((each) => each.taught !== undefined);

describe('replies in unknown formats', () => {
  test.each(drafted)('[OBD-74] $name: names, units and sums show what they can', (foreign) => {
    expect(inferReply(replyOf(foreign))?.sample).toMatchObject(foreign.drafted ?? {});
  });

  test.each(taught)('[OBD-75] $name: the corrected profile decodes everything', (foreign) => {
    const lines = replyOf(foreign);
    const draft = draftProfile(lines, foreign.name);
    if (draft === undefined) throw new Error('nothing was drafted');
    const profile = corrected(draft.profile, foreign);
    expect(sampleBy(lines, profile)).toMatchObject(foreign.taught ?? {});
    expect(PROFILE_FILE.parse(PROFILE_FILE.format(profile))).toEqual({ ok: true, value: profile });
  });

  test.each(FOREIGN_REPLIES.filter((each) => each.drafted === undefined))(
    '[OBD-76] $name: hexadecimal digits stay raw and are never guessed',
    (foreign) => {
      const lines = replyOf(foreign);
      expect(readReply(lines).format).toBe('hex');
      expect(draftProfile(lines)).toBeUndefined();
    },
  );
});
