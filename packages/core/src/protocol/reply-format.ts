import { fieldOf, parseQuantity, unitOf, type Field, type Unit } from './field-value.ts';
import { findJson, type Loose } from './infer/loose-json.ts';
import { commaRule, type CommaRule } from './infer/quantity.ts';
import { cleanLine, roleOf } from './reply-lines.ts';

/**
 * The format of a reply. The formats are tried in this order. `raw` is any other text, whose numbers the user marks
 * [OBD-152].
 */
export type ReplyFormat = 'json' | 'kv' | 'numbers' | 'hex' | 'raw';

const MAX_CHARACTERS = 32_768;
const MAX_FIELDS = 1_024;
const MAX_DEPTH = 6;

const scalar = (value: unknown, rule: CommaRule): number | string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return parseQuantity(value, rule)?.value ?? value;
  return null;
};

const keyIn = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);

const jsonFields = (
  value: unknown,
  key: string,
  depth: number,
  rule: CommaRule,
): readonly Field[] => {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    return [
      { key, values: value.slice(0, MAX_FIELDS).map((each) => scalar(each, rule)), isList: true },
    ];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) =>
      jsonFields(each, keyIn(key, name), depth + 1, rule),
    );
  }
  if (typeof value === 'string') return [fieldOf(key, value, rule)];
  return [{ key, values: [scalar(value, rule)], isList: false }];
};

/** Returns the keys that occur twice in one object. `JSON.parse` keeps only their last values. */
const repeatedKeys = (value: Loose, key: string): readonly string[] => {
  if (value.kind === 'list')
    return value.items.flatMap((each, index) => repeatedKeys(each, keyIn(key, String(index))));
  if (value.kind !== 'object') return [];
  const seen = new Set<string>();
  return value.entries.flatMap(([name, each]) => {
    const inner = keyIn(key, name);
    if (seen.has(name)) return [inner];
    seen.add(name);
    return repeatedKeys(each, inner);
  });
};

