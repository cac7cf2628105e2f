import { capturedTraffic } from '@batbot/core';
import {
  checkProfile,
  createProfileReader,
  mergeReadings,
  pollOf,
  PROFILE_2_FILE,
  type MergedPack,
  type Profile,
  type ProfileReading,
  type ReadContext,
  type ReadResult,
  type Refusal,
} from '@batbot/core/profiles';

interface Printed {
  readonly text: string;
  /** Exit code. */
  readonly code: number;
}

/** Reads a profile and runs its vectors: 0 all are read as they say, 1 some are not, 2 no profile. */
export const checkProfileText = (name: string, text: string): Printed => {
  const parsed = PROFILE_2_FILE.parse(text);
  if (!parsed.ok) {
    const { path, problem } = parsed.error;
    return { text: `${name}: ${path === '' ? 'the file' : path} ${problem}`, code: 2 };
  }
  const problems = checkProfile(parsed.value).map(
    ({ vector, value, expected, read }) =>
      `${name}: test vector ${vector}: ${value} must be ${expected}, but the profile reads ${read}`,
  );
  const { length } = parsed.value.tests;
  if (problems.length > 0) return { text: problems.join('\n'), code: 1 };
  return { text: `${name}: ${length} test vector${length === 1 ? '' : 's'}, all right`, code: 0 };
};

/** What a capture says by a profile. */
export interface ProfiledCapture {
  /** All readings together: of each value the last. */
  readonly packs: readonly (Omit<MergedPack, 'times'> & { readonly known: 'by profile' })[];
  readonly readings: readonly ProfileReading[];
  readonly refused: readonly Refusal[];
}

/** Reads a capture by a profile. Records that answer a poll are read only where the capture says that it was sent. */
export const decodeByProfile = (file: Uint8Array, profile: Profile): ProfiledCapture => {
  const reader = createProfileReader(profile);
  const results: ReadResult[] = [];
  let context: ReadContext = { at: 0 };
  for (const { dir, ms, bytes } of capturedTraffic(file)) {
    if (dir === 'rx') {
      context = { ...context, at: ms };
      results.push(reader.read(bytes, context));
    } else {
      results.push(reader.flush(context));
      const poll = pollOf(profile, bytes);
      context = { at: ms, ...(poll === undefined ? {} : { poll }) };
    }
  }
  results.push(reader.flush(context));
  const readings = results.flatMap((each) => each.readings);
  const packs = mergeReadings(readings).map(({ times: _, ...pack }) => ({
    ...pack,
    known: 'by profile' as const,
  }));
  return { packs, readings, refused: results.flatMap((each) => each.refused) };
};
