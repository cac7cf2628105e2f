import type { Profile } from './profile.ts';
import { readProfile } from './profile-file.ts';

/** The minimal profile. */
export const LEAST = {
  profile: 2,
  id: 'test',
  name: 'Test',
  frame: { split: 'line' },
  records: [{ id: 'row', read: 'fields', by: ',', fields: [{ at: 0, to: 'packVoltage' }] }],
} as const;

/** Creates a profile from the minimal one and these parts. */
export const profileOf = (parts: object): Profile => {
  const read = readProfile(JSON.parse(JSON.stringify({ ...LEAST, ...parts })));
  if (!read.ok) throw new Error(`${read.error.path} ${read.error.problem}`);
  return read.value;
};
