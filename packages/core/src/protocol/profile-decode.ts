import { err, ok, type Result } from '../prelude/result.ts';
import type { DeviceProfile, FieldRule } from './device-profile.ts';
import type { Target } from './target.ts';
import type { Field, Unit } from './field-value.ts';
import type { DecodeError } from './frame.ts';
import { faultsOf, MAX_CELLS, type PackSample } from './pack-sample.ts';
import { readReply } from './reply-format.ts';

/** A value of a reply that the profile gives no meaning: shown as it came. */
export interface OtherValue {
  readonly key: string;
  readonly text: string;
}

export interface ProfiledSample {
  readonly sample: PackSample;
  readonly others: readonly OtherValue[];
}

/** From the unit of the reply to the unit of the sample: V, A, Ah, %, °C, s. */
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

/** Beyond these a value is a misread, and counts as not reported. Base units. */
export const PLAUSIBLE: Readonly<Partial<Record<Target, readonly [number, number]>>> = {
  packVoltage: [0, 1_500],
  current: [-5_000, 5_000],
  soc: [0, 100],
  soh: [0, 100],
  cells: [0.001, 6],
  temps: [-60, 200],
  remaining: [0, 100_000],
  capacity: [0, 100_000],
  cycles: [0, 1_000_000],
};

const DIGITS = 1e9;
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;

const convert = (value: number | string | null | undefined, rule: FieldRule): number | null => {
  if (typeof value !== 'number' || rule.invalid?.includes(value) === true) return null;
  const base = rounded(value * rule.scale * TO_BASE[rule.unit]);
  const [low, high] = PLAUSIBLE[rule.to] ?? [-Infinity, Infinity];
  return base >= low && base <= high ? base : null;
};

const place = (list: (number | null)[], at: number, value: number | null): void => {
  if (at < 0 || at >= MAX_CELLS) return;
  while (list.length < at) list.push(null);
  list[at] = value;
};

/** Undefined when it was not reported, or is not a mask: a word of the letters a to f is not one [OBD-171]. */
const maskIn = (field: Field | undefined): number | undefined => {
  const value = field?.values[0];
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  const isHex = typeof value === 'string' && /^(?=[a-f]*\d)[0-9a-f]{1,8}$/i.test(value);
  return isHex ? Number.parseInt(value, 16) : undefined;
};

const balancingOf = (field: Field, cells: number): readonly boolean[] | undefined => {
  if (field.isList) return Array.from({ length: cells }, (_, at) => field.values[at] === 1);
  const bits = maskIn(field);
  if (bits === undefined) return undefined;
  const mask = BigInt(bits);
  return Array.from({ length: cells }, (_, at) => ((mask >> BigInt(at)) & 1n) === 1n);
};

/** Applies a profile to a reply already read. */
export const applyProfile = (
  fields: readonly Field[],
  profile: DeviceProfile,
): Result<ProfiledSample, DecodeError> => {
  const rules = new Map(Object.entries(profile.fields));
  const cells: (number | null)[] = [];
  const temperatures: (number | null)[] = [];
  const scalars = new Map<Target, number>();
  const masks = new Map<Target, Field>();
  const others: OtherValue[] = [];

  for (const field of fields) {
    const rule = rules.get(field.key);
    if (rule === undefined) {
      others.push({ key: field.key, text: field.values.join(', ') });
      continue;
    }
    if (rule.to === 'cells' || rule.to === 'temps') {
      const list = rule.to === 'cells' ? cells : temperatures;
      const from = (rule.index ?? 1) - 1;
      for (const [offset, value] of field.values.entries())
        place(list, from + offset, convert(value, rule));
    } else if (
      rule.to === 'alarms' ||
      rule.to === 'protections' ||
      rule.to === 'balancing' ||
      rule.to === 'switches'
    ) {
      masks.set(rule.to, field);
    } else {
      const value = convert(field.values[0], rule);
      if (value !== null) scalars.set(rule.to, value);
    }
  }
  if (scalars.size === 0 && cells.length === 0 && temperatures.length === 0) {
    return err({ kind: 'missing', detail: 'none of the values has a meaning' });
  }

  const scalar = <K extends string>(target: Target, key: K): Partial<Record<K, number>> => {
    const value = scalars.get(target);
    return value === undefined ? {} : ({ [key]: value } as Record<K, number>); // one key, the requested one
  };
  const sign = profile.currentPositive === 'charge' ? 1 : -1;
  const current = scalars.get('current');
  const alarms = maskIn(masks.get('alarms'));
  const protections = maskIn(masks.get('protections'));
  const balancingField = masks.get('balancing');
  const balancing =
    balancingField === undefined ? undefined : balancingOf(balancingField, cells.length);
  const fet = maskIn(masks.get('switches'));

  const sample: PackSample = {
    ...scalar('sequence', 'sequence'),
    ...scalar('uptime', 'uptimeS'),
    ...scalar('packVoltage', 'packVoltageV'),
    ...(current === undefined ? {} : { currentA: current * sign }),
    ...scalar('soc', 'socPercent'),
    ...scalar('soh', 'sohPercent'),
    ...scalar('capacity', 'designCapacityAh'),
    ...scalar('remaining', 'remainingAh'),
    ...scalar('cycles', 'cycles'),
    ...(fet === undefined
      ? {}
      : {
          switches: {
            charge: (fet & 1) !== 0,
            discharge: (fet & 2) !== 0,
            precharge: (fet & 4) !== 0,
          },
        }),
    alarms: faultsOf(alarms ?? 0),
    protections: faultsOf(protections ?? 0),
    ...(alarms === undefined && protections === undefined ? { lacksFaults: true as const } : {}),
    cellVoltagesV: cells,
    temperaturesC: temperatures,
    ...(balancing === undefined ? {} : { balancing }),
  };
  return ok({ sample, others });
};

/** Decodes the information lines of a reply by a profile. */
export const decodeWithProfile = (
  lines: readonly string[],
  profile: DeviceProfile,
): Result<ProfiledSample, DecodeError> => applyProfile(readReply(lines).fields, profile);
