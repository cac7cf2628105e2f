import * as v from 'valibot';
import { wholeNumber, type Schema } from '../prelude/schema.ts';
import type { Unit } from '../protocol/field-value.ts';

/** The possible meanings of a field in a free-text reply, with their units: the unit of the sample, then others. */
const TARGET_UNITS = {
  packVoltage: ['V', 'mV'],
  current: ['A', 'mA'],
  direction: [''],
  soc: ['%'],
  soh: ['%'],
  cells: ['V', 'mV'],
  temps: ['degC'],
  remaining: ['Ah', 'mAh'],
  capacity: ['Ah', 'mAh'],
  cycles: [''],
  alarms: [''],
  protections: [''],
  balancing: [''],
  switches: [''],
  sequence: [''],
  uptime: ['s'],
} as const satisfies Readonly<Record<string, readonly [Unit, ...Unit[]]>>;

export type Target = keyof typeof TARGET_UNITS;

export const TARGETS = Object.keys(TARGET_UNITS) as readonly Target[]; // the keys of the constant above

/** Returns the units that are possible for a target. A name with another unit has another meaning. */
export const unitsOf = (target: Target): readonly [Unit, ...Unit[]] => TARGET_UNITS[target];

/** The meaning of one field of a reply. The value is multiplied by `scale`; the product is in `unit`. */
export interface FieldRule {
  readonly to: Target;
  readonly unit: Unit;
  readonly scale: number;
  /** The unit that the device wrote when the rule was made. A value with another unit is converted or not shown. */
  readonly written?: Unit;
  /** Number of the cell or sensor, from 1, if each has its own key. */
  readonly index?: number;
  /** Raw values that mean "not read". */
  readonly invalid?: readonly number[];
}

const UNIT_NAMES: readonly Unit[] = ['V', 'mV', 'A', 'mA', 'Ah', 'mAh', '%', 'degC', 'W', 's', ''];

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
    written: v.exactOptional(v.picklist(UNIT_NAMES)),
    index: v.exactOptional(wholeNumber(1, 128)),
    invalid: v.nullish(
      v.pipe(v.array(NUMBER), v.maxLength(16, 'must be a list of at most 16 numbers')),
      [],
    ),
  }),
  v.transform(({ invalid, ...rest }) => (invalid.length === 0 ? rest : { ...rest, invalid })),
);
