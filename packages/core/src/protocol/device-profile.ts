import {
  plainText,
  problemAt,
  readForeignJson,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { TARGETS, type Target } from './field-alias.ts';
import type { Unit } from './field-value.ts';
import type { ReplyFormat } from './reply-format.ts';

/** What one key of a device's reply means. The value is multiplied by `scale`; the product is in `unit`. */
export interface FieldRule {
  readonly to: Target;
  readonly unit: Unit;
  readonly scale: number;
  /** For cells and sensors told one by one: the number of this one, from 1. */
  readonly index?: number;
  /** Values, as told, that mean "not read". */
  readonly invalid?: readonly number[];
}

/** How a device answers: data, made by a draft, confirmed by the user, kept, exported and imported as JSON. */
export interface DeviceProfile {
  readonly id: string;
  readonly name: string;
  readonly format: ReplyFormat;
  /** The sign of the current the device tells while the pack charges. There is no standard. */
  readonly currentPositive: 'charge' | 'discharge';
  /** By the key as the device writes it. */
  readonly fields: Readonly<Record<string, FieldRule>>;
}

const MAX_TEXT = 65_536;
const MAX_FIELDS = 512;
const UNIT_NAMES: readonly Unit[] = ['V', 'mV', 'A', 'mA', 'Ah', 'mAh', '%', 'degC', 'W', 's', ''];
const FORMATS: readonly ReplyFormat[] = ['json', 'kv', 'numbers', 'hex', 'raw'];

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);

const shortText = (value: unknown): string | undefined =>
  value === '' ? undefined : plainText(value, 80);

const checkRule = (raw: unknown, path: string): Result<FieldRule, FileProblem> => {
  const fail = (name: string, problem: string) => problemAt(`${path}.${name}`, problem);
  const rule = recordOf(raw);
  if (rule === undefined) return problemAt(path, 'is no object');
  const to = oneOf(TARGETS, rule.get('to'));
  if (to === undefined) return fail('to', `is none of ${TARGETS.join(', ')}`);
  const unit = oneOf(UNIT_NAMES, rule.get('unit') ?? '');
  if (unit === undefined) return fail('unit', `is none of ${UNIT_NAMES.join(' ')}`);
  const scale = rule.get('scale') ?? 1;
  if (typeof scale !== 'number' || !Number.isFinite(scale) || scale === 0) {
    return fail('scale', 'is no number other than 0');
  }
  const index = rule.get('index');
  if (
    index !== undefined &&
    !(Number.isInteger(index) && Number(index) >= 1 && Number(index) <= 128)
  ) {
    return fail('index', 'is no whole number from 1 to 128');
  }
  const invalid = rule.get('invalid') ?? [];
  if (!Array.isArray(invalid) || invalid.length > 16 || !invalid.every(Number.isFinite)) {
    return fail('invalid', 'is no list of at most 16 numbers');
  }
  return ok({
    to,
    unit,
    scale,
    ...(index === undefined ? {} : { index: Number(index) }),
    ...(invalid.length === 0 ? {} : { invalid: invalid.map(Number) }),
  });
};

/** Reads a profile from JSON text of unknown origin: size-capped, every field checked, nothing else taken over. */
export const parseProfile = (text: string): Result<DeviceProfile, FileProblem> => {
  const raw = readForeignJson(text, MAX_TEXT);
  if (!raw.ok) return raw;
  const profile = recordOf(raw.value);
  const fields = recordOf(profile?.get('fields'));
  if (profile === undefined) return problemAt('', 'is no object');
  const id = shortText(profile.get('id'));
  if (id === undefined) return problemAt('id', 'is no text of 1 to 80 visible characters');
  const format = oneOf(FORMATS, profile.get('format'));
  if (format === undefined) return problemAt('format', `is none of ${FORMATS.join(', ')}`);
  const currentPositive = oneOf(
    ['charge', 'discharge'] as const,
    profile.get('currentPositive') ?? 'charge',
  );
  if (currentPositive === undefined)
    return problemAt('currentPositive', 'is neither charge nor discharge');
  if (fields === undefined || fields.size > MAX_FIELDS)
    return problemAt('fields', `is no object of at most ${MAX_FIELDS} entries`);
  const rules: [string, FieldRule][] = [];
  for (const [key, value] of fields) {
    const rule = checkRule(value, `fields.${key}`);
    if (!rule.ok) return rule;
    rules.push([key, rule.value]);
  }
  const name = shortText(profile.get('name')) ?? id;
  return ok({ id, name, format, currentPositive, fields: Object.fromEntries(rules) });
};

export const formatProfile = (profile: DeviceProfile): string => JSON.stringify(profile, null, 2);
