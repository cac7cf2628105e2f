import { checkList, problemAt, recordOf, type FileProblem } from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';
import { QUANTITIES, rounded, SIDES, TRAITS, type Quantity, type Side } from './quantities.ts';

/** A limit the user set. There is one at most for each side of a quantity. */
export interface AlarmLimit {
  readonly quantity: Quantity;
  readonly side: Side;
  /** In the quantity's unit. Reached is passed. */
  readonly value: number;
}

export type LimitId = `${Quantity}.${Side}`;

export const limitId = ({ quantity, side }: Pick<AlarmLimit, 'quantity' | 'side'>): LimitId =>
  `${quantity}.${side}`;

/** What is watched, and how. */
export interface AlarmPlan {
  readonly limits: readonly AlarmLimit[];
  /** How many replies in a row must be beyond a limit. */
  readonly readings: number;
  /** An alarm that ended by itself stays until it is acknowledged: the user may have been away. */
  readonly isLatched: boolean;
  /** On every section: the live data are asked for there too. Else on home alone. */
  readonly isEverywhere: boolean;
}

export const MOST_READINGS = 30;

/** Nobody is alarmed unasked: there are no limits until the user sets some. */
export const EMPTY_PLAN: AlarmPlan = {
  limits: [],
  readings: 2,
  isLatched: true,
  isEverywhere: false,
};

/** How far apart the two limits of a quantity must be, so that a value can be within both. */
export const leastBand = (quantity: Quantity, low: number, highLimit: number): number => {
  const { back } = TRAITS[quantity];
  return rounded(quantity, back(low) + back(highLimit));
};

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);

const checkLimit = (raw: unknown, path: string): Result<AlarmLimit, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const quantity = oneOf(QUANTITIES, record.get('quantity'));
  if (quantity === undefined) {
    return problemAt(`${path}.quantity`, `is none of ${QUANTITIES.join(', ')}`);
  }
  const { sides, least, most, unit } = TRAITS[quantity];
  const side = oneOf(sides, record.get('side'));
  if (side === undefined) return problemAt(`${path}.side`, `is none of ${sides.join(', ')}`);
  const value = record.get('value');
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    const range = `${least} to ${most.toLocaleString('en')} ${unit}`;
    return problemAt(limitId({ quantity, side }), `must be a number from ${range}`);
  }
  return ok({ quantity, side, value: rounded(quantity, value) });
};

/** Two limits of one side contradict each other, and so do a low one and a high one that leave no room. */
const contradiction = (limits: readonly AlarmLimit[]): FileProblem | undefined => {
  const values = new Map<LimitId, number>();
  for (const limit of limits) {
    if (values.has(limitId(limit))) return { path: limitId(limit), problem: 'is set twice' };
    values.set(limitId(limit), limit.value);
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

/**
 * Checks what a person or a file says the limits are; takes over nothing but the fields it knows. The problem of a
 * value is told at its `LimitId`.
 */
export const checkPlan = (raw: unknown): Result<AlarmPlan, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt('', 'is no object');
  const most = QUANTITIES.length * SIDES.length;
  const limits = checkList(record.get('limits'), 'limits', most, checkLimit);
  if (!limits.ok) return limits;
  const wrong = contradiction(limits.value);
  if (wrong !== undefined) return problemAt(wrong.path, wrong.problem);
  const readings = record.get('readings') ?? EMPTY_PLAN.readings;
  if (typeof readings !== 'number' || !Number.isInteger(readings)) {
    return problemAt('readings', 'is no whole number');
  }
  if (readings < 1 || readings > MOST_READINGS) {
    return problemAt('readings', `must be from 1 to ${MOST_READINGS}`);
  }
  const isLatched = record.get('isLatched') ?? EMPTY_PLAN.isLatched;
  if (typeof isLatched !== 'boolean') return problemAt('isLatched', 'is neither true nor false');
  const isEverywhere = record.get('isEverywhere') ?? EMPTY_PLAN.isEverywhere;
  if (typeof isEverywhere !== 'boolean') {
    return problemAt('isEverywhere', 'is neither true nor false');
  }
  return ok({ limits: limits.value, readings, isLatched, isEverywhere });
};
