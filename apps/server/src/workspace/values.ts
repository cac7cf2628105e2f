import * as v from 'valibot';

/** Text without control characters, so that it cannot forge a line of a log and PostgreSQL can store it. */
export const text = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(longest), v.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** Text of several lines. */
export const lines = (longest: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(longest),
    v.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u),
  );

const MOST_LEVELS = 64;

const hasLevels = (value: unknown, most: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (most > 0 && Object.values(value).every((each) => hasLevels(each, most - 1)));

/** NUL in JSON, which jsonb cannot hold. With another backslash before it, it is the text of six characters. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** An object of at most so many bytes as JSON. Functions that call themselves read it, so its levels are limited. */
export const jsonBody = (mostBytes: number) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((value) => {
      if (!hasLevels(value, MOST_LEVELS)) return false;
      const json = JSON.stringify(value);
      return Buffer.byteLength(json) <= mostBytes && !NUL.test(json);
    }),
  );

export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** The id of an account: a UUID, or another text for accounts of the operator. */
export const accountId = text(64);

export const accountName = text(80);

export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const EARLIEST = 0; // The clock of a computer with an empty battery starts in 1970 or 1980.
const LATEST = Date.UTC(2200, 0, 1);

/** A time with its zone. Clocks of devices may be wrong, but only within centuries. */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/),
  v.transform((value) => new Date(value)),
  v.date(),
  v.check((date) => date.getTime() >= EARLIEST && date.getTime() < LATEST),
);

/** Returns the time, or now if it is in the future: a clock that is wrong must not make a value the newest for ever. */
export const untilNow = (at: Date): Date => new Date(Math.min(at.getTime(), Date.now()));

/** The time at which something was measured. */
export const pastMoment = v.pipe(moment, v.transform(untilNow));

export const between = (least: number, most: number) =>
  v.pipe(v.number(), v.minValue(least), v.maxValue(most));

export const count = (most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

/** A value that may be left out, which keeps the stored one, or null, which clears it. */
export const clearable = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.nullable(schema));

/** Formats a JSON value with sorted keys, so that equal values have the same text. Clients do the same. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
};
