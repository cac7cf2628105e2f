import * as v from 'valibot';
import { err, ok, type Result } from './result.ts';
import { countText, measuredText } from './number-text.ts';

// All foreign data is read through this module: files, storage, the network, messages of other pages.

/**
 * A problem in foreign data. `path` is its place, such as `groups.2.name`; lists count from 1, and '' is the whole
 * data.
 */
export interface FileProblem {
  readonly path: string;
  /** The text that follows the name of the place: "must be one of: yes, no". */
  readonly problem: string;
}

/** A schema that accepts anything as input. */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** A type whose properties and lists are read-only at every depth. */
export type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

export const problemAt = (path: string, problem: string): Result<never, FileProblem> =>
  err({ path, problem });

const names = (expected: string | null): string =>
  (expected ?? '').replace(/[()"]/g, '').replaceAll(' | ', ', ');

/** The messages by the type of the schema. */
const MESSAGES: Readonly<Record<string, string>> = {
  variant: 'must be an object',
  object: 'must be an object',
  strict_object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
  string: 'must be text',
  number: 'must be a number',
  finite: 'must be a number',
  boolean: 'must be true or false',
};

/** Returns the message of a schema that has none of its own. */
const plainMessage = ({ type, expected, path }: v.BaseIssue<unknown>): string => {
  if (expected === 'never') return 'is not known here: check its spelling';
  if (path?.[0].origin === 'key') return 'is missing';
  if (type === 'picklist' || type === 'literal' || (type === 'variant' && path !== undefined))
    return `must be one of: ${names(expected)}`;
  return MESSAGES[type] ?? 'is not valid';
};

const pathOf = (issue: v.BaseIssue<unknown>): readonly string[] =>
  (issue.path ?? []).map(({ type, key }) => String(type === 'array' ? key + 1 : key));

/** Checks data against a schema and returns the first problem. `path` is the place of the data in its file. */
export const check = <T>(schema: Schema<T>, raw: unknown, path = ''): Result<T, FileProblem> => {
  const checked = v.safeParse(schema, raw, { abortEarly: true, message: plainMessage });
  if (checked.success) return ok(checked.output);
  const [issue] = checked.issues;
  return problemAt([...(path === '' ? [] : [path]), ...pathOf(issue)].join('.'), issue.message);
};

/** Returns the output of the schema for the data; undefined if the data does not fit. */
export const readAs = <T>(schema: Schema<T>, raw: unknown): T | undefined => {
  const checked = v.safeParse(schema, raw, { abortEarly: true });
  return checked.success ? checked.output : undefined;
};

/** True if the data fits the schema. */
export const fits = <T>(schema: Schema<T>, raw: unknown): boolean => v.is(schema, raw);

// Control characters, and characters without a width or that change the reading direction. They could disguise a text.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/;

/** A schema of one line without invisible characters, which may be empty. */
export const lineOf = (most: number) => {
  const message = `must be at most ${most} visible characters`;
  return v.pipe(
    v.string(message),
    v.check((text) => text.length <= most && !INVISIBLE.test(text), message),
  );
};

/** A schema of one line with at least one visible character. */
export const textOf = (most: number) => {
  const message = `must be 1–${most} visible characters`;
  return v.pipe(
    v.string(message),
    v.check((text) => text.length <= most && text.trim() !== '' && !INVISIBLE.test(text), message),
  );
};

export const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${countText(most)}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

/** A check of several fields whose problem contains its own path. */
export const findProblem = <T>(problemOf: (value: T) => FileProblem | undefined) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const found = dataset.typed ? problemOf(dataset.value) : undefined;
    if (found === undefined) return;
    const { value } = dataset;
    const place = {
      type: 'unknown',
      origin: 'value',
      input: value,
      key: found.path,
      value,
    } as const;
    addIssue({ message: found.problem, path: [place] });
  });

/** A schema of an object with any fields. A `__proto__` key is ignored. */
export const OBJECT: Schema<Readonly<Record<string, unknown>>> = v.pipe(
  v.custom<object>((raw) => !Array.isArray(raw), 'must be an object'),
  v.record(v.string(), v.unknown()),
);

/** A schema of a list whose length is checked before its entries are read. */
export const listOf = <T>(entry: Schema<T>, most: number) =>
  v.pipe(
    v.custom<readonly unknown[]>(
      (raw) => Array.isArray(raw) && raw.length <= most,
      `must be a list of at most ${most} entries`,
    ),
    v.array(entry),
  );

export interface TextFormat<T> {
  readonly parse: (text: string) => Result<T, FileProblem>;
  readonly format: (value: T) => string;
}

/** The format of a value that is itself a text. */
export const rawText = <T extends string>(schema: Schema<T>): TextFormat<T> => ({
  parse: (text) => check(schema, text),
  format: String,
});

/** The format of a boolean. An unreadable text is false. */
export const YES_NO: TextFormat<boolean> = {
  parse: (text) => ok(text === 'yes'),
  format: (isYes) => (isYes ? 'yes' : 'no'),
};

const sizeText = (characters: number): string =>
  characters < 1_000_000
    ? measuredText(characters / 1_000, 0, 'kB')
    : measuredText(characters / 1_000_000, 2, 'MB');

/** Parses JSON from outside. A text above the limit is not parsed. */
const readJson = (text: string, mostCharacters: number): Result<unknown, FileProblem> => {
  if (text.length > mostCharacters) {
    return problemAt('', `is larger than ${sizeText(mostCharacters)}`);
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, '')); // Windows editors add a byte order mark
    return ok(value);
  } catch {
    return problemAt('', 'is not valid JSON');
  }
};

/** The format of a value as JSON text of limited size. */
export interface JsonFile<T> extends TextFormat<T> {
  /** Returns the problem of a value whose text is too large for `parse`; undefined if there is none. */
  readonly sizeProblem: (value: T) => FileProblem | undefined;
}

export interface JsonFileOptions<T> {
  readonly schema: Schema<T>;
  /** Maximum length of the text. Default: no limit. */
  readonly mostCharacters?: number;
  /** Returns the JSON that is written for a value. Default: the value itself. */
  readonly toJson?: (value: T) => unknown;
  /** Identifies a file of this app: the name of the format, and a description of its contents for error messages. */
  readonly header?: { readonly name: string; readonly contents: string };
}

const HEADER = v.object({ format: v.string(), version: v.optional(v.unknown()) });

export const jsonFile = <T>(options: JsonFileOptions<T>): JsonFile<T> => {
  const {
    schema,
    mostCharacters = Number.POSITIVE_INFINITY,
    toJson = (value) => value,
    header,
  } = options;
  const format = (value: T): string => {
    const json = toJson(value);
    const file =
      header === undefined
        ? json
        : { format: header.name, version: 1, ...(Object(json) as object) };
    return JSON.stringify(file, null, 2);
  };
  return {
    parse: (text) => {
      const raw = readJson(text, mostCharacters);
      if (!raw.ok) return raw;
      if (header !== undefined) {
        const head = check(HEADER, raw.value);
        if (!head.ok || head.value.format !== header.name) {
          return problemAt('', `does not contain ${header.contents}`);
        }
        if (head.value.version !== 1) {
          return problemAt('version', 'must be 1: the file comes from a newer version of this app');
        }
      }
      return check(schema, raw.value);
    },
    format,
    sizeProblem: (value) =>
      format(value).length > mostCharacters
        ? { path: '', problem: `would be larger than ${sizeText(mostCharacters)}` }
        : undefined,
  };
};

export const JSON_OBJECT = jsonFile({ schema: OBJECT });
