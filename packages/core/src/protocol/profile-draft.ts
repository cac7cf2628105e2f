import type { DeviceProfile, FieldRule } from './device-profile.ts';
import { meaningOf, type Target } from './field-alias.ts';
import type { Field, Unit } from './field-value.ts';
import { readReply, type ReplyFormat } from './reply-format.ts';

/** What a proposal is based on: name and unit, the name alone, or a guess from the numbers. */
export type Confidence = 'unit' | 'named' | 'guessed';

/** A profile proposed from a reply, for the user to confirm or correct field by field. */
export interface ProfileDraft {
  readonly profile: DeviceProfile;
  readonly confidence: ReadonlyMap<string, Confidence>;
  /** True when it may be used before it is confirmed: names, or a sum that fits, show what the values mean. */
  readonly isClear: boolean;
}

const BASE_UNIT: Readonly<Record<Target, Unit>> = {
  packVoltage: 'V',
  current: 'A',
  soc: '%',
  soh: '%',
  cells: 'V',
  temps: 'degC',
  remaining: 'Ah',
  capacity: 'Ah',
  cycles: '',
  alarms: '',
  protections: '',
  balancing: '',
  switches: '',
  sequence: '',
  uptime: 's',
};

/** Units that fit a target; with another unit the name has another meaning. */
const FITTING: Readonly<Partial<Record<Target, readonly Unit[]>>> = {
  packVoltage: ['V', 'mV'],
  current: ['A', 'mA'],
  soc: ['%'],
  soh: ['%'],
  cells: ['V', 'mV'],
  temps: ['degC'],
  remaining: ['Ah', 'mAh'],
  capacity: ['Ah', 'mAh'],
};

const INVALID: Readonly<Partial<Record<Target, readonly number[]>>> = {
  cells: [0, 65_535, 65.535],
  temps: [-127],
};

const CELL_LOW_V = 1.5;
const CELL_HIGH_V = 4.5;
const CELL_SPREAD_V = 0.6;

const numbersOf = (field: Field): readonly number[] =>
  field.values.filter((each): each is number => typeof each === 'number');

/** The power of ten that brings every value into the range of a cell: unique, because 4.5 / 1.5 < 10. */
const cellScale = (values: readonly number[]): number | undefined => {
  const read = values.filter((value) => value !== 0 && value !== 65_535);
  const first = read[0];
  if (first === undefined) return undefined;
  for (const scale of [1, 0.1, 0.01, 0.001, 0.0001, 0.00001]) {
    const scaled = read.map((value) => value * scale);
    const low = Math.min(...scaled);
    const high = Math.max(...scaled);
    if (low >= CELL_LOW_V && high <= CELL_HIGH_V && high - low < CELL_SPREAD_V) return scale;
  }
  return undefined;
};

const guessScale = (target: Target, values: readonly number[]): number => {
  const largest = Math.max(...values.map(Math.abs), 0);
  switch (target) {
    case 'cells':
      return cellScale(values) ?? 1;
    case 'packVoltage':
      return largest > 1_500 ? 0.001 : 1;
    case 'soc':
    case 'soh':
      return largest > 100 ? 0.1 : 1;
    case 'temps':
      return largest > 200 ? 0.1 : 1;
    default:
      return 1;
  }
};

const ruleFor = (
  field: Field,
): { readonly rule: FieldRule; readonly sure: Confidence } | undefined => {
  const meaning = meaningOf(field.key);
  const numbers = numbersOf(field);
  if (meaning.target === undefined) return undefined;
  const unit = field.unit ?? meaning.unit;
  const fitting = FITTING[meaning.target];
  if (unit !== undefined && fitting !== undefined && !fitting.includes(unit)) return undefined;
  const isMask = ['alarms', 'protections', 'balancing', 'switches'].includes(meaning.target);
  if (!isMask && numbers.length === 0) return undefined;
  const target = meaning.target === 'packVoltage' && field.isList ? 'cells' : meaning.target;
  const scale = unit === undefined ? guessScale(target, numbers) : 1;
  const invalid = INVALID[target];
  return {
    rule: {
      to: target,
      unit: unit ?? BASE_UNIT[target],
      scale,
      ...(meaning.index === undefined ? {} : { index: Math.max(1, meaning.index) }),
      ...(invalid === undefined ? {} : { invalid }),
    },
    sure: unit === undefined ? 'named' : 'unit',
  };
};

/** Cells that count from `cell0`: every number plus one, so that the first is cell 1. */
const fromOne = (rules: Map<string, FieldRule>, fields: readonly Field[]): void => {
  for (const target of ['cells', 'temps'] as const) {
    const zero = fields.some(
      ({ key }) => meaningOf(key).index === 0 && rules.get(key)?.to === target,
    );
    if (!zero) continue;
    for (const { key } of fields) {
      const rule = rules.get(key);
      const index = meaningOf(key).index;
      if (rule?.to === target && index !== undefined) rules.set(key, { ...rule, index: index + 1 });
    }
  }
};

