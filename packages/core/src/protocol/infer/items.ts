import type { Entry } from './entry.ts';
import { jsonEntries } from './json-entries.ts';
import { findJson } from './loose-json.ts';
import { isModuleTitle, isPartTitle, withModules } from './module-titles.ts';
import { commaRule, numberOf, valueOf, type CommaRule, type WrittenNumber } from './quantity.ts';
import {
  columnPair,
  pairEntry,
  pairsOf,
  spacedPair,
  statePairs,
  valueColumn,
  type Pair,
} from './text-entries.ts';
import { readableLines } from './text-lines.ts';
import { splitRow, tableAt, type Delimiter, type TextTable } from './text-table.ts';

/** A part of a reply. Parts of the same structure have the same `shape`; `recordsOf` uses it to find records. */
type Part = { readonly shape: string } & (
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'table'; readonly table: TextTable; readonly rule: CommaRule }
  /** Numbers without names, known only by their positions. */
  | { readonly kind: 'row'; readonly numbers: readonly WrittenNumber[]; readonly text: string }
  | { readonly kind: 'words'; readonly text: string }
);

/** A part and the number of its first line. */
export type Item = Part & { readonly line: number };

/** The header of a table whose rows continue in later replies. */
export interface KnownHeader {
  readonly names: readonly string[];
  readonly delimiter: Delimiter;
}

/** Maximum length of a reply in characters. A longer reply is not read. */
const MAX_CHARACTERS = 262_144;
const MAX_LINES = 4_096;

const digitsHidden = (text: string): string => text.replace(/\d+/g, '#');

