import { scaleName } from './foreign-scale.ts';
import type { Meaning } from './meaning.ts';
import { rounded } from './numbers.ts';
import { baseOf, bestOf, inBaseOf, isDecimal, readingOf, type InferredValue } from './reading.ts';
import type { Candidates } from './voltage-and-current.ts';

/** Limits in Ah that no pack exceeds; without a unit, less is plausible. */
const HIGHEST_AH = 100_000;
const HIGHEST_BARE_AH = 5_000;

export interface Charge {
  readonly soc: InferredValue | undefined;
  readonly soh: InferredValue | undefined;
  readonly remaining: InferredValue | undefined;
  readonly capacity: InferredValue | undefined;
}

/** The candidates for the capacities, with their values as Ah, also where their unit is unknown. */
interface Capacities {
  readonly remaining: Meaning | undefined;
  readonly capacity: Meaning | undefined;
  /** The entry of `fullAh`: the design capacity or, without one, the capacity of the aged battery. */
  readonly full: Meaning | undefined;
  /** The entry that gives both: `78.4 of 100.0 Ah`. */
  readonly pair: Meaning | undefined;
  readonly leftAh: number | undefined;
  readonly fullAh: number | undefined;
  /** The remaining part of the full capacity, from 0 to 1.05. */
  readonly part: number | undefined;
}

const capacitiesOf = (of: Candidates): Capacities => {
  const remaining = bestOf(of('remaining'));
  const aged = bestOf(of('fullCapacity'));
  const named = bestOf(of('capacity'));
  // If the reply also has a full capacity, a value that is only named "capacity" may be the remaining capacity.
  const capacity =
    named !== undefined && named.score <= 1 && aged !== undefined ? undefined : named;
  const full = capacity ?? aged;
  const pair = [remaining, capacity].find((each) => each?.entry.value.of !== undefined);
  const total = pair?.entry.value.of;
  const left = remaining ?? pair;
  const leftAh = left && baseOf(left);
  const fullAh = left && total ? inBaseOf(left, total) : full && baseOf(full);
  const part =
    leftAh !== undefined && fullAh !== undefined && fullAh > 0 && leftAh <= fullAh * 1.05
      ? leftAh / fullAh
      : undefined;
  return { remaining, capacity, full, pair, leftAh, fullAh, part };
};

/** True for `0.87` without a unit, which may mean 87 % or less than 1 %. */
const isFraction = (soc: Meaning): boolean => {
  const value = baseOf(soc);
  return soc.unit === undefined && isDecimal(soc) && value > 0 && value <= 1;
};

/**
 * True for a number without a unit that is ten times the remaining part of the capacity in percent, so that it may be per
 * mille. Below 6 the difference proves nothing.
 */
const mayBePerMille = (soc: Meaning, part: number | undefined): boolean => {
  const value = baseOf(soc);
  return (
    soc.unit === undefined &&
    part !== undefined &&
    Math.abs(part - value / 1000) <= 0.005 &&
    value / 100 - part > 0.05
  );
};

const readSoc = (soc: Meaning, part: number | undefined): InferredValue | undefined => {
  const value = baseOf(soc);
  const read = (percent: number, reason: string): InferredValue =>
    readingOf('socPercent', percent, [soc], reason);
  if (soc.unit !== undefined)
    return value >= 0 && value <= 100
      ? read(value, 'a state of charge by its name and unit')
      : undefined;
  if (isFraction(soc))
    return part !== undefined && Math.abs(part - value) <= 0.005
      ? read(rounded(value * 100), 'a fraction: remaining divided by full capacity gives the same')
      : undefined;
  return (value > 1 && value <= 100) || (value === 0 && !isDecimal(soc))
    ? read(value, 'a state of charge by its name, between 0 and 100')
    : undefined;
};

const readSoh = (soh: Meaning): InferredValue | undefined => {
  const value = baseOf(soh);
  const hasUnit = soh.unit !== undefined;
  if (!(value <= 100 && (hasUnit ? value >= 0 : value > 1))) return undefined;
  return readingOf(
    'sohPercent',
    value,
    [soh],
    hasUnit
      ? 'a state of health by its name and unit'
      : 'a state of health by its name, between 0 and 100',
  );
};

