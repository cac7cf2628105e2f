import { err, ok, type Result } from './result.ts';

/** What is wrong with a file that came from outside, and where, as a path like `groups.2.name`; '' is the file itself. */
export interface FileProblem {
  readonly path: string;
  readonly problem: string;
}

/** Values by key; a Map, for a hostile file may name a key `__proto__`. */
export type ForeignRecord = ReadonlyMap<string, unknown>;

export const problemAt = (path: string, problem: string): Result<never, FileProblem> =>
  err({ path, problem });

/** Reads JSON of unknown origin; larger texts are not even parsed. */
export const readForeignJson = (
  text: string,
  maxCharacters: number,
): Result<unknown, FileProblem> => {
  if (text.length > maxCharacters) {
    return problemAt('', `is larger than ${Math.round(maxCharacters / 1024)} KiB`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return ok(value);
  } catch {
    return problemAt('', 'is no JSON');
  }
};

export const recordOf = (value: unknown): ForeignRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;

// Control characters and what turns the direction of reading or has no width: a text could look like another one.
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd]/;

/** A text of one line with nothing hidden in it, of so many characters at most; undefined for all else. */
export const plainText = (value: unknown, maxCharacters: number): string | undefined =>
  typeof value === 'string' && value.length <= maxCharacters && !UNSEEN.test(value)
    ? value
    : undefined;

export const checkText = (
  raw: unknown,
  path: string,
  most: number,
): Result<string, FileProblem> => {
  const text = plainText(raw, most);
  return text === undefined || text.trim() === ''
    ? problemAt(path, `is no text of 1 to ${most} visible characters`)
    : ok(text);
};

export const checkWholeNumber = (
  raw: unknown,
  path: string,
  least: number,
  most: number,
): Result<number, FileProblem> =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= least && raw <= most
    ? ok(raw)
    : problemAt(path, `is no whole number from ${least} to ${most.toLocaleString('en')}`);

/** Checks every item of a list; the first problem is the list's. */
export const checkList = <T>(
  value: unknown,
  path: string,
  maxItems: number,
  check: (item: unknown, path: string) => Result<T, FileProblem>,
): Result<readonly T[], FileProblem> => {
  if (!Array.isArray(value) || value.length > maxItems) {
    return problemAt(path, `is no list of at most ${maxItems} entries`);
  }
  const checked: T[] = [];
  for (const [index, item] of value.entries()) {
    const result = check(item, `${path}.${index + 1}`);
    if (!result.ok) return result;
    checked.push(result.value);
  }
  return ok(checked);
};
