import { readReply, type Field, type Unit } from '@batbot/core';
import {
  readReplyRecord,
  suggestedRule,
  type FieldRule,
  type ProfileReading,
  type ReplyRecord,
  type Target,
} from '@batbot/core/profiles';
import { FAULT_WORDS } from '../controls/fault-words.ts';
import { DASH, fixed } from '../../text/format.ts';

/** The names of the meanings of a value. */
export const MEANINGS: Readonly<Record<Target, string>> = {
  packVoltage: 'Pack voltage',
  current: 'Current',
  direction: 'Direction of the current',
  soc: 'State of charge',
  soh: 'State of health',
  cells: 'Cell voltage',
  temps: 'Temperature',
  remaining: 'Remaining capacity',
  capacity: 'Design capacity',
  cycles: 'Cycles',
  alarms: 'Alarm bits',
  protections: 'Protection bits',
  balancing: 'Balancing',
  switches: 'Contactors',
  sequence: 'Sequence number',
  uptime: 'Uptime',
};

export const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  V: 'V',
  mV: 'mV',
  A: 'A',
  mA: 'mA',
  Ah: 'Ah',
  mAh: 'mAh',
  '%': '%',
  degC: '°C',
  W: 'W',
  s: 's',
  '': '—',
};

/** A field of the reply with its meaning and the value that Home would show. */
export interface TeachRow {
  readonly key: string;
  readonly field: Field;
  readonly raw: string;
  readonly rule: FieldRule | undefined;
  readonly shown: string;
}

/** Decimals and unit of the numeric values. */
const SHOWN_AS: Readonly<Partial<Record<Target, readonly [number, string]>>> = {
  packVoltage: [3, 'V'],
  current: [2, 'A'],
  soc: [1, '%'],
  soh: [1, '%'],
  cells: [3, 'V'],
  temps: [1, '°C'],
  remaining: [2, 'Ah'],
  capacity: [2, 'Ah'],
  cycles: [0, ''],
  sequence: [0, ''],
  uptime: [0, 's'],
};

/** Formats a value of a sample as on the Home screen; a missing value is a dash. */
export const valueText = (to: Target, value: number | null | undefined): string => {
  const [digits, unit] = SHOWN_AS[to] ?? [0, ''];
  return value === null || value === undefined ? DASH : `${fixed(value, digits)} ${unit}`.trim();
};

const shownAs = (reading: ProfileReading, { to, index = 1 }: FieldRule): string => {
  switch (to) {
    case 'cells':
    case 'temps': {
      const values = reading[to].slice(index - 1);
      const few = values.slice(0, 4).map(({ value }) => valueText(to, value));
      return `${few.join(', ')}${values.length > 4 ? `, … (${values.length})` : ''}`;
    }
    case 'alarms':
    case 'protections': {
      const faults = reading[to];
      if (faults === undefined) return 'not read';
      return faults.map((fault) => FAULT_WORDS[fault]).join(', ') || 'none';
    }
    case 'balancing':
      if (reading.balancing === undefined) return 'not read';
      return reading.balancing.some(Boolean) ? 'some cells' : 'no cell';
    case 'direction':
      return 'read';
    case 'switches':
      return Object.keys(reading.switches).length === 0 ? 'not read' : 'read';
    default:
      return reading.scalars[to] === undefined ? 'not read' : valueText(to, reading.scalars[to]);
  }
};

const rawText = ({ values, unit }: Field): string => {
  const text = values.slice(0, 6).map((value) => (value === null ? 'null' : String(value)));
  const more = values.length > 6 ? `, … (${values.length})` : '';
  return `${text.join(', ')}${more}${unit === undefined ? '' : ` ${UNIT_WORDS[unit]}`}`;
};

/** Returns a row for each field of the reply, with the value that the record reads from it. */
export const teachRows = (
  lines: readonly string[],
  record: ReplyRecord,
  currentPositive: 'charge' | 'discharge',
): readonly TeachRow[] => {
  const rules = new Map(Object.entries(record.fields));
  return readReply(lines).fields.map((field) => {
    const rule = rules.get(field.key);
    const base = { key: field.key, field, raw: rawText(field), rule };
    if (rule === undefined) return { ...base, shown: '' };
    // A meaning without a number, such as alarms, is read only with values of other meanings.
    const hasNumber = SHOWN_AS[rule.to] !== undefined;
    const read = [...rules].filter(
      ([key, { to }]) => key === field.key || (!hasNumber && to !== rule.to),
    );
    const own = { ...record, fields: Object.fromEntries(read) };
    const reading = readReplyRecord(own, lines.join('\n'), currentPositive, 0);
    return { ...base, shown: typeof reading === 'string' ? 'not read' : shownAs(reading, rule) };
  });
};

/** Replaces the rule of a field. Without a rule the field is an other value. */
export const withRule = (
  record: ReplyRecord,
  key: string,
  rule: FieldRule | undefined,
): ReplyRecord => {
  const rules = new Map(Object.entries(record.fields));
  if (rule === undefined) rules.delete(key);
  else rules.set(key, rule);
  return { ...record, fields: Object.fromEntries(rules) };
};

/** Whether each field with this meaning has a number, as for cells and sensors. */
export const isNumbered = (to: Target): boolean => to === 'cells' || to === 'temps';

/** Returns the lowest number from 1 that no other field has [OBD-154]. */
const nextIndex = (record: ReplyRecord, to: Target): number => {
  const taken = new Set(
    Object.values(record.fields).flatMap((rule) => (rule.to === to ? [rule.index ?? 1] : [])),
  );
  let index = 1;
  while (taken.has(index)) index += 1;
  return index;
};

/** Gives fields the same meaning with increasing numbers; undefined makes them other values. */
export const withMeaning = (
  record: ReplyRecord,
  fields: readonly Field[],
  to: Target | undefined,
): ReplyRecord => {
  let next = fields.reduce((all, { key }) => withRule(all, key, undefined), record);
  if (to === undefined) return next;
  for (const field of fields) {
    const rule = suggestedRule(to, field);
    const index = isNumbered(to) ? { index: nextIndex(next, to) } : {};
    next = withRule(next, field.key, { ...rule, ...index });
  }
  return next;
};

/** Finds fields with the same meaning and number. A list may have several numbers. */
export const duplicatesIn = (rows: readonly TeachRow[]): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>();
  const found = new Map<string, string>();
  for (const { key, field, rule } of rows) {
    if (rule === undefined) continue;
    const word = MEANINGS[rule.to];
    const count = isNumbered(rule.to) ? field.values.length : 1;
    for (let offset = 0; offset < count; offset += 1) {
      const number = isNumbered(rule.to) ? (rule.index ?? 1) + offset : undefined;
      const place = number === undefined ? word : `${word} ${number}`;
      const other = seen.get(place);
      if (other !== undefined && other !== key) {
        found.set(key, `${place} is already ${other}`);
        break;
      }
      seen.set(place, key);
    }
  }
  return found;
};
