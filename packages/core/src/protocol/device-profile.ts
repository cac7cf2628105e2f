import * as v from 'valibot';
import { jsonFile, textOf, wholeNumber, type Schema } from '../prelude/schema.ts';
import { TARGETS, type Target } from './target.ts';
import type { Unit } from './field-value.ts';
import type { ReplyFormat } from './reply-format.ts';

/** What one key of a device's reply means. The value is multiplied by `scale`; the product is in `unit`. */
export interface FieldRule {
  readonly to: Target;
  readonly unit: Unit;
  readonly scale: number;
  /** For cells and sensors that have a key each: the number of this one, from 1. */
  readonly index?: number;
  /** Raw values that mean "not read". */
  readonly invalid?: readonly number[];
}

/** How a device answers: suggested by a draft, confirmed by the user, saved, exported and imported as JSON. */
export interface DeviceProfile {
  readonly id: string;
  readonly name: string;
  readonly format: ReplyFormat;
  /** Whether a positive current charges or discharges the pack. There is no standard. */
  readonly currentPositive: 'charge' | 'discharge';
  /** The identity (ATI) is read once after connecting: the user knows that the device supports it. */
  readonly readsIdentity?: true;
  /** By the key that the device writes. */
  readonly fields: Readonly<Record<string, FieldRule>>;
}

const MAX_FIELDS = 512;
const UNIT_NAMES: readonly Unit[] = ['V', 'mV', 'A', 'mA', 'Ah', 'mAh', '%', 'degC', 'W', 's', ''];
const FORMATS: readonly ReplyFormat[] = ['json', 'kv', 'numbers', 'hex', 'raw'];

const NUMBER = v.pipe(v.number(), v.finite());

export const RULE: Schema<FieldRule> = v.pipe(
  v.object({
    to: v.picklist(TARGETS),
    unit: v.nullish(v.picklist(UNIT_NAMES), ''),
    scale: v.nullish(
      v.pipe(
        NUMBER,
        v.check((scale) => scale !== 0, 'must not be 0'),
      ),
      1,
    ),
    index: v.exactOptional(wholeNumber(1, 128)),
    invalid: v.nullish(
      v.pipe(v.array(NUMBER), v.maxLength(16, 'must be a list of at most 16 numbers')),
      [],
    ),
  }),
  v.transform(({ invalid, ...rest }) => (invalid.length === 0 ? rest : { ...rest, invalid })),
);

/** A profile of unknown origin: every field is checked, unknown ones are left out [ST-09]. */
export const PROFILE_FILE = jsonFile<DeviceProfile>({
  mostCharacters: 65_536,
  schema: v.pipe(
    v.object({
      id: textOf(80),
      name: v.fallback(textOf(80), ''),
      format: v.picklist(FORMATS),
      currentPositive: v.nullish(v.picklist(['charge', 'discharge']), 'charge'),
      readsIdentity: v.exactOptional(v.literal(true)),
      fields: v.pipe(
        v.record(v.string(), RULE),
        v.maxEntries(MAX_FIELDS, `must be an object of at most ${MAX_FIELDS} entries`),
      ),
    }),
    v.transform(({ name, ...rest }) => ({ ...rest, name: name === '' ? rest.id : name })),
  ),
});