/** A device that reports its pack in millivolts without a unit reports whole milliamperes too. */
const inThousandths = (
  rules: Map<string, FieldRule>,
  fields: readonly Field[],
  confidence: ReadonlyMap<string, Confidence>,
): void => {
  const isGuessed = (key: string): boolean => confidence.get(key) === 'named';
  const inMillivolts = [...rules].some(
    ([key, { to, scale }]) => to === 'packVoltage' && scale === 0.001 && isGuessed(key),
  );
  if (!inMillivolts) return;
  for (const field of fields) {
    const rule = rules.get(field.key);
    const isWhole = numbersOf(field).every(Number.isInteger);
    if (rule?.to === 'current' && isGuessed(field.key) && isWhole) {
      rules.set(field.key, { ...rule, unit: 'mA' });
    }
  }
};

interface Run {
  readonly from: number;
  readonly length: number;
  readonly scale: number;
}

/** The longest run of at least three neighbours that one power of ten brings into the range of a cell. */
const longestCellRun = (values: readonly (number | undefined)[]): Run | undefined => {
  let best: Run | undefined;
  for (let from = 0; from < values.length; from += 1) {
    const run: number[] = [];
    for (let to = from; to < values.length; to += 1) {
      const value = values[to];
      if (value === undefined) break;
      run.push(value);
      const scale = cellScale(run);
      if (scale === undefined) break;
      if (run.length >= 3 && run.length > (best?.length ?? 0))
        best = { from, length: run.length, scale };
    }
  }
  return best;
};

const numberRules = (fields: readonly Field[]): Map<string, FieldRule> => {
  const rules = new Map<string, FieldRule>();
  const values = fields.slice(0, 512).map((field) => numbersOf(field)[0]);
  const run = longestCellRun(values);
  if (run === undefined) return rules;
  let sum = 0;
  for (let at = 0; at < run.length; at += 1) {
    const field = fields[run.from + at];
    sum += (values[run.from + at] ?? 0) * run.scale;
    if (field !== undefined) {
      rules.set(field.key, {
        to: 'cells',
        unit: 'V',
        scale: run.scale,
        index: at + 1,
        invalid: [0, 65_535],
      });
    }
  }
  for (const scale of [1, 0.1, 0.01, 0.001]) {
    const at = values.findIndex(
      (value, index) =>
        value !== undefined &&
        (index < run.from || index >= run.from + run.length) &&
        Math.abs(value * scale - sum) <= sum * 0.01,
    );
    const field = fields[at];
    if (field === undefined) continue;
    rules.set(field.key, { to: 'packVoltage', unit: 'V', scale });
    break;
  }
  return rules;
};

/** A first rule for a meaning that the user chose; the unit and the factor follow from the values. */
export const suggestedRule = (target: Target, field: Field): FieldRule => {
  const numbers = numbersOf(field);
  const fitting = FITTING[target];
  const unit =
    field.unit !== undefined && fitting?.includes(field.unit) === true ? field.unit : undefined;
  const invalid = INVALID[target];
  return {
    to: target,
    unit: unit ?? BASE_UNIT[target],
    scale: unit === undefined ? guessScale(target, numbers) : 1,
    ...(invalid === undefined ? {} : { invalid }),
  };
};

/** Proposes a profile from the information lines of one reply; undefined when no value has a likely meaning. */
export const draftProfile = (lines: readonly string[], id = 'draft'): ProfileDraft | undefined => {
  const { format, fields } = readReply(lines);
  const confidence = new Map<string, Confidence>();
  const rules = format === 'numbers' ? numberRules(fields) : new Map<string, FieldRule>();
  for (const key of rules.keys()) confidence.set(key, 'guessed');
  if (format === 'json' || format === 'kv') {
    for (const field of fields) {
      const found = ruleFor(field);
      if (found === undefined || rules.has(field.key)) continue;
      rules.set(field.key, found.rule);
      confidence.set(field.key, found.sure);
    }
    fromOne(rules, fields);
    inThousandths(rules, fields, confidence);
  }
  if (rules.size === 0) return undefined;
  return {
    profile: profileOf(id, format, rules),
    confidence,
    // Names are clear; so is a number that is the sum of the others, which is no coincidence.
    isClear:
      [...confidence.values()].some((each) => each !== 'guessed') ||
      [...rules.values()].some(({ to }) => format === 'numbers' && to === 'packVoltage'),
  };
};

const profileOf = (
  id: string,
  format: ReplyFormat,
  rules: ReadonlyMap<string, FieldRule>,
): DeviceProfile => ({
  id,
  name: id,
  format,
  currentPositive: 'charge',
  fields: Object.fromEntries(rules),
});
