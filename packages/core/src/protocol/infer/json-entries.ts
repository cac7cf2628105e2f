import type { Entry } from './entry.ts';
import type { Loose } from './loose-json.ts';
import {
  commaRule,
  numberOf,
  valueOf,
  type CommaRule,
  type WrittenNumber,
  type Value,
} from './quantity.ts';

const MAX_FIELDS = 1_024;

const stringsOf = (value: Loose): string => {
  if (value.kind === 'object') return value.entries.map(([, each]) => stringsOf(each)).join('\n');
  if (value.kind === 'list') return value.items.map(stringsOf).join('\n');
  return value.kind === 'string' ? value.text : '';
};

const scalarValue = (value: Extract<Loose, { readonly text: string }>, rule: CommaRule): Value => {
  if (value.kind === 'string') return valueOf(value.text, rule);
  const number = value.kind === 'number' ? numberOf(value.text, 'point') : undefined;
  return { text: value.text, numbers: number === undefined ? [] : [number], isList: false };
};

/** Converts a list of numbers. A member that is not a number counts as not read: NaN keeps its position. */
const listValue = (items: readonly Loose[], rule: CommaRule): Value => {
  const texts = items.map((item) => ('text' in item ? item.text : '…'));
  const numbers = items.map((item): WrittenNumber | undefined => {
    if (!('text' in item)) return undefined;
    const [number] = scalarValue(item, rule).numbers;
    if (number !== undefined) return number;
    return /^(null|none|nan)$/i.test(item.text) ? { value: Number.NaN, decimals: 0 } : undefined;
  });
  const all = numbers.filter((each) => each !== undefined);
  return { text: texts.join(', '), numbers: all.length === items.length ? all : [], isList: true };
};

/**
 * Converts one object to entries. Outer keys are groups; the members of a list of objects are the groups `[1]`, `[2]` …
 */
export const jsonEntries = (json: Loose): readonly Entry[] => {
  const rule = commaRule(stringsOf(json));
  const entries: Entry[] = [];
  const add = (value: Loose, key: string, groups: readonly string[]): void => {
    if (entries.length >= MAX_FIELDS) return;
    const inner = key === '' ? groups : [...groups, key];
    if (value.kind === 'object') {
      for (const [name, each] of value.entries) add(each, name, inner);
    } else if (value.kind === 'list') {
      if (value.items.some(({ kind }) => kind === 'object')) {
        for (const [index, item] of value.items.entries()) add(item, `[${index + 1}]`, inner);
      } else entries.push({ groups, key, value: listValue(value.items, rule) });
    } else entries.push({ groups, key, value: scalarValue(value, rule) });
  };
  add(json, '', []);
  return entries;
};
