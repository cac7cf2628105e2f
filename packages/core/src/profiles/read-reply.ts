import type { Field, Unit } from '../protocol/field-value.ts';
import { directionOf, type Direction } from '../protocol/infer/direction.ts';
import { isFillValue } from '../protocol/infer/fill-value.ts';
import { rounded } from '../protocol/infer/numbers.ts';
import { faultsOf, MAX_CELLS, switchesOf } from '../protocol/pack-sample.ts';
import { readReply } from '../protocol/reply-format.ts';
import { unitsOf, type FieldRule, type Target } from './field-rule.ts';
import type { ReplyRecord } from './profile.ts';
import type {
  NamedValue,
  NumberedValue,
  ProfileReading,
  ScalarName,
  ValueSource,
} from './profile-reading.ts';
import { isListTarget, type ListTarget } from './profile-targets.ts';
import { PLAUSIBLE } from './units.ts';

/** Factors from the unit of the reply to the unit of the sample: V, A, Ah, %, °C, s. */
const TO_BASE: Readonly<Record<Unit, number>> = {
  V: 1,
  mV: 0.001,
  A: 1,
  mA: 0.001,
  Ah: 1,
  mAh: 0.001,
  '%': 1,
  degC: 1,
  W: 1,
  s: 1,
  '': 1,
};

const MASKS = ['alarms', 'protections', 'balancing', 'switches'] as const;
type Mask = (typeof MASKS)[number];
const isMask = (to: Target): to is Mask => MASKS.some((mask) => mask === to);

const MEASURED: readonly Target[] = ['packVoltage', 'current', 'remaining', 'capacity'];

/**
 * Returns the factor to the unit of the sample; undefined if the unit of a value is not known. A device may write
 * 900 mA and 1.2 A [OBD-318].
 */
const factorOf = ({ to, unit, written, scale }: FieldRule, found: Unit | undefined) => {
  if (unit === '' || found === (written ?? unit)) return TO_BASE[unit];
  // A rule from before `written`, with a factor to its own unit.
  if (written === undefined && scale !== 1) return TO_BASE[unit];
  if (found === undefined) return written === undefined ? TO_BASE[unit] : undefined;
  // If the user chose another unit than the written one, the device writes wrong units.
  const isAnother = written === unit && unitsOf(to).includes(found);
  return isAnother ? TO_BASE[found] : undefined;
};

const convert = (
  value: number | string | null | undefined,
  rule: FieldRule,
  found: Unit | undefined,
): number | null => {
  if (typeof value !== 'number' || rule.invalid?.includes(value) === true) return null;
  if (MEASURED.includes(rule.to) && isFillValue(value, rule.to === 'current')) return null;
  const factor = value === 0 ? 1 : factorOf(rule, found);
  if (factor === undefined) return null;
  const base = rounded(value * rule.scale * factor);
  const [low, high] = PLAUSIBLE[rule.to] ?? [-Infinity, Infinity];
  return base >= low && base <= high ? base : null;
};

const textOf = ({ values, unit = '' }: Field): string => `${values.join(', ')} ${unit}`.trim();

/** Returns the keys that a reply contains several times with different values, with these values. */
const unclearKeys = (fields: readonly Field[]): ReadonlyMap<string, string> => {
  const texts = new Map<string, Set<string>>();
  for (const field of fields)
    texts.set(field.key, (texts.get(field.key) ?? new Set()).add(textOf(field)));
  return new Map(
    [...texts].flatMap(([key, all]) => (all.size > 1 ? [[key, [...all].join(' / ')]] : [])),
  );
};

const place = (list: (number | null)[], at: number, value: number | null): void => {
  if (at < 0 || at >= MAX_CELLS) return;
  while (list.length < at) list.push(null);
  list[at] = value;
};

/**
 * Returns the mask in a field; undefined if it is absent or not a mask. A word of the letters a to f is not a mask
 * [OBD-171].
 */
