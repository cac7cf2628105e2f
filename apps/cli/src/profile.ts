import { capturedTraffic } from '@batbot/core';
import {
  checkProfile,
  createProfileReader,
  isProven,
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
  /** The exit code of the process. */
  readonly code: number;
}

/**
 * Parses a profile and checks its test vectors. Exit code: 0 if all are read as expected, 1 if not, 2 for an invalid
 * profile.
 */
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

export interface ProfiledCapture {
  /** The packs with the last reading of each value. */
  readonly packs: readonly (Omit<MergedPack, 'times'> & { readonly known: 'by profile' })[];
  readonly readings: readonly ProfileReading[];
  readonly refused: readonly Refusal[];
}

/**
 * Decodes a capture with a profile. Records that answer a poll are decoded only if the capture shows that the poll was
 * sent. The reply to another command may have the form of a record; it is decoded only if a checksum proves that it is. So
 * may the rest of a reply after damaged lines.
 */
export const decodeByProfile = (file: Uint8Array, profile: Profile): ProfiledCapture => {
  let reader = createProfileReader(profile);
  const results: ReadResult[] = [];
  let context: ReadContext = { at: 0 };
  let isForeign = false;
  const { lines, gaps } = capturedTraffic(file);
  for (const [index, { dir, ms, bytes }] of lines.entries()) {
    if (gaps.has(index)) {
      // The parts of two values could be read as one.
      reader = createProfileReader(profile, { startsWhole: false });
      isForeign = profile.polls.length > 0 && !isProven(profile);
    }
    if (dir === 'rx') {
      if (isForeign) continue;
      context = { ...context, at: ms };
      results.push(reader.read(bytes, context));
    } else {
      results.push(reader.flush(context));
      const poll = pollOf(profile, bytes);
      context = { at: ms, ...(poll === undefined ? {} : { poll }) };
      isForeign = poll === undefined && profile.polls.length > 0 && !isProven(profile);
    }
  }
  if (!gaps.has(lines.length)) results.push(reader.flush(context));
  const readings = results.flatMap((each) => each.readings);
  const packs = mergeReadings(readings).map(({ times: _, ...pack }) => ({
    ...pack,
    known: 'by profile' as const,
  }));
  return { packs, readings, refused: results.flatMap((each) => each.refused) };
};
