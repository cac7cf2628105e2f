import { err, ok, type Result } from '../prelude/result.ts';
import type { FileProblem } from '../prelude/schema.ts';
import { bytesOf } from './device-bytes.ts';
import { mergeReadings, type MergedPack } from './merge-readings.ts';
import type { ExpectedValues, Profile, ProfileTest } from './profile.ts';
import { createProfileReader } from './profile-reader.ts';
import { PROFILE_2_FILE, readProfile } from './profile-file.ts';

/** A value of a test vector that the profile does not read as expected. */
export interface VectorProblem {
  /** The name of the vector, or its number from 1. */
  readonly vector: string;
  readonly value: string;
  readonly expected: string;
  readonly read: string;
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Returns the values of a merged pack under the names used in `expect`. */
export const valuesOf = ({ sample, switches, others, texts }: MergedPack): ExpectedValues => {
  const on = (sample.balancing ?? []).flatMap((is, index) => (is ? [index + 1] : []));
  const all = {
    packVoltage: sample.packVoltageV,
    current: sample.currentA,
    soc: sample.socPercent,
    soh: sample.sohPercent,
    remaining: sample.remainingAh,
    capacity: sample.designCapacityAh,
    cycles: sample.cycles,
    sequence: sample.sequence,
    uptime: sample.uptimeS,
    cells: sample.cellVoltagesV.length === 0 ? undefined : sample.cellVoltagesV,
    temps: sample.temperaturesC.length === 0 ? undefined : sample.temperaturesC,
    balancing: on.length === 0 ? undefined : on,
    ...switches,
    alarms: sample.lacksFaults ? undefined : sample.alarms,
    protections: sample.lacksFaults ? undefined : sample.protections,
    others:
      others.length === 0
        ? undefined
        : Object.fromEntries(others.map(({ name, value }) => [name, value])),
    texts: Object.keys(texts).length === 0 ? undefined : texts,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};

const CLOSE = 1e-6;
const isSame = (expected: unknown, read: unknown): boolean => {
  if (typeof expected === 'number' && typeof read === 'number')
    return Math.abs(expected - read) < CLOSE;
  if (Array.isArray(expected) && Array.isArray(read)) {
    return (
      expected.length === read.length && expected.every((each, index) => isSame(each, read[index]))
    );
  }
  return expected === read;
};

const problemsOf = (
  vector: string,
  expected: ExpectedValues,
  read: ExpectedValues,
): readonly VectorProblem[] =>
  Object.entries(expected).flatMap(([value, wanted]) => {
    const got: unknown = read[value as keyof ExpectedValues]; // both types have the same keys
    if (typeof wanted === 'object' && !Array.isArray(wanted)) {
      const inner =
        typeof got === 'object' && got !== null ? (got as Readonly<Record<string, unknown>>) : {};
      return Object.entries(wanted as Readonly<Record<string, unknown>>).flatMap(([name, each]) =>
        isSame(each, inner[name])
          ? []
          : [{ vector, value: name, expected: shown(each), read: shown(inner[name]) }],
      );
    }
    if (isSame(wanted, got)) return [];
    if (Array.isArray(wanted) && Array.isArray(got) && wanted.length === got.length) {
      const at = wanted.findIndex((each, index) => !isSame(each, got[index]));
      return [
        { vector, value: `${value} ${at + 1}`, expected: shown(wanted[at]), read: shown(got[at]) },
      ];
    }
    return [{ vector, value, expected: shown(wanted), read: shown(got) }];
  });

/** Reads the bytes of a vector as one reply. */
export const readVector = (
  profile: Profile,
  { bytes, poll }: ProfileTest,
): readonly MergedPack[] => {
  const context = { at: 0, ...(poll === undefined ? {} : { poll }) };
  const reply = bytesOf(bytes) ?? new Uint8Array();
  return mergeReadings(createProfileReader(profile).readReply(reply, context).readings);
};

/** Runs the profile's own test vectors. The result is empty if all values are read as expected. */
export const checkProfile = (profile: Profile): readonly VectorProblem[] =>
  profile.tests.flatMap((vector, index) => {
    const name = vector.name ?? String(index + 1);
    const merged = readVector(profile, vector);
    const valuesFor = (pack: string | undefined): ExpectedValues => {
      const found = merged.find((each) => each.pack === pack);
      return found === undefined ? {} : valuesOf(found);
    };
    const packs = Object.entries(vector.packs ?? {});
    const first = merged[0];
    // Without a list of packs there is one pack, whatever its number.
    const alone = packs.length > 0 || first === undefined ? {} : valuesOf(first);
    const isSilent = Object.keys(vector.expect).length === 0 && packs.length === 0;
    const surplus =
      isSilent && first !== undefined
        ? [{ vector: name, value: 'everything', expected: 'nothing', read: shown(alone) }]
        : [];
    return [
      ...surplus,
      ...problemsOf(name, vector.expect, alone),
      ...packs.flatMap(([pack, expected]) =>
        problemsOf(`${name}, pack ${pack}`, expected, valuesFor(pack)),
      ),
    ];
  });

const loaded = (read: Result<Profile, FileProblem>): Result<Profile, FileProblem> => {
  if (!read.ok) return read;
  const [problem] = checkProfile(read.value);
  if (problem === undefined) return ok(read.value);
  const { vector, value, expected, read: got } = problem;
  return err({
    path: 'tests',
    problem: `test vector ${vector}: ${value} must be ${expected}, but the profile reads ${got}`,
  });
};

/** Reads a profile file and runs its vectors. A profile that fails them is not loaded. */
export const loadProfile = (text: string): Result<Profile, FileProblem> =>
  loaded(PROFILE_2_FILE.parse(text));

/** Like `loadProfile`, for JSON that is already parsed. */
export const loadProfileObject = (raw: unknown): Result<Profile, FileProblem> =>
  loaded(readProfile(raw));
