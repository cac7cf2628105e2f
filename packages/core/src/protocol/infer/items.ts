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
} from './text-entries.ts';
import { readableLines } from './text-lines.ts';
import { splitRow, tableAt, type Delimiter, type TextTable } from './text-table.ts';

/** A part of a reply. Parts of the same structure have the same `shape`; `recordsOf` uses it to find records. */
export type Item = { readonly shape: string; readonly line: number } & (
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'table'; readonly table: TextTable; readonly rule: CommaRule }
  /** Numbers without names, known only by their positions. */
  | { readonly kind: 'row'; readonly numbers: readonly WrittenNumber[]; readonly text: string }
  | { readonly kind: 'words'; readonly text: string }
);

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

const positional = (line: string, rule: CommaRule): readonly WrittenNumber[] | undefined => {
  if (/[:=]/.test(line)) return undefined;
  const trimmed = line
    .trim()
    .replace(/^[$#@]?[A-Za-z]{1,12}(?:\s*[,;|]\s*| )(?=[+-]?\d)/, '')
    .replace(/^[|(]|[|)]$/g, '');
  const parts = trimmed.split(
    trimmed.includes(';') ? /\s*;\s*/ : trimmed.includes('|') ? /\s*\|\s*/ : /[\s,\t]+/,
  );
  const filled = parts.filter((part) => part !== '');
  if (filled.length < 3) return undefined;
  const numbers = filled.map((part) => numberOf(part, rule));
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
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

const textItems = (raw: readonly string[], known: KnownHeader | undefined): readonly Item[] => {
  const { lines, whole, prefix } = readableLines(raw);
  const rule = commaRule(lines.join('\n'));
  const column = valueColumn(lines);
  const items: Item[] = [];
  /** The title of a module above each item. */
  const titles: (string | undefined)[] = [];
  let headings: readonly Heading[] = [];
  const outer = prefix === '' ? [] : [prefix];

  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isNoise(line)) continue;
    const table = tableAt(whole, at) ?? tableAt(lines, at);
    if (table !== undefined) {
      items.push({ kind: 'table', table, rule, shape: `table ${table.names.join(' ')}`, line: at });
      at += table.length - 1;
      continue;
    }
    if (known !== undefined && !/[:=]\s/.test(line)) {
      const row = splitRow(whole[at] ?? line, known.delimiter);
      if (row.length === known.names.length && row.some((cell) => /^[+-]?\d/.test(cell))) {
        const continued = {
          names: known.names,
          rows: [row],
          length: 1,
          delimiter: known.delimiter,
        };
        items.push({ kind: 'table', table: continued, rule, shape: 'table', line: at });
        continue;
      }
    }
    const numbers = positional(line, rule);
    if (numbers !== undefined) {
      const tag = /^[^\d\s,;|+-]+/.exec(line.trim())?.[0] ?? '';
      items.push({
        kind: 'row',
        numbers,
        text: line.trim(),
        shape: `row ${tag} ${numbers.length}`,
        line: at,
      });
      continue;
    }
    const indent = indentOf(line);
    headings = headings.filter(
      (heading) => heading.indent === undefined || indent > heading.indent,
    );
    const groups = [...outer, ...headings.map(({ text }) => text)];
    titles[items.length] = headings.find(isTitleOfModule)?.text;

    // YAML: a list on several lines belongs to the key before it.
    const item = /^\s*-\s+(\S.*)$/.exec(line)?.[1];
    const last = items.at(-1);
    if (item !== undefined && last?.kind === 'entries' && last.shape === 'list') {
      const [list] = last.entries;
      // NaN keeps the position of a member that is not a number.
      const [number = { value: Number.NaN, decimals: 0 }] = valueOf(item, rule).numbers;
      if (list !== undefined) {
        const { text, numbers: before } = list.value;
        const value = {
          text: text === '' ? item : `${text}, ${item}`,
          numbers: [...before, number],
          isList: true,
        };
        items[items.length - 1] = { ...last, entries: [{ ...list, value }] };
      }
      continue;
    }
    const open = /^\s*(["']?[\p{L}_][\p{L}\d _.\-/[\]]{0,48}?["']?)\s*:\s*$/u.exec(line)?.[1];
    if (open !== undefined) {
      if (/^\s*-\s+\S/.test(lines[at + 1] ?? '')) {
        const value = { text: '', numbers: [], isList: true };
        items.push({
          kind: 'entries',
          entries: [{ groups, key: open, value }],
          shape: 'list',
          line: at,
        });
      } else {
        const isModule = isModuleTitle(open);
        const hasLines = indentBelow(lines, at) > indent;
        const outerOnes = headings.filter(
          (heading) => heading.indent !== undefined || (hasLines && isTitleOfModule(heading)),
        );
        headings =
          isModule && !hasLines ? [{ text: open }] : [...outerOnes, { text: open, indent }];
        const shape = `words ${isModule ? open : digitsHidden(open)}`;
        items.push({ kind: 'words', text: open, shape, line: at });
      }
      continue;
    }
    let pairs = pairsOf(line);
    if (pairs.length === 0) pairs = statePairs(line);
    if (pairs.length === 0) {
      const single = columnPair(line, column) ?? spacedPair(line);
      if (single !== undefined) pairs = [single];
    }
    if (pairs.length > 0) {
      const entries = pairs.map((pair) => pairEntry(pair, groups, rule));
      const named = [...groups, ...(pairs[0]?.groups.filter(isModuleTitle) ?? [])];
      const numbersOfGroups = (named.join(' ').match(/\d+/g) ?? []).join(' ');
      const shape = `${entries.map(({ key }) => key).join('|')} ${numbersOfGroups}`;
      items.push({ kind: 'entries', entries, shape, line: at });
      continue;
    }
    const title = HEADING.exec(line)?.[1];
    if (title !== undefined) {
      const module = isPartTitle(title) ? headings.filter(isTitleOfModule) : [];
      headings = [...module, { text: title.trim() }];
    }
    items.push({ kind: 'words', text: line.trim(), shape: `words ${line.trim()}`, line: at });
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
