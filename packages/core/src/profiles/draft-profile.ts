import type { Field, Unit } from '../protocol/field-value.ts';
import type { Entry } from '../protocol/infer/entry.ts';
import { meaningsOf, type Meaning, type Meant } from '../protocol/infer/meaning.ts';
import { cellRun } from '../protocol/infer/number-run.ts';
import { unitMeaning, type WrittenNumber } from '../protocol/infer/quantity.ts';
import { readReply, type ReplyFormat } from '../protocol/reply-format.ts';
import { unitsOf, type FieldRule, type Target } from './field-rule.ts';
import type { Profile } from './profile.ts';
import { profileOfFields } from './version-1.ts';

const INVALID: Readonly<Partial<Record<Target, readonly number[]>>> = {
  cells: [0, 65_535, 65.535],
  temps: [-127],
};

const TARGET_OF: Readonly<Partial<Record<Meant, Target>>> = {
  packVoltage: 'packVoltage',
  current: 'current',
  direction: 'direction',
  soc: 'soc',
  soh: 'soh',
  cell: 'cells',
  temperature: 'temps',
  remaining: 'remaining',
  capacity: 'capacity',
  cycles: 'cycles',
};

const numbersOf = (field: Field): readonly number[] =>
  field.values.filter((each): each is number => typeof each === 'number');

/** Proposes the factor for a number without a unit. */
const guessScale = (target: Target, values: readonly number[]): number => {
  const largest = Math.max(...values.map(Math.abs), 0);
  switch (target) {
    case 'cells':
      return largest > 10_000 ? 0.0001 : largest > 100 ? 0.001 : 1;
    case 'packVoltage':
      return largest > 1_500 ? 0.001 : 1;
    case 'soc':
    case 'soh':
      // `0.85` is 85 %, as `1.00` is 100 %. A field does not keep the decimals of `1.00`.
      if (largest > 0 && largest < 1) return 100;
      return largest > 100 ? 0.1 : 1;
    case 'temps':
      return largest > 200 ? 0.1 : 1;
    default:
      return 1;
  }
};

const writtenIn = ({ unit }: Field): Pick<FieldRule, 'written'> =>
  unit === undefined ? {} : { written: unit };

/**
 * Proposes the rule for a field whose target the user has chosen. It has the unit of the field if that fits the target;
 * otherwise the values determine the factor.
 */
export const suggestedRule = (target: Target, field: Field): FieldRule => {
  const units = unitsOf(target);
  const unit = units.find((each) => each === field.unit);
  const invalid = INVALID[target];
  return {
    to: target,
    unit: unit ?? units[0],
    scale: unit === undefined ? guessScale(target, numbersOf(field)) : 1,
    ...writtenIn(field),
    ...(invalid === undefined ? {} : { invalid }),
  };
};

const quantityOf = (value: number, unit: Unit | undefined): WrittenNumber => {
  const meaning = unit === undefined || unit === '' ? undefined : unitMeaning(unit);
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return { value, decimals, ...(meaning === undefined ? {} : { unit: meaning }) };
};

const entryOf = (field: Field, format: ReplyFormat): Entry => {
  const parts = format === 'json' ? field.key.split('.') : [field.key];
  const numbers = numbersOf(field).map((value) => quantityOf(value, field.unit));
  return {
    groups: parts.slice(0, -1),
    key: parts.at(-1) ?? field.key,
    value: { text: field.values.join(', '), numbers, isList: field.isList },
  };
};

const unitOfMeaning = ({ unit }: Meaning, target: Target): Unit | undefined => {
  if (unit === undefined || unit.offset !== undefined) return undefined;
  const [base, thousandth] = unitsOf(target);
  return unit.factor === 1 ? base : unit.factor === 0.001 ? thousandth : undefined;
};

/** Chooses the best field for each value of a pack. Cells and sensors can have several fields. */
const namedRules = (fields: readonly Field[], format: ReplyFormat): Map<string, FieldRule> => {
  const rules = new Map<string, FieldRule>();
  const entries = new Map(fields.map((field) => [entryOf(field, format), field] as const));
  const meanings = meaningsOf([...entries.keys()]).filter(({ isOutput }) => !isOutput);
  const firstIndex = (target: Meant): number =>
    Math.min(
      ...meanings.flatMap(({ to, index }) => (to === target && index !== undefined ? [index] : [])),
    );
  for (const meaning of meanings) {
    const field = entries.get(meaning.entry);
    const target = TARGET_OF[meaning.to];
    if (field === undefined || target === undefined) continue;
    const isMany = target === 'cells' || target === 'temps';
    const rivals = meanings.filter(({ to }) => to === meaning.to);
    const isBest =
      rivals.every(({ score }) => score <= meaning.score) &&
      rivals.find(({ score }) => score === meaning.score) === meaning;
    if (!isMany && !isBest) continue;
    const unit = unitOfMeaning(meaning, target);
    if (meaning.unit !== undefined && unit === undefined) continue;
    const shift = firstIndex(meaning.to) === 0 ? 1 : 0;
    const rule = suggestedRule(target, field);
    rules.set(field.key, {
      ...rule,
      ...(unit === undefined ? {} : { unit, scale: 1 }),
      ...(isMany && meaning.index !== undefined ? { index: meaning.index + shift } : {}),
    });
  }
  return rules;
};

const numberRules = (fields: readonly Field[]): Map<string, FieldRule> => {
  const rules = new Map<string, FieldRule>();
  const numbers = fields.map((field) => quantityOf(numbersOf(field)[0] ?? Number.NaN, undefined));
  const run = cellRun(numbers);
  if (run === undefined) return rules;
  for (let at = 0; at < run.length; at += 1) {
    const field = fields[run.from + at];
    const invalid = [0, 65_535];
    if (field !== undefined)
      rules.set(field.key, {
        ...{ to: 'cells', unit: 'V', scale: run.factor, index: at + 1, invalid },
        ...writtenIn(field),
      });
  }
  const pack = run.pack === undefined ? undefined : fields[run.pack.at];
  if (pack !== undefined)
    rules.set(pack.key, {
      ...{ to: 'packVoltage', unit: 'V', scale: run.pack?.factor ?? 1 },
      ...writtenIn(pack),
    });
  return rules;
};

/**
 * Proposes a profile from the information lines of one reply. The user confirms or corrects it field by field before
 * any value is shown. Undefined if no value has a likely meaning.
 */
export const draftProfile = (lines: readonly string[], name = 'draft'): Profile | undefined => {
  const { format, fields } = readReply(lines);
  const rules =
    format === 'numbers'
      ? numberRules(fields)
      : format === 'json' || format === 'kv'
        ? namedRules(fields, format)
        : new Map<string, FieldRule>();
  return rules.size === 0 ? undefined : profileOfFields(name, Object.fromEntries(rules));
};