const maskIn = (field: Field | undefined): number | undefined => {
  const value = field?.values[0];
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  const isHex = typeof value === 'string' && /^(?=[a-f]*\d)[0-9a-f]{1,8}$/i.test(value);
  return isHex ? Number.parseInt(value, 16) : undefined;
};

const balancingOf = (field: Field | undefined, cells: number): readonly boolean[] | undefined => {
  if (field?.isList === true) {
    return Array.from({ length: cells }, (_, at) => field.values[at] === 1);
  }
  const bits = maskIn(field);
  if (bits === undefined) return undefined;
  const mask = BigInt(bits);
  return Array.from({ length: cells }, (_, at) => ((mask >> BigInt(at)) & 1n) === 1n);
};

const numbered = (list: readonly (number | null)[]): readonly NumberedValue[] =>
  list.map((value, index) => ({ number: index + 1, value }));

/** Reads a free-text reply by its rules. Returns the reason if no field has a meaning. */
export const readReplyRecord = (
  record: ReplyRecord,
  text: string,
  currentPositive: 'charge' | 'discharge',
  at: number,
): ProfileReading | string => {
  const rules = new Map(Object.entries(record.fields));
  const lists: Record<ListTarget, (number | null)[]> = { cells: [], temps: [] };
  const scalars: Partial<Record<ScalarName, number>> = {};
  const masks = new Map<Mask, Field>();
  let direction: Direction | undefined;
  const others: NamedValue[] = [];
  const sources: ValueSource[] = [];

  const { fields } = readReply(text.split(/[\r\n]+/));
  const unclear = unclearKeys(fields);
  for (const field of fields) {
    const { key, values, unit } = field;
    const rule = rules.get(key);
    if (rule === undefined) {
      others.push({ name: key, value: values.join(', ') });
      continue;
    }
    const { to, index = 1 } = rule;
    const isUnclear = unclear.has(key);
    const hasOtherUnit = factorOf(rule, unit) === undefined && values.some((value) => value !== 0);
    if (isUnclear || hasOtherUnit)
      others.push({ name: key, value: unclear.get(key) ?? textOf(field) });
    if (isListTarget(to)) {
      for (const [offset, value] of values.entries()) {
        const number = index + offset;
        place(lists[to], number - 1, isUnclear ? null : convert(value, rule, unit));
        sources.push({ value: `${to} ${number}`, from: key, raw: String(value) });
      }
      continue;
    }
    if (isUnclear) continue;
    sources.push({ value: to, from: key, raw: String(values[0]) });
    if (isMask(to)) masks.set(to, field);
    else if (to === 'direction') direction = directionOf(String(values[0]));
    else {
      const value = convert(values[0], rule, unit);
      const isTurned = to === 'current' && currentPositive === 'discharge' && value !== 0;
      if (value !== null) scalars[to] = isTurned ? -value : value;
    }
  }
  // The device writes no sign, or it counts a discharge as positive.
  const { current } = scalars;
  if (current !== undefined && current * (direction ?? current) < 0) scalars.current = -current;
  if (Object.keys(scalars).length === 0 && lists.cells.length === 0 && lists.temps.length === 0) {
    return 'none of the values has a meaning';
  }

  const alarms = maskIn(masks.get('alarms'));
  const protections = maskIn(masks.get('protections'));
  const balancing = balancingOf(masks.get('balancing'), lists.cells.length);
  const fet = maskIn(masks.get('switches'));
  return {
    recordId: record.id,
    at,
    scalars,
    cells: numbered(lists.cells),
    temps: numbered(lists.temps),
    ...(balancing === undefined ? {} : { balancing }),
    switches: fet === undefined ? {} : switchesOf(fet),
    ...(alarms === undefined ? {} : { alarms: faultsOf(alarms) }),
    ...(protections === undefined ? {} : { protections: faultsOf(protections) }),
    others,
    texts: {},
    sources,
  };
};
