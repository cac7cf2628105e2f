import { err, ok, type Result } from '../prelude/result.ts';
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

/** What is wrong with an imported profile, and where, as a path like `fields.V.scale`. */
export interface ProfileError {
  readonly path: string;
  readonly problem: string;
}

const MAX_TEXT = 65_536;
const MAX_FIELDS = 512;
const UNIT_NAMES: readonly Unit[] = ['V', 'mV', 'A', 'mA', 'Ah', 'mAh', '%', 'degC', 'W', 's', ''];
const FORMATS: readonly ReplyFormat[] = ['json', 'kv', 'numbers', 'hex', 'raw'];

type Record_ = ReadonlyMap<string, unknown>;

const recordOf = (value: unknown): Record_ | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 80 ? value : undefined;

const checkRule = (raw: unknown, path: string): Result<FieldRule, ProfileError> => {
  const fail = (name: string, problem: string): Result<FieldRule, ProfileError> =>
    err({ path: `${path}.${name}`, problem });
  const rule = recordOf(raw);
  if (rule === undefined) return err({ path, problem: 'is no object' });
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
export const parseProfile = (text: string): Result<DeviceProfile, ProfileError> => {
  if (text.length > MAX_TEXT) return err({ path: '', problem: 'is larger than 64 KiB' });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err({ path: '', problem: 'is no JSON' });
  }
  const profile = recordOf(raw);
  const fields = recordOf(profile?.get('fields'));
  if (profile === undefined) return err({ path: '', problem: 'is no object' });
  const id = shortText(profile.get('id'));
  if (id === undefined) return err({ path: 'id', problem: 'is no text of 1 to 80 characters' });
  const format = oneOf(FORMATS, profile.get('format'));
  if (format === undefined)
    return err({ path: 'format', problem: `is none of ${FORMATS.join(', ')}` });
  const currentPositive = oneOf(
    ['charge', 'discharge'] as const,
    profile.get('currentPositive') ?? 'charge',
  );
  if (currentPositive === undefined)
    return err({ path: 'currentPositive', problem: 'is neither charge nor discharge' });
  if (fields === undefined || fields.size > MAX_FIELDS) {
    return err({ path: 'fields', problem: `is no object of at most ${MAX_FIELDS} entries` });
  }
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
