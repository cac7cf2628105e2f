import * as v from 'valibot';
import { ok, type Result } from '../prelude/result.ts';
import {
  check,
  jsonFile,
  listOf,
  problemAt,
  type FileProblem,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';
import { CHECK_LIMITS, SEQUENCE_LIMITS } from './procedure-limits.ts';
import { CHECK, SEQUENCE } from './procedure-schema.ts';
import type { Check, Sequence } from './procedure.ts';

/*
 * The file format, version 2: `{ format, version, sequences, checks }`; either list may be absent. Version 1 was two
 * formats, one for sequences and one for checks, with some other names.
 */
const FORMAT = 'batbot-procedures';
const VERSION = 2;

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (raw: unknown): raw is Json =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const RENAMED: ReadonlyMap<unknown, string> = new Map([
  ['title', 'name'],
  ['interlocks', 'conditions'],
]);
const RENAMED_KINDS: ReadonlyMap<unknown, string> = new Map([
  ['ask', 'send'],
  ['choose', 'question'],
]);

/** Returns the name in version 2 of a step kind of version 1. */
export const kindOfVersion1 = (kind: unknown): unknown => RENAMED_KINDS.get(kind) ?? kind;

export const renamed = (raw: unknown, names: ReadonlyMap<unknown, string>): unknown =>
  isObject(raw)
    ? Object.fromEntries(Object.entries(raw).map(([key, value]) => [names.get(key) ?? key, value]))
    : raw;
export const mapIfArray = (raw: unknown, change: (entry: unknown) => unknown): unknown =>
  Array.isArray(raw) ? raw.map(change) : raw;

const stepOfVersion1 = (raw: unknown): unknown => {
  if (!isObject(raw)) return raw;
  const { interlocks, kind, ...rest } = raw;
  const present = interlocks === undefined ? {} : { conditions: interlocks };
  return { ...rest, ...present, kind: kindOfVersion1(kind) };
};
const checkOfVersion1 = (raw: unknown): unknown =>
  isObject(raw)
    ? renamed({ ...raw, steps: mapIfArray(raw['steps'], stepOfVersion1) }, RENAMED)
    : raw;

/** Converts a file of any version to version 2; undefined for other data. */
const upgraded = (raw: unknown): Json | undefined => {
  if (!isObject(raw)) return undefined;
  const version = raw['version'] === 1 ? VERSION : undefined;
  switch (raw['format']) {
    case FORMAT:
      return raw;
    case 'batbot-sequences':
      return { version, sequences: raw['sequences'] };
    case 'batbot-checks':
      return { version, checks: mapIfArray(raw['checks'], checkOfVersion1) };
    default:
      return undefined;
  }
};

export const PROCEDURE_FILE_LIMIT = 1_048_576;

type ListName = 'sequences' | 'checks';

/** Reads one list of a file. `entry` reads one entry of the list. */
const procedureFile = <T>(
  list: ListName,
  entry: Schema<T>,
  most: number,
): JsonFile<readonly T[]> => {
  const json = jsonFile<unknown>({
    mostCharacters: PROCEDURE_FILE_LIMIT,
    schema: v.unknown(),
    toJson: (entries) => ({ format: FORMAT, version: VERSION, [list]: entries }),
  });
  return {
    ...json,
    parse: (text) => {
      const raw = json.parse(text);
      if (!raw.ok) return raw;
      const file = upgraded(raw.value);
      if (file === undefined) {
        return problemAt('', 'does not contain sequences or checks of this app');
      }
      if (file['version'] !== VERSION) {
        return problemAt(
          'version',
          'must be 1 or 2: the file comes from a newer version of this app',
        );
      }
      const entries = file[list];
      return entries === undefined
        ? problemAt('', `contains no ${list}`)
        : check(listOf(entry, most), entries, list);
    },
  };
};

/** The saved entries, and those that this version cannot read but a newer version may. */
export interface Kept<T> {
  readonly entries: readonly T[];
  readonly unread: readonly unknown[];
}

/** How one kind of procedure is written to files and to the storage. */
export interface ProcedureFile<T> {
  readonly list: ListName;
  /** The largest number of entries. */
  readonly most: number;
  /** Maximum length of a name, in characters. */
  readonly longestName: number;
  readonly check: (raw: unknown) => Result<T, FileProblem>;
  /** The format of a file. If one entry is not valid, the whole file is refused [ST-09]. */
  readonly file: JsonFile<readonly T[]>;
  /** The format in the storage. An unreadable entry does not affect the others. */
  readonly kept: JsonFile<Kept<T>>;
}

const procedureFiles = <T>(
  list: ListName,
  schema: Schema<T>,
  most: number,
  longestName: number,
): ProcedureFile<T> => {
  const entries = procedureFile(list, v.unknown(), Number.MAX_SAFE_INTEGER);
  return {
    list,
    most,
    longestName,
    check: (raw) => check(schema, raw),
    file: procedureFile(list, schema, most),
    kept: {
      parse: (text) => {
        const raw = entries.parse(text);
        if (!raw.ok) return raw;
        const read = raw.value.map((entry) => ({ entry, checked: v.safeParse(schema, entry) }));
        return ok({
          entries: read.flatMap(({ checked }) => (checked.success ? [checked.output] : [])),
          unread: read.flatMap(({ entry, checked }) => (checked.success ? [] : [entry])),
        });
      },
      format: (kept) => entries.format([...kept.entries, ...kept.unread]),
      sizeProblem: (kept) => entries.sizeProblem([...kept.entries, ...kept.unread]),
    },
  };
};

export const SEQUENCE_FILE = procedureFiles<Sequence>(
  'sequences',
  SEQUENCE,
  SEQUENCE_LIMITS.sequences,
  SEQUENCE_LIMITS.name,
);
export const CHECK_FILE = procedureFiles<Check>(
  'checks',
  CHECK,
  CHECK_LIMITS.checks,
  CHECK_LIMITS.name,
);
