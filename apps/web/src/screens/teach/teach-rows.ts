import {
  decodeWithProfile,
  readReply,
  suggestedRule,
  type DeviceProfile,
  type Field,
  type FieldRule,
  type PackSample,
  type Target,
  type Unit,
} from '@batbot/core';
import { DASH, fixed } from '../../text/format.ts';

/** What a value can mean, in words, with its possible units. */
export const MEANINGS: Readonly<
  Record<Target, { readonly word: string; readonly units: readonly Unit[] }>
> = {
  packVoltage: { word: 'Pack voltage', units: ['V', 'mV'] },
  current: { word: 'Current', units: ['A', 'mA'] },
  soc: { word: 'State of charge', units: ['%'] },
  soh: { word: 'State of health', units: ['%'] },
  cells: { word: 'Cell voltage', units: ['V', 'mV'] },
  temps: { word: 'Temperature', units: ['degC'] },
  remaining: { word: 'Remaining capacity', units: ['Ah', 'mAh'] },
  capacity: { word: 'Design capacity', units: ['Ah', 'mAh'] },
  cycles: { word: 'Cycles', units: [''] },
  alarms: { word: 'Alarm bits', units: [''] },
  protections: { word: 'Protection bits', units: [''] },
  balancing: { word: 'Balancing', units: [''] },
  switches: { word: 'Contactors', units: [''] },
  sequence: { word: 'Sequence number', units: [''] },
  uptime: { word: 'Uptime', units: ['s'] },
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

/** One field of the reply, its meaning, and what Home would show. */
export interface TeachRow {
  readonly key: string;
  readonly field: Field;
  readonly raw: string;
  readonly rule: FieldRule | undefined;
  readonly shown: string;
}

const list = (values: readonly (number | null)[], digits: number, unit: string): string => {
  const few = values
    .slice(0, 4)
    .map((value) => (value === null ? DASH : `${fixed(value, digits)} ${unit}`));
  return `${few.join(', ')}${values.length > 4 ? `, … (${values.length})` : ''}`;
};

const shownAs = (sample: PackSample, rule: FieldRule): string => {
  const one = (value: number | undefined, digits: number, unit: string): string =>
    value === undefined ? 'not read' : `${fixed(value, digits)} ${unit}`.trim();
  switch (rule.to) {
    case 'packVoltage':
      return one(sample.packVoltageV, 3, 'V');
    case 'current':
      return one(sample.currentA, 2, 'A');
    case 'soc':
      return one(sample.socPercent, 1, '%');
    case 'soh':
      return one(sample.sohPercent, 1, '%');
    case 'cells':
      return list(sample.cellVoltagesV.slice((rule.index ?? 1) - 1), 3, 'V');
    case 'temps':
      return list(sample.temperaturesC.slice((rule.index ?? 1) - 1), 1, '°C');
    case 'remaining':
      return one(sample.remainingAh, 2, 'Ah');
    case 'capacity':
      return one(sample.designCapacityAh, 2, 'Ah');
    case 'cycles':
      return one(sample.cycles, 0, '');
    case 'sequence':
      return one(sample.sequence, 0, '');
    case 'uptime':
      return one(sample.uptimeS, 0, 's');
    case 'alarms':
    case 'protections':
      return sample[rule.to].join(', ') || 'none';
    case 'balancing':
      if (sample.balancing === undefined) return 'not read';
      return sample.balancing.some(Boolean) ? 'some cells' : 'no cell';
    case 'switches':
      return sample.switches === undefined ? 'not read' : 'read';
  }
};

const rawText = ({ values, unit }: Field): string => {
  const text = values.slice(0, 6).map((value) => (value === null ? 'null' : String(value)));
  const more = values.length > 6 ? `, … (${values.length})` : '';
  return `${text.join(', ')}${more}${unit === undefined ? '' : ` ${UNIT_WORDS[unit]}`}`;
};

/** The fields of the reply, one row each, as the profile reads them. */
export const teachRows = (
  lines: readonly string[],
  profile: DeviceProfile,
): readonly TeachRow[] => {
  const rules = new Map(Object.entries(profile.fields));
  return readReply(lines).fields.map((field) => {
    const rule = rules.get(field.key);
    const base = { key: field.key, field, raw: rawText(field), rule };
    if (rule === undefined) return { ...base, shown: '' };
    const alone = decodeWithProfile(lines, { ...profile, fields: { [field.key]: rule } });
    return { ...base, shown: alone.ok ? shownAs(alone.value.sample, rule) : 'read' };
  });
};

/** The profile with another rule for one field; without a rule the field is left as an other value. */
export const withRule = (
  profile: DeviceProfile,
  key: string,
  rule: FieldRule | undefined,
): DeviceProfile => {
  const rules = new Map(Object.entries(profile.fields));
  if (rule === undefined) rules.delete(key);
  else rules.set(key, rule);
  return { ...profile, fields: Object.fromEntries(rules) };
};

/** Cells and sensors that have a field each carry a number of their own. */
export const isNumbered = (to: Target): boolean => to === 'cells' || to === 'temps';

/** The lowest number from 1 that no other field has [OBD-154]. */
const nextIndex = (profile: DeviceProfile, to: Target): number => {
  const taken = new Set(
    Object.values(profile.fields).flatMap((rule) => (rule.to === to ? [rule.index ?? 1] : [])),
  );
  let index = 1;
  while (taken.has(index)) index += 1;
  return index;
};

/** Gives fields the same meaning, with rising numbers; undefined makes them other values. */
export const withMeaning = (
  profile: DeviceProfile,
  fields: readonly Field[],
  to: Target | undefined,
): DeviceProfile => {
  let next = fields.reduce((all, { key }) => withRule(all, key, undefined), profile);
  if (to === undefined) return next;
  for (const field of fields) {
    const rule = suggestedRule(to, field);
    const index = isNumbered(to) ? { index: nextIndex(next, to) } : {};
    next = withRule(next, field.key, { ...rule, ...index });
  }
  return next;
};

/** Two fields with one place: a list may fill several places. */
export const duplicatesIn = (rows: readonly TeachRow[]): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>();
  const found = new Map<string, string>();
  for (const { key, field, rule } of rows) {
    if (rule === undefined) continue;
    const { word } = MEANINGS[rule.to];
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
