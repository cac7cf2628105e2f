import * as v from 'valibot';
import { ok, type Result } from '../prelude/result.ts';
import {
  check,
  jsonFile,
  lineOf,
  listOf,
  problemAt,
  textOf,
  wholeNumber,
  type FileProblem,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';
import {
  CHECK_LIMITS,
  LEAST_TIMEOUT_MS,
  SEQUENCE_LIMITS,
  type Check,
  type Sequence,
} from './procedure.ts';
import { CHECK_QUANTITIES, type Limits, type QuantityId } from './quantity.ts';

// A procedure is foreign data: only known fields are read, and every one is checked.

/** Limit of a value. No value of a pack is larger, in any unit. */
const LARGEST = 1_000_000_000;
const NUMBER = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(-LARGEST, 'must be a number'),
  v.maxValue(LARGEST, 'must be a number'),
);

const LIMITS = { least: v.exactOptional(NUMBER), most: v.exactOptional(NUMBER) };
const inOrder = <T extends Limits>() =>
  v.check<T, string>(
    ({ least, most }) => least === undefined || most === undefined || least <= most,
    'must not have least above most',
  );
const limited = <T extends Limits>() =>
  v.check<T, string>(
    ({ least, most }) => least !== undefined || most !== undefined,
    'must have least or most',
  );

const QUANTITY = v.picklist(
  Object.keys(CHECK_QUANTITIES) as QuantityId[], // `Object.keys` returns the keys of a literal
);
const QUANTITY_LIMITS = { quantity: QUANTITY, ...LIMITS };
/** The name and the unit of a value. A count has no unit. */
const NAMED = {
  name: textOf(CHECK_LIMITS.valueName),
  unit: v.optional(lineOf(CHECK_LIMITS.unit), ''),
  ...LIMITS,
};

const TYPED_VALUE = v.pipe(
  v.object({
    ...NAMED,
    near: v.exactOptional(
      v.object({
        quantity: QUANTITY,
        percent: v.pipe(
          NUMBER,
          v.check(
            (percent) => percent > 0 && percent <= CHECK_LIMITS.percent,
            `must be above 0 and at most ${CHECK_LIMITS.percent}`,
          ),
        ),
      }),
    ),
  }),
  inOrder(),
  v.check((value) => {
    const { least, most, near } = value;
    return near !== undefined || least !== undefined || most !== undefined;
  }, 'must have least or most'),
);

const REPLY_VALUE = v.variant('kind', [
  v.pipe(
    v.object({ kind: v.literal('number'), after: textOf(CHECK_LIMITS.valueName), ...NAMED }),
    limited(),
    inOrder(),
  ),
  v.pipe(v.object({ kind: v.literal('quantity'), ...QUANTITY_LIMITS }), limited(), inOrder()),
]);

const trimmed = (most: number) => v.pipe(textOf(most), v.trim());
const CONDITIONS = v.nullish(
  listOf(v.pipe(v.object(QUANTITY_LIMITS), limited(), inOrder()), CHECK_LIMITS.conditions),
  [],
);
const ON_FAIL = v.nullish(v.picklist(['stop', 'continue']), 'stop');
const EXPECTED = v.nullish(
  v.variant('kind', [
    v.object({ kind: v.literal('any') }),
    v.object({ kind: v.literal('code'), code: v.picklist(['OK', 'ERROR']) }),
    v.object({ kind: v.literal('text'), text: textOf(SEQUENCE_LIMITS.expected) }),
    v.object({ kind: v.literal('pattern'), pattern: textOf(SEQUENCE_LIMITS.expected) }),
  ]),
  { kind: 'code', code: 'OK' },
);
const timeoutOf = (most: number) => v.nullish(wholeNumber(LEAST_TIMEOUT_MS, most), 3_000);

const SEQUENCE: Schema<Sequence> = v.object({
  name: trimmed(SEQUENCE_LIMITS.name),
  loops: v.exactOptional(wholeNumber(1, SEQUENCE_LIMITS.loops)),
  pauseMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.pauseMs), 0),
  steps: v.pipe(
    listOf(
      v.object({
        kind: v.nullish(v.literal('send'), 'send'),
        command: textOf(SEQUENCE_LIMITS.command),
        delayMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.delayMs), 0),
        expected: EXPECTED,
        timeoutMs: timeoutOf(SEQUENCE_LIMITS.timeoutMs),
        onFail: ON_FAIL,
      }),
      SEQUENCE_LIMITS.steps,
    ),
    v.minLength(1, 'must have at least one step'),
  ),
});

const FRAME = {
  title: trimmed(CHECK_LIMITS.name),
  text: trimmed(CHECK_LIMITS.text),
  onFail: ON_FAIL,
  conditions: CONDITIONS,
};

const STEP = v.variant('kind', [
  v.object({ kind: v.literal('instruct'), ...FRAME, value: v.exactOptional(TYPED_VALUE) }),
  v.object({
    kind: v.literal('send'),
    ...FRAME,
    command: textOf(CHECK_LIMITS.command),
    expected: EXPECTED,
    timeoutMs: timeoutOf(CHECK_LIMITS.timeoutMs),
    value: v.exactOptional(REPLY_VALUE),
  }),
  v.pipe(
    v.object({
      kind: v.literal('measure'),
      ...FRAME,
      ...QUANTITY_LIMITS,
      heldMs: v.nullish(wholeNumber(0, CHECK_LIMITS.heldMs), 0),
      withinMs: wholeNumber(1, CHECK_LIMITS.withinMs),
    }),
    limited(),
    inOrder(),
    v.check(({ heldMs, withinMs }) => withinMs > heldMs, 'must have withinMs above heldMs'),
  ),
  v.object({
    kind: v.literal('question'),
    ...FRAME,
    wanted: v.nullish(v.picklist(['yes', 'no']), 'yes'),
  }),
]);

const CHECK: Schema<Check> = v.object({
  name: trimmed(CHECK_LIMITS.name),
  purpose: trimmed(CHECK_LIMITS.text),
  conditions: CONDITIONS,
  steps: v.pipe(listOf(STEP, CHECK_LIMITS.steps), v.minLength(1, 'must have at least one step')),
});

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
export const eachOf = (raw: unknown, change: (entry: unknown) => unknown): unknown =>
  Array.isArray(raw) ? raw.map(change) : raw;

const stepOfVersion1 = (raw: unknown): unknown => {
  if (!isObject(raw)) return raw;
  const { interlocks, kind, ...rest } = raw;
  const present = interlocks === undefined ? {} : { conditions: interlocks };
  return { ...rest, ...present, kind: kindOfVersion1(kind) };
};
const checkOfVersion1 = (raw: unknown): unknown =>
  isObject(raw) ? renamed({ ...raw, steps: eachOf(raw['steps'], stepOfVersion1) }, RENAMED) : raw;

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
      return { version, checks: eachOf(raw['checks'], checkOfVersion1) };
    default:
      return undefined;
  }
};

/** Limit of a procedure file, in characters. */
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
  /** Limit of a name, in characters. */
  readonly longestName: number;
  /** Checks an entry that a user entered. */
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

export const SEQUENCE_FILE = procedureFiles(
  'sequences',
  SEQUENCE,
  SEQUENCE_LIMITS.sequences,
  SEQUENCE_LIMITS.name,
);
export const CHECK_FILE = procedureFiles('checks', CHECK, CHECK_LIMITS.checks, CHECK_LIMITS.name);
