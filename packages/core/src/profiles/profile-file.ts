import * as v from 'valibot';
import {
  check,
  jsonFile,
  problemAt,
  type FileProblem,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';
import type { Result } from '../prelude/result.ts';
import { contradictionIn } from './profile-rules.ts';
import { hasKey, PROFILE_SCHEMA } from './profile-schema.ts';
import type { Profile } from './profile.ts';
import { repeatedKey } from './repeated-key.ts';
import { readVersion1 } from './version-1.ts';

const MOST_CHARACTERS = 262_144;

const PROFILE: Schema<Profile> = v.pipe(
  PROFILE_SCHEMA,
  v.transform(({ $schema: _, ...profile }): Profile => profile),
);

/** Names of values that valibot leaves out of an object without an error. */
const LEFT_OUT = ['prototype', 'constructor'];

/** Returns the place of the first value that would be left out. */
const lostIn = (raw: unknown): string | undefined => {
  const found: (readonly [value: unknown, path: string])[] = [[raw, '']];
  for (const [value, path] of found) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, each] of Object.entries(value)) {
      const place = `${path}${Array.isArray(value) ? Number(key) + 1 : key}`;
      if (LEFT_OUT.includes(key)) return place;
      found.push([each, `${place}.`]);
    }
  }
  return undefined;
};

/** Reads a parsed profile of version 1 or 2. */
export const readProfile = (raw: unknown): Result<Profile, FileProblem> => {
  const lost = lostIn(raw);
  if (lost !== undefined) return problemAt(lost, 'cannot be used under this name: remove it');
  if (!hasKey(raw, 'profile') && hasKey(raw, 'format') && hasKey(raw, 'fields')) {
    return readVersion1(raw);
  }
  const version = hasKey(raw, 'profile') ? (raw as { readonly profile: unknown }).profile : 2;
  if (typeof version === 'number' && version > 2) {
    return problemAt('profile', 'must be 2: the file comes from a newer version of this app');
  }
  const read = check(PROFILE, raw);
  if (!read.ok) return read;
  const contradiction = contradictionIn(read.value);
  return contradiction === undefined ? read : problemAt(contradiction.path, contradiction.problem);
};

const JSON_TEXT = jsonFile<unknown>({ schema: v.unknown(), mostCharacters: MOST_CHARACTERS });

/** The format of a profile file from outside, at most 256 KiB. `loadProfile` runs its test vectors. */
export const PROFILE_2_FILE: Pick<JsonFile<Profile>, 'parse' | 'format'> = {
  parse: (text) => {
    const raw = JSON_TEXT.parse(text);
    if (!raw.ok) return raw;
    const key = repeatedKey(text);
    return key === undefined
      ? readProfile(raw.value)
      : problemAt(key, 'must not be used twice in one object');
  },
  format: (profile) => JSON.stringify(profile, null, 2),
};