const readJson = (text: string): readonly Field[] | undefined => {
  const from = text.search(/[{[]/);
  if (from < 0) return undefined;
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  try {
    const strings: string[] = [];
    const parsed: unknown = JSON.parse(text.slice(from, to + 1), (_, value: unknown) => {
      if (typeof value === 'string') strings.push(value);
      return value;
    });
    const rule = commaRule(strings.join('\n'));
    const fields = jsonFields(parsed, '', 0, rule);
    if (!fields.some((field) => field.key !== '')) return undefined;
    const repeated = findJson(text).flatMap(({ value }) => repeatedKeys(value, ''));
    return fields.filter(({ key }) =>
      repeated.every((each) => key !== each && !key.startsWith(`${each}.`)),
    );
  } catch {
    return undefined;
  }
};

/** Parses `V=13.2,I=-1.2`, `V:13.2 I:-1.2`, `Pack Voltage: 13.2 V`, `soc<TAB>78`; undefined for any other line. */
const readPairs = (line: string, rule: CommaRule): readonly Field[] | undefined => {
  const separator = line.includes('=') ? '=' : ':';
  const keys = [
    ...line.matchAll(new RegExp(`([A-Za-z_][\\w.\\[\\]%]{0,31})\\s?${separator}`, 'g')),
  ];
  if (separator === '=' || keys.length > 1) {
    if (keys.length === 0 || /^[+-]?[\d,.\s]+/.test(line)) return undefined;
    return keys.map((match, index) => {
      const from = match.index + match[0].length;
      const to = keys[index + 1]?.index ?? line.length;
      return fieldOf(match[1] ?? '', line.slice(from, to).replace(/[,;\s|]+$/, ''), rule);
    });
  }
  const single = /^([A-Za-z_][^:\t]{0,47}?)\s*[:\t]\s*(\S.*)$/.exec(line);
  return single === null ? undefined : [fieldOf(single[1] ?? '', single[2] ?? '', rule)];
};

/** Parses numbers with one separator. A line may start with a word that names it: `BAT;48,73;…`, `$PACK,…`. */
const readNumbers = (lines: readonly string[]): readonly Field[] | undefined => {
  const values: Omit<Field, 'key'>[] = [];
  for (const line of lines) {
    const parts = line
      .split(line.includes(';') ? /\s*;\s*/ : /[\s,|\t]+/)
      .filter((part) => part !== '');
    for (const [place, part] of parts.entries()) {
      const quantity = parseQuantity(part);
      const isTag = place === 0 && parts.length > 2 && /^[$#@]?[a-z]\w*$/i.test(part);
      if (quantity === undefined && !isTag && !/^[0-9a-f]{4}$/i.test(part)) return undefined;
      const unit = quantity?.unit;
      const value = quantity?.value ?? part;
      values.push({ values: [value], isList: false, ...(unit === undefined ? {} : { unit }) });
    }
  }
  return values.length < 3
    ? undefined
    : values.map((value, index) => ({ key: `#${index + 1}`, ...value }));
};

/** A number that is not part of a word; a unit of at most three letters may follow. */
const LOOSE_NUMBER = /(?<![\w.,])[+-]?\d{1,15}(?:[.,]\d{1,15})?(?=[a-z%°]{0,3}(?!\w))/gi;

/** A number in the text of a reply, with its position. */
export interface NumberInText {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** The unit behind the number. */
  readonly unit?: Unit;
}

/** Returns all numbers of a text. A comma is a decimal comma if another character separates the values. */
export const numbersInText = (text: string): readonly NumberInText[] => {
  const hasSeparator = /[;|<>\t]/.test(text);
  const pattern = hasSeparator
    ? LOOSE_NUMBER
    : /(?<![\w.])[+-]?\d{1,15}(?:\.\d{1,15})?(?=[a-z%°]{0,3}(?!\w))/gi;
  return [...text.matchAll(pattern)].slice(0, MAX_FIELDS).map((match) => {
    const to = match.index + match[0].length;
    const unit = unitOf(/^ ?([a-z%°]{1,4})(?!\w)/i.exec(text.slice(to, to + 8))?.[1] ?? '');
    const value = Number(match[0].replace(',', '.'));
    return { from: match.index, to, value, ...(unit === undefined ? {} : { unit }) };
  });
};

/**
 * Returns the text from which the fields of a reply are read: without the `+NAME:` prefix and the final result code.
 */
export const replyText = (rawLines: readonly string[]): string =>
  rawLines
    .map(cleanLine)
    .filter((line) => roleOf(line).kind === 'info')
    .map((line) => line.replace(/^\+[A-Za-z0-9_]{1,32}:\s*/, ''))
    .filter((line) => line !== '')
    .join('\n');

/**
 * Reads the fields of a reply in an unknown dialect. The `+NAME:` prefix of an information line is removed, because it
 * names the reply and not a value. The time is linear in the length of the reply. Replies longer than 32 KiB have no
 * fields.
 */
export const readReply = (rawLines: readonly string[]) => {
  const text = replyText(rawLines);
  const lines = text === '' ? [] : text.split('\n');
  if (text.length > MAX_CHARACTERS) return { format: 'raw', fields: [] };

  const json = readJson(text);
  if (json !== undefined) return { format: 'json', fields: json.slice(0, MAX_FIELDS) };

  const rule = commaRule(text);
  const pairs = lines.map((line) => readPairs(line, rule));
  const fields = pairs.flatMap((each) => each ?? []);
  const keyed = pairs.filter((each) => each !== undefined).length;
  if (fields.length > 0 && keyed * 2 > lines.length) {
    return { format: 'kv', fields: fields.slice(0, MAX_FIELDS) };
  }

  const numbers = readNumbers(lines);
  if (numbers !== undefined) return { format: 'numbers', fields: numbers.slice(0, MAX_FIELDS) };

  const packed = text.replace(/\s/g, '');
  if (packed.length >= 8 && packed.length % 2 === 0 && /^[0-9a-f]+$/i.test(packed)) {
    const bytes = packed.match(/../g) ?? [];
    const values = bytes.map((pair) => Number.parseInt(pair, 16));
    return { format: 'hex', fields: [{ key: 'bytes', values, isList: true }] };
  }
  const marked = numbersInText(text).map(({ value, unit }, index) => ({
    key: `#${index + 1}`,
    values: [value],
    isList: false,
    ...(unit === undefined ? {} : { unit }),
  }));
  return { format: 'raw', fields: marked };
};