/** True for a line that is a prompt, a rule or empty. */
const isNoise = (line: string): boolean =>
  !/[\p{L}\d]/u.test(line) || /^[\w-]{1,16}[>#$]$/.test(line.trim());

const HEADING =
  /^\s*(?:[-=*#_[<\s]{0,40})([\p{L}][\p{L}\d #_.\-/()]{0,48}?)(?:[-=*#_\]>:\s]{0,40})$/u;

const rowIn = (line: string, rule: CommaRule): Part | undefined => {
  if (/[:=]/.test(line)) return undefined;
  const text = line.trim();
  const bare = text
    .replace(/^[$#@]?[A-Za-z]{1,12}(?:\s*[,;|]\s*| )(?=[+-]?\d)/, '')
    .replace(/^[|(]|[|)]$/g, '');
  const parts = bare.split(
    bare.includes(';') ? /\s*;\s*/ : bare.includes('|') ? /\s*\|\s*/ : /[\s,\t]+/,
  );
  const filled = parts.filter((part) => part !== '');
  if (filled.length < 3) return undefined;
  const numbers = filled.map((part) => numberOf(part, rule));
  if (!numbers.every((number) => number !== undefined)) return undefined;
  const tag = /^[^\d\s,;|+-]+/.exec(text)?.[0] ?? '';
  return { kind: 'row', numbers, text, shape: `row ${tag} ${numbers.length}` };
};

/** A heading and the indentation of the lines that belong to it. */
interface Heading {
  readonly text: string;
  /**
   * The indentation below which a line no longer belongs to the heading. Undefined for a title, which applies until the
   * next one.
   */
  readonly indent?: number;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

const isTitleOfModule = ({ text, indent }: Heading): boolean =>
  indent === undefined && isModuleTitle(text);

const indentBelow = (lines: readonly string[], at: number): number => {
  let next = at + 1;
  while (next < lines.length && isNoise(lines[next] ?? '')) next += 1;
  return indentOf(lines[next] ?? '');
};

const tableIn = (
  lines: readonly string[],
  whole: readonly string[],
  at: number,
  known: KnownHeader | undefined,
  rule: CommaRule,
): Part | undefined => {
  const table = tableAt(whole, at) ?? tableAt(lines, at);
  if (table !== undefined)
    return { kind: 'table', table, rule, shape: `table ${table.names.join(' ')}` };
  const line = lines[at] ?? '';
  if (known === undefined || /[:=]\s/.test(line)) return undefined;
  const row = splitRow(whole[at] ?? line, known.delimiter);
  const fits = row.length === known.names.length && row.some((cell) => /^[+-]?\d/.test(cell));
  return fits
    ? { kind: 'table', table: { ...known, rows: [row], length: 1 }, rule, shape: 'table' }
    : undefined;
};

const pairsIn = (line: string, column: number | undefined): readonly Pair[] => {
  const pairs = pairsOf(line);
  if (pairs.length > 0) return pairs;
  const states = statePairs(line);
  if (states.length > 0) return states;
  const single = columnPair(line, column) ?? spacedPair(line);
  return single === undefined ? [] : [single];
};

const entriesIn = (
  line: string,
  column: number | undefined,
  groups: readonly string[],
  rule: CommaRule,
): Part | undefined => {
  const pairs = pairsIn(line, column);
  const [first] = pairs;
  if (first === undefined) return undefined;
  const entries = pairs.map((pair) => pairEntry(pair, groups, rule));
  const named = [...groups, ...first.groups.filter(isModuleTitle)].join(' ');
  const numbers = (named.match(/\d+/g) ?? []).join(' ');
  return { kind: 'entries', entries, shape: `${pairs.map(({ key }) => key).join('|')} ${numbers}` };
};

/** YAML: a key whose values follow on lines of their own. */
const OPEN_KEY = /^\s*(["']?[\p{L}_][\p{L}\d _.\-/[\]]{0,48}?["']?)\s*:\s*$/u;
const LIST_MEMBER = /^\s*-\s+(\S.*)$/;

const withMember = (list: Entry, member: string, rule: CommaRule): Entry => {
  const { text, numbers } = list.value;
  // NaN keeps the position of a member that is not a number.
  const [number = { value: Number.NaN, decimals: 0 }] = valueOf(member, rule).numbers;
  const value = {
    text: text === '' ? member : `${text}, ${member}`,
    numbers: [...numbers, number],
    isList: true,
  };
  return { ...list, value };
};

const textItems = (raw: readonly string[], known: KnownHeader | undefined): readonly Item[] => {
  const { lines, whole, prefix } = readableLines(raw);
  const rule = commaRule(lines.join('\n'));
  const column = valueColumn(lines);
  const outer = prefix === '' ? [] : [prefix];
  const items: Item[] = [];
  /** The title of a module above each item. */
  const titles: (string | undefined)[] = [];
  let headings: readonly Heading[] = [];

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isNoise(line)) continue;
    const text = line.trim();
    const tabular = tableIn(lines, whole, at, known, rule) ?? rowIn(line, rule);
    if (tabular !== undefined) {
      items.push({ ...tabular, line: at });
      if (tabular.kind === 'table') at += tabular.table.length - 1;
      continue;
    }

    const indent = indentOf(line);
    headings = headings.filter((each) => each.indent === undefined || indent > each.indent);
    const module = headings.filter(isTitleOfModule);
    titles[items.length] = module[0]?.text;
    const groups = [...outer, ...headings.map((each) => each.text)];

    const member = LIST_MEMBER.exec(line)?.[1];
    const last = items.at(-1);
    if (member !== undefined && last?.kind === 'entries' && last.shape === 'list') {
      const entries = last.entries.map((list) => withMember(list, member, rule));
      items[items.length - 1] = { ...last, entries };
      continue;
    }
    const open = OPEN_KEY.exec(line)?.[1];
    if (open !== undefined && LIST_MEMBER.test(lines[at + 1] ?? '')) {
      const value = { text: '', numbers: [], isList: true };
      const entries = [{ groups, key: open, value }];
      items.push({ kind: 'entries', entries, shape: 'list', line: at });
      continue;
    }
    if (open !== undefined) {
      const isModule = isModuleTitle(open);
      const hasLines = indentBelow(lines, at) > indent;
      const kept = headings.filter(
        (each) => each.indent !== undefined || (hasLines && isTitleOfModule(each)),
      );
      headings = isModule && !hasLines ? [{ text: open }] : [...kept, { text: open, indent }];
      const shape = `words ${isModule ? open : digitsHidden(open)}`;
      items.push({ kind: 'words', text: open, shape, line: at });
      continue;
    }
    const entries = entriesIn(line, column, groups, rule);
    if (entries !== undefined) {
      items.push({ ...entries, line: at });
      continue;
    }
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) {
      headings = [...(isPartTitle(title) ? module : []), { text: title.trim() }];
    }
    items.push({ kind: 'words', text, shape: `words ${text}`, line: at });
  }
  return withModules(items, titles);
};

/**
 * Reads the pieces of a text: JSON anywhere in it, tables, keys with values, rows of numbers. The time is linear in its
 * length.
 */
export const itemsOf = (lines: readonly string[], known?: KnownHeader): readonly Item[] => {
  const whole = lines.slice(0, MAX_LINES);
  const text = whole.join('\n');
  if (text.length > MAX_CHARACTERS) return [];
  const json = text.includes('{') ? findJson(text) : [];
  if (json.length === 0) return textItems(whole, known);

  const starts: number[] = [];
  let offset = 0;
  for (const line of whole) {
    starts.push(offset);
    offset += line.length + 1;
  }
  let cursor = 0;
  const lineAt = (place: number): number => {
    while (cursor + 1 < starts.length && (starts[cursor + 1] ?? Infinity) <= place) cursor += 1;
    return cursor;
  };
  const rest: string[] = [...whole];
  const objects = json.map(({ from, to, value }): Item => {
    const first = lineAt(from);
    const last = lineAt(Math.max(from, to - 1));
    for (let at = first; at <= last; at += 1) rest[at] = '';
    const entries = jsonEntries(value);
    return {
      kind: 'entries',
      entries,
      shape: `json ${entries[0]?.key ?? ''} ${entries[0]?.groups.join('.') ?? ''}`,
      line: first,
    };
  });
  return [...textItems(rest, known), ...objects].sort((a, b) => a.line - b.line);
};

/**
 * Splits items into records. A record ends where its first shape returns, or where a piece with several keys appears a
 * second time.
 */
export const recordsOf = (items: readonly Item[]): readonly (readonly Item[])[] => {
  const records: (readonly Item[])[] = [];
  let record: Item[] = [];
  let shapes = new Set<string>();
  const end = (): void => {
    if (record.some(({ kind }) => kind !== 'words')) records.push(record);
    record = [];
    shapes = new Set();
  };
  for (const item of items) {
    const isRepeated =
      item.shape === record[0]?.shape ||
      (shapes.has(item.shape) && item.kind === 'entries' && item.entries.length > 1) ||
      (shapes.has(item.shape) && item.kind === 'table') ||
      (shapes.has(item.shape) && item.kind === 'row' && record[0]?.kind !== 'words');
    if (isRepeated) end();
    record.push(item);
    shapes.add(item.shape);
  }
  end();
  return records;
};
