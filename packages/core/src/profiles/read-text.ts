import { MAX_CELLS } from '../protocol/pack-sample.ts';
import type { RawValue, ValueCollector } from './collect-values.ts';
import type { FieldsRecord, KeysRecord, TextMeaning } from './profile.ts';
import { isListTarget, isSwitchTarget, isTextTarget } from './profile-targets.ts';
import { conversionTo, hasUnit } from './units.ts';

const DECIMAL = /^[+-]?\d{1,15}(?:\.\d{1,15})?/;
const RADIX_DIGITS = { 2: /^[01]{1,53}$/, 16: /^(?:0x)?([\da-f]{1,13})$/i } as const;

/** Texts that most devices write for a missing value. */
const NOTHING = new Set(['', '-', '--', '---', 'n/a', 'na', 'nan', 'none']);

/** Returns the number at the beginning of a text. Undefined unless the rest is a unit. */
const numberOf = (text: string, meaning: TextMeaning): RawValue | undefined => {
  const { radix = 10, to, unit } = meaning;
  if (radix !== 10) {
    const [all, digits = all] = RADIX_DIGITS[radix].exec(text) ?? [];
    return digits === undefined ? undefined : { value: Number.parseInt(digits, radix) };
  }
  const found = DECIMAL.exec(text)?.[0];
  if (found === undefined) return undefined;
  const value = Number(found);
  const decimals = found.split('.')[1]?.length ?? 0;
  // A degree sign takes two bytes. Text after the unit is a remark.
  const rest = text
    .slice(found.length)
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  if (rest === '') return { value, decimals };
  const word = /^(?:%|[a-z]+(?![\w.]))/i.exec(rest)?.[0];
  if (word === undefined) return undefined;
  if (to === undefined || !hasUnit(to)) {
    return word.toLowerCase() === unit?.toLowerCase() ? { value, decimals } : undefined;
  }
  return conversionTo(to, word) === undefined ? undefined : { value, decimals, unit: word };
};

/** Adds the value in a text to the collector. `from` is its place in the frame, `number` its place in a list. */
export const addText = (
  collector: ValueCollector,
  meaning: TextMeaning,
  whole: string,
  from: string,
  number?: number,
): void => {
  const { word, map, to, bits, name } = meaning;
  const text = (
    word === undefined ? whole : whole.trim().split(/\s+/).slice(word).join(' ')
  ).trim();
  if (NOTHING.has(text.toLowerCase()) && map?.[text] === undefined) {
    collector.skip(meaning, from, number);
    return;
  }
  if (meaning.by !== undefined) {
    const { by, ...each } = meaning;
    const parts = text.split(by);
    if (parts.length > MAX_CELLS) return;
    // If only the last value has a unit, all values have this unit.
    const unit = numberOf(parts.at(-1)?.trim() ?? '', each)?.unit;
    const meant = unit === undefined ? each : { ...each, unit };
    for (const part of parts) addText(collector, meant, part, from);
    return;
  }
  const raw = numberOf(text, meaning);
  const isText = isTextTarget(to);
  const isWord = map !== undefined || isText || to === 'pack' || to === undefined;
  if (raw !== undefined && !isText && (map === undefined || meaning.radix !== undefined)) {
    collector.add(meaning, raw, from, number);
  } else if (isWord || isSwitchTarget(to)) {
    if (bits === undefined) collector.add(meaning, { value: text }, from, number);
  } else {
    collector.refuse(`${name ?? to} is not a number: "${text.slice(0, 40)}"`);
    if (isListTarget(to)) {
      collector.add({ ...meaning, invalid: [0] }, { value: 0 }, from, number);
    }
  }
};

export const splitFields = (text: string, by: string): readonly string[] =>
  by === ' ' ? text.trim().split(/\s+/) : text.split(by);

/** Reads values by position. Returns the reason if the text does not have the expected form. */
export const readFields = (
  record: FieldsRecord,
  text: string,
  collector: ValueCollector,
): string | undefined => {
  const parts = splitFields(text, record.by);
  for (const field of record.fields) {
    const { at, count = 1 } = field;
    if (at + count > parts.length) return `${parts.length} values, ${at + count} are needed`;
    for (const [index, part] of parts.slice(at, at + count).entries())
      addText(collector, field, part, `field ${at + index}`);
  }
  return undefined;
};

/** A key with a number in it: the texts before and after the `#`. */
interface NumberedKey {
  readonly before: string;
  readonly behind: string;
  readonly meaning: TextMeaning;
}

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly meaning: TextMeaning;
  readonly number?: number;
}

const MOST_LINES = 1_024;

/** Reads values in lines of the form `key: value`. */
export const readKeys = (record: KeysRecord, text: string, collector: ValueCollector): void => {
  const { separator = ':', pairs } = record;
  const exact = new Map<string, TextMeaning>();
  const numbered: NumberedKey[] = [];
  for (const [key, meaning] of Object.entries(record.keys)) {
    const at = key.indexOf('#');
    // A single # at the end belongs to the name, as in SER#.
    if (at < 0 || meaning.first === undefined) exact.set(key, meaning);
    else numbered.push({ before: key.slice(0, at), behind: key.slice(at + 1), meaning });
  }

  const found = new Map<string, Set<string>>();
  const entries: Entry[] = [];
  const keep = (entry: Entry): void => {
    entries.push(entry);
    found.set(entry.key, (found.get(entry.key) ?? new Set()).add(entry.value));
  };

  const take = (pair: string): void => {
    const isBlank = separator.trim() === '' && separator !== '\t';
    const trimmed = pair.trim();
    const cut = isBlank ? trimmed.search(/\s/) : trimmed.indexOf(separator);
    if (cut <= 0) return;
    const key = trimmed.slice(0, cut).trim();
    const value = trimmed.slice(cut + (isBlank ? 1 : separator.length)).trim();
    const meaning = exact.get(key);
    if (meaning !== undefined) {
      keep({ key, value, meaning });
      return;
    }
    for (const { before, behind, meaning: rule } of numbered) {
      if (!key.startsWith(before) || !key.endsWith(behind)) continue;
      const digits = key.slice(before.length, key.length - behind.length).trim();
      if (!/^\d{1,3}$/.test(digits)) continue;
      keep({ key, value, meaning: rule, number: Number(digits) - (rule.first ?? 1) + 1 });
      return;
    }
  };

  for (const line of text.split(/[\r\n]+/, MOST_LINES)) {
    if (pairs === undefined) take(line);
    else
      for (const pair of pairs === '  ' ? line.split(/ {2,}|\t+/) : line.split(pairs)) take(pair);
  }

  for (const { key, value, meaning, number } of entries) {
    const isList = isListTarget(meaning.to);
    // A list without numbers may be spread over several lines with the same key.
    const isUnclear = (found.get(key)?.size ?? 0) > 1 && (!isList || number !== undefined);
    if (!isUnclear) addText(collector, meaning, value, key, number);
    else {
      collector.refuse(`${key} occurs twice with different values`);
      if (isList) collector.add({ ...meaning, invalid: [0] }, { value: 0 }, key, number);
    }
  }
};
