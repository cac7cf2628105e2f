import * as v from 'valibot';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { mapOk, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import {
  check,
  findProblem,
  jsonFile,
  listOf,
  wholeNumber,
  type FileProblem,
} from '../prelude/schema.ts';
import { QUANTITIES, rounded, SIDES, TRAITS, type Quantity, type Side } from './quantities.ts';
import { countText } from '../prelude/number-text.ts';

/** A limit that the user set: at most one for each side of a quantity. */
export interface AlarmLimit {
  readonly quantity: Quantity;
  readonly side: Side;
  /** In the unit of the quantity. A value at the limit has passed it. */
  readonly value: number;
}

export type LimitId = `${Quantity}.${Side}`;

export const limitId = ({ quantity, side }: Pick<AlarmLimit, 'quantity' | 'side'>): LimitId =>
  `${quantity}.${side}`;

/** Which values are monitored and how. */
export interface AlarmPlan {
  readonly limits: readonly AlarmLimit[];
  /** How many consecutive replies must be beyond a limit. */
  readonly readings: number;
  /** Whether a cleared alarm stays until it is acknowledged, because the user may have been away. */
  readonly isLatched: boolean;
  /** Whether limits are monitored and polled on every tab; otherwise only on Home. */
  readonly isEverywhere: boolean;
}

export const MOST_READINGS = 30;

/** There are no limits until the user sets some. */
export const EMPTY_PLAN: AlarmPlan = {
  limits: [],
  readings: 2,
  isLatched: true,
  isEverywhere: false,
};

/** Returns the minimum distance between the two limits of a quantity, so that a value can be within both. */
const leastBand = (quantity: Quantity, low: number, highLimit: number): number => {
  const { back } = TRAITS[quantity];
  return rounded(quantity, back(low) + back(highLimit));
};

const LIMIT = v.object({
  quantity: v.picklist(QUANTITIES),
  side: v.picklist(SIDES),
  value: v.unknown(),
});
type RawLimit = v.InferOutput<typeof LIMIT>;

const limitProblem = ({ quantity, side, value }: RawLimit): string | undefined => {
  const { sides, least, most, unit } = TRAITS[quantity];
  if (!sides.includes(side)) return `is not a limit: ${quantity} has only ${sides.join(', ')}`;
  return typeof value === 'number' && value >= least && value <= most
    ? undefined
    : `must be a number from ${least} to ${countText(most)} ${unit}`;
};

/**
 * Returns the problem of limits that contradict each other: two of one side, or a low and a high one that are too
 * close.
 */
const contradiction = (limits: readonly RawLimit[]): FileProblem | undefined => {
  const values = new Map<LimitId, number>();
  for (const limit of limits) {
    if (values.has(limitId(limit))) return { path: limitId(limit), problem: 'is set twice' };
    values.set(limitId(limit), Number(limit.value));
  }
  for (const quantity of QUANTITIES) {
    const [low, high] = SIDES.map((side) => values.get(limitId({ quantity, side })));
    if (low === undefined || high === undefined) continue;
    const band = leastBand(quantity, low, high);
    if (rounded(quantity, high - low) >= band) continue;
    const { unit } = TRAITS[quantity];
    return {
      path: limitId({ quantity, side: 'low' }),
      problem: `must be at least ${band} ${unit} below the high limit of ${high} ${unit}`,
    };
  }
  return undefined;
};

const problemIn = (limits: readonly RawLimit[]): FileProblem | undefined => {
  for (const limit of limits) {
    const problem = limitProblem(limit);
    if (problem !== undefined) return { path: limitId(limit), problem };
  }
  return contradiction(limits);
};

const PLAN = v.pipe(
  v.object({
    limits: listOf(LIMIT, QUANTITIES.length * SIDES.length),
    readings: v.nullish(wholeNumber(1, MOST_READINGS), EMPTY_PLAN.readings),
    isLatched: v.nullish(v.boolean(), EMPTY_PLAN.isLatched),
    isEverywhere: v.nullish(v.boolean(), EMPTY_PLAN.isEverywhere),
  }),
  findProblem(({ limits }) => problemIn(limits)),
  v.transform(({ limits, ...rest }): AlarmPlan => ({
    ...rest,
    limits: limits.map((limit) => ({
      ...limit,
      value: rounded(limit.quantity, Number(limit.value)),
    })),
  })),
);

/** Checks limits that a person entered. The key of a problem is the `LimitId` of its value. */
export const checkPlan = (raw: unknown): Result<AlarmPlan, FileProblem> => check(PLAN, raw);

/** Maximum size of an imported file in characters. */
export const ALARM_FILE_LIMIT = 65_536;

/** The file format of limits. An import takes all limits of a file or none [ST-09]. */
export const ALARM_FILE = jsonFile<AlarmPlan>({
  header: { name: 'batbot-alarm-limits', contents: 'alarm limits of this app' },
  mostCharacters: ALARM_FILE_LIMIT,
  schema: PLAN,
});

/**
 * The user's limits. They are removed at sign-out. They do not depend on the kind of device, because that identifies
 * the USB adapter, which is used with packs of every chemistry.
 */
export const createPlanStore = (store: KeyValueStore) => {
  const plan = saved(store, 'alarmLimits', ALARM_FILE, EMPTY_PLAN);
  return {
    plan$: plan.value$,
    isOfOtherVersion: plan.isOfOtherVersion,
    /** Saves the limits. `kept` is false if the storage refused them; they then apply until the page closes. */
    save: (wanted: AlarmPlan): Result<{ readonly kept: boolean }, FileProblem> =>
      mapOk(checkPlan(wanted), (checked) => ({ kept: plan.set(checked).ok })),
    dispose: plan.dispose,
  };
};
