import type { Entry } from './entry.ts';
import { remember } from './remember.ts';
import { valueOf, type CommaRule } from './quantity.ts';

export interface Pair {
  /** Outer keys on the same line: `Temperature: MosFet=28, Sensor 1=25`. */
  readonly groups: readonly string[];
  readonly key: string;
  readonly text: string;
}

const MAX_PAIRS = 128;
/** Replaces a colon that does not separate a key: in a clock, a link or an address. */
const HIDDEN = '\u0001';

const hidden = (line: string): string =>
  (/:[\da-f/]/i.test(line)
    ? line.replace(
        /(?<![\w.])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])|:\/\/|(?:[0-9a-f]{2}:){3,}[0-9a-f]{2}/gi,
        (match) => match.replaceAll(':', HIDDEN),
      )
    : line
  ).replace(/={2,}|=>|<=|>=|!=/g, (match) => ' '.repeat(match.length));
const shown = (text: string): string => text.replaceAll(HIDDEN, ':');

const SEPARATOR = /\s*(?::=|:|=)(?!\/)\s*/g;
/** Ends a value or begins a key between two separators. */
const DELIMITER = /\s*(?:[,;|]|->)\s+|[;|]|\s{2,}|\t|,(?=\s*[A-Za-z"'])/g;
const LEADING_QUANTITY =
  /^(\s*[[(]?[+-]?(?:\d[\d.,']*|\.\d+)(?:e[+-]?\d+)?\s?(?:[mµuk]?(?:VDC|Ah|AH|[VvAW])|°\s?[CF]|degC|[CF]|[%‰])?[)\]]?(?![\w.])[*!]?)\s+(?=[A-Za-z_"'#])/;
const WORD = /^(\s*\S+)\s+(?=[A-Za-z_"'#])/;

const keyOf = remember((text: string): string | undefined => {
  const key = shown(text)
    .trim()
    .replace(/^["'<*+#\s-]+(?=[\w"'])/, '')
    .replace(/["'>]$/, '')
    .trim();
  if (key.length > 64) return undefined;
  if (!/\p{L}/u.test(key) && !/^\d{1,3}$/.test(key)) return undefined;
  return key.split(/\s+/).length > 7 ? undefined : key;
});

/** Splits the text between two separators into the previous value and the next key. */
const between = (
  text: string,
  isOuter = false,
): { readonly value: string; readonly key: string } => {
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(DELIMITER)) {
    const after = text.slice(match.index + match[0].length);
    if (after.trim() !== '' && text.slice(0, match.index).trim() !== '') last = match;
  }
  if (last !== undefined) {
    return { value: text.slice(0, last.index), key: text.slice(last.index + last[0].length) };
  }
  const quantity = LEADING_QUANTITY.exec(text) ?? (isOuter ? null : WORD.exec(text));
  if (quantity?.[1] === undefined) return { value: '', key: text };
  return { value: quantity[1], key: text.slice(quantity[0].length) };
};

/** The name to which the values of the line belong: `Module #1   25.06V   Cell0: 4.18V`. */
const LABEL = /^\s*(\p{L}+\s?#?\d{1,3})(?=\s{2,}\S)/u;

/** Returns all `key: value` and `key=value` pairs of a line; empty if there is none. */
export const pairsOf = (line: string): readonly Pair[] => {
  const text = hidden(line);
  const sentence =
    /^\s*'([^']{1,64})'\s*(?::|>>)\s*(?:Sending state|Got state|New state|Received new state)?\s*(.*?)(?:\s+with \d+ decimals of accuracy)?\s*$/.exec(
      text,
    );
  if (sentence?.[1] !== undefined) {
    return [
      { groups: [], key: sentence[1], text: shown(sentence[2] ?? '').replace(/^'(.*)'$/, '$1') },
    ];
  }
  const separators = [...text.matchAll(SEPARATOR)].slice(0, MAX_PAIRS);
  const first = separators[0];
  if (first === undefined) return [];
  const pairs: Pair[] = [];
  const label = LABEL.exec(text.slice(0, first.index))?.[1];
  /** The outer keys, and whether a pair of them was read. */
  let outer: readonly string[] = [];
  let isOuterUsed = false;
  const add = (own: string | undefined, written: string): void => {
    if (own === undefined) return;
    const groups = label === undefined ? outer : [label, ...outer];
    pairs.push({ groups, key: own, text: shown(written) });
    isOuterUsed = true;
  };
  let key = keyOf(between(`\u0002 \t${text.slice(0, first.index)}`).key);
  for (const [index, separator] of separators.entries()) {
    const from = separator.index + separator[0].length;
    const next = separators[index + 1];
    const part = text.slice(from, next?.index ?? text.length);
    if (next === undefined) {
      add(key, part.replace(/[,;|]\s*$/, ''));
      break;
    }
    // `0x2ffc = 12284 mV`: here the equals sign is part of the value.
    if (/^\s*0x[0-9a-f]+\s*$/i.test(part)) {
      const rest = text.slice(from, separators[index + 2]?.index ?? text.length);
      const { value, key: after } =
        separators[index + 2] === undefined ? { value: rest, key: '' } : between(rest);
      add(key, value);
      separators.splice(index + 1, 1);
      key = keyOf(after);
      continue;
    }
    // `Temperature: MosFet=28`: a second separator makes the first key an outer key, or one inside the key before it.
    const { value, key: after } = between(
      part,
      separator[0].trim() === ':' && next[0].trim() === '=',
    );
    if (value !== '') add(key, value);
    else if (key !== undefined) {
      outer = isOuterUsed ? [key] : [...outer, key];
      isOuterUsed = false;
    }
    key = keyOf(after);
  }
  return pairs;
};

const STATE =
  /^(.{2,48}?)\s+((?:not\s+)?(?:on|off|enabled|disabled|active|inactive|open|closed)(?:\s*,\s*(?:not\s+)?\w+)*)\s*$/i;

/** Returns the states in a sentence such as `Charging MosFet enabled, active | …`. */
export const statePairs = (line: string): readonly Pair[] => {
  const clauses = line.split(/\s*\|\s*/).slice(0, 16);
  const found = clauses.flatMap((clause) => {
    const match = STATE.exec(clause.trim());
    return match?.[1] === undefined ? [] : [{ groups: [], key: match[1], text: match[2] ?? '' }];
  });
  return found.length === clauses.length ? found : [];
};

const COLUMNS = /^(\s*)(\S+(?: \S+)*)(\s{2,}|\s*\t\s*)(\S.*)$/;

/**
 * Returns the column at which most lines without a separator have their value: `key␣␣␣value`. Undefined if there is
 * none.
 */
export const valueColumn = (lines: readonly string[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const match = COLUMNS.exec(line);
    if (match === null || !/^[\p{L}_]/u.test(match[2] ?? '') || line.includes('\t')) continue;
    if (/\s{2,}\S/.test(match[4] ?? '')) continue;
    const column = line.length - (match[4]?.length ?? 0);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const best = [...counts].reduce<readonly [number, number]>(
    (most, each) => (each[1] > most[1] ? each : most),
    [0, 0],
  );
  return best[1] >= 3 ? best[0] : undefined;
};

/** Parses a key and a value that are separated only by spaces or a TAB. */
export const columnPair = (line: string, column: number | undefined): Pair | undefined => {
  const [, , key = '', gap = '', rest = ''] = COLUMNS.exec(line) ?? [];
  if (!/^[\p{L}_]/u.test(key)) return undefined;
  if (gap.includes('\t')) {
    const [value = '', unit = '', ...more] = rest.split('\t').map((part) => part.trim());
    if (more.some((part) => part !== '')) return undefined;
    return { groups: [], key, text: `${value} ${unit}`.trim() };
  }
  if (line.length - rest.length !== column) return undefined;
  return { groups: [], key, text: rest };
};

/** Parses `SOC 78 %`. A number with a unit is required, however its comma is read; otherwise a sentence would match. */
export const spacedPair = (line: string): Pair | undefined => {
  const match = /^\s*([\p{L}_][\w .-]{0,31}?)\s+([+-]?[\d.][^\s]*(?:\s\S{1,4})?)\s*$/u.exec(line);
  if (match?.[1] === undefined) return undefined;
  const text = match[2] ?? '';
  const hasUnit = (['point', 'comma'] as const).some(
    (rule) => valueOf(text, rule).numbers[0]?.unit !== undefined,
  );
  return hasUnit ? { groups: [], key: match[1], text } : undefined;
};

/** Converts a pair to an entry under its headings. */
export const pairEntry = (pair: Pair, groups: readonly string[], rule: CommaRule): Entry => ({
  groups: [...groups, ...pair.groups],
  key: pair.key,
  value: valueOf(pair.text, rule),
});