const inRange = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= HIGHEST_AH;

/** Reads `50 of 95 Ah`. The second number may be the capacity of the aged battery, so it is no design capacity. */
const readPair = (
  pair: Meaning,
  { remaining, leftAh, part }: Capacities,
): InferredValue | undefined => {
  const left = remaining ?? pair;
  return left.unit === undefined || part === undefined || !inRange(leftAh)
    ? undefined
    : readingOf('remainingAh', leftAh, [left], 'the first of two capacities, with their unit');
};

const readDesign = (capacity: Meaning | undefined, pair: Meaning): InferredValue | undefined =>
  capacity === undefined || capacity === pair || capacity.unit === undefined || capacity.score <= 1
    ? undefined
    : readingOf(
        'designCapacityAh',
        baseOf(capacity),
        [capacity],
        'a capacity by its name and unit',
      );

/** Reads capacities from entries of their own. `socPart` is the state of charge from 0 to 1. */
const readCapacities = (
  { remaining, capacity, full, leftAh, fullAh, part }: Capacities,
  socPart: number | undefined,
): Pick<Charge, 'remaining' | 'capacity'> => {
  const difference =
    part === undefined || socPart === undefined ? undefined : Math.abs(part - socPart);
  const fitsSoc = difference !== undefined && difference <= 0.025;
  const contradictsSoc = difference !== undefined && difference > 0.25;
  /** Whether two numbers without a unit are capacities in Ah. */
  const areBareAh =
    remaining !== undefined &&
    full !== undefined &&
    part !== undefined &&
    (fullAh ?? 0) <= HIGHEST_BARE_AH &&
    (fitsSoc
      ? isDecimal(remaining) || isDecimal(full)
      : socPart === undefined && isDecimal(remaining) && isDecimal(full) && remaining.score >= 3);
  const isRemainingSure = remaining?.unit !== undefined && (remaining.score !== 1 || fitsSoc);
  const isCapacitySure =
    capacity?.unit !== undefined && (capacity.score > 1 || (part !== undefined && !contradictsSoc));
  return {
    remaining:
      remaining !== undefined && inRange(leftAh) && (isRemainingSure || areBareAh)
        ? readingOf(
            'remainingAh',
            leftAh,
            [remaining],
            remaining.unit === undefined
              ? 'a remaining capacity by its name; with the full capacity it gives the state of charge, or both have the same form'
              : 'a remaining capacity by its name and unit',
          )
        : undefined,
    capacity:
      capacity !== undefined && inRange(fullAh) && fullAh > 0 && (isCapacitySure || areBareAh)
        ? readingOf(
            'designCapacityAh',
            fullAh,
            [capacity],
            capacity.unit === undefined
              ? 'a capacity by its name; the remaining capacity fits it'
              : 'a capacity by its name and unit',
          )
        : undefined,
  };
};

/**
 * Reads the state of charge, the state of health and the capacities, which prove each other. `foreignScales` are the
 * names of numbers that do not have the usual unit.
 */
export const readCharge = (of: Candidates, foreignScales: Set<string>): Charge => {
  const bestSoc = bestOf(of('soc'));
  const bestSoh = bestOf(of('soh'));
  const capacities = capacitiesOf(of);
  const isForeign = bestSoc !== undefined && mayBePerMille(bestSoc, capacities.part);
  if (isForeign) foreignScales.add(scaleName(bestSoc));
  const soc = bestSoc && !isForeign ? readSoc(bestSoc, capacities.part) : undefined;
  const isPart = bestSoc !== undefined && isFraction(bestSoc);
  const socPart = isPart ? baseOf(bestSoc) : soc && soc.value / 100;
  return {
    soc,
    soh: bestSoh && readSoh(bestSoh),
    ...(capacities.pair === undefined
      ? readCapacities(capacities, socPart)
      : {
          remaining: readPair(capacities.pair, capacities),
          capacity: readDesign(capacities.capacity, capacities.pair),
        }),
  };
};
