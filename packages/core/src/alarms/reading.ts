import { cellStats, powerOf } from '../telemetry/pack-summary.ts';
import { areRepeated } from '../telemetry/reported-together.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { AlarmLimit } from './plan.ts';
import { QUANTITIES, rounded, TRAITS, type Quantity } from './quantities.ts';

/** The value of a limit's quantity in one reply. */
export interface Reading {
  readonly value: number;
  /**
   * The cells or sensors with the value, farthest beyond the limit first, counted from 1. Empty for values of the whole
   * pack.
   */
  readonly numbers: readonly number[];
}

type Values = readonly (number | null)[];

const LIST_OF = { cellVoltage: 'cellVoltagesV', temperature: 'temperaturesC' } as const;

/** Returns the quantities that a device with this sample reports. An unread cell counts as reported. */
export const reportedIn = (sample: PackSample): readonly Quantity[] => {
  const { cellVoltagesV, temperaturesC, packVoltageV, currentA, socPercent } = sample;
  const has: Readonly<Record<Quantity, boolean>> = {
    cellVoltage: cellVoltagesV.length > 0,
    cellSpread: cellVoltagesV.length > 1,
    temperature: temperaturesC.length > 0,
    packVoltage: packVoltageV !== undefined,
    chargeCurrent: currentA !== undefined,
    dischargeCurrent: currentA !== undefined,
    power: powerOf(sample) !== undefined,
    stateOfCharge: socPercent !== undefined,
  };
  return (Object.keys(has) as Quantity[]).filter((each) => has[each]); // the keys of the literal above
};

const isFinite = (value: number | null): value is number => Number.isFinite(value);

/**
 * Returns the value of a list that is farthest towards the side of the limit, with the numbers of all values beyond it.
 */
const extreme = (values: Values, limit: AlarmLimit): Reading | undefined => {
  const read = values.filter(isFinite);
  if (read.length === 0) return undefined;
  const sign = limit.side === 'high' ? 1 : -1;
  const far = sign * Math.max(...read.map((each) => sign * each));
  const numbers = values.flatMap((value, index) =>
    isFinite(value) && (value === far || isBeyond(limit, value)) ? [index + 1] : [],
  );
  const distance = (number: number): number => sign * (values[number - 1] ?? 0);
  return {
    value: rounded(limit.quantity, far),
    numbers: numbers.toSorted((a, b) => distance(b) - distance(a)),
  };
};

const whole = (quantity: Quantity, value: number | undefined): Reading | undefined =>
  value === undefined || !Number.isFinite(value)
    ? undefined
    : { value: rounded(quantity, value), numbers: [] };

/** Returns the value of a limit in this sample, or undefined if the sample does not contain the quantity. */
export const readingOf = (sample: PackSample, limit: AlarmLimit): Reading | undefined => {
  const { quantity } = limit;
  const { currentA } = sample;
  switch (quantity) {
    case 'cellVoltage':
    case 'temperature':
      return extreme(sample[LIST_OF[quantity]], limit);
    case 'cellSpread': {
      const cells = sample.cellVoltagesV.map((volts) => (isFinite(volts) ? volts : null));
      const stats = cellStats(cells);
      if (stats === undefined || stats.readCount < 2) return undefined;
      return { value: stats.deltaMv, numbers: [stats.highest.number, stats.lowest.number] };
    }
    case 'packVoltage':
      return whole(quantity, sample.packVoltageV);
    case 'chargeCurrent':
      return whole(quantity, currentA === undefined ? undefined : Math.max(0, currentA));
    case 'dischargeCurrent':
      return whole(quantity, currentA === undefined ? undefined : Math.max(0, -currentA));
    case 'power': {
      const watts = powerOf(sample);
      return whole(quantity, watts === undefined ? undefined : Math.abs(watts));
    }
    case 'stateOfCharge':
      return whole(quantity, sample.socPercent);
  }
};

const PLACES: Readonly<Record<Quantity, readonly (keyof PackSample)[]>> = {
  cellVoltage: ['cellVoltagesV'],
  cellSpread: ['cellVoltagesV'],
  temperature: ['temperaturesC'],
  packVoltage: ['packVoltageV'],
  chargeCurrent: ['currentA'],
  dischargeCurrent: ['currentA'],
  power: ['packVoltageV', 'currentA'],
  stateOfCharge: ['socPercent'],
};

/** Whether a sample only repeats a quantity from its last new reading, which was `elapsedMs` ago. */
export const isRepeated = (
  quantity: Quantity,
  olderByMs: ReadonlyMap<string, number> | undefined,
  elapsedMs: number,
): boolean => areRepeated(olderByMs, elapsedMs, ...PLACES[quantity]);

/**
 * Returns the sample with only those cells or sensors of the quantity that were reported since the sample before, which
 * was `elapsedMs` ago. Undefined if they have no ages of their own.
 */
export const newsOf = (
  sample: PackSample,
  quantity: Quantity,
  olderByMs: ReadonlyMap<string, number> | undefined,
  elapsedMs: number,
): PackSample | undefined => {
  if (quantity !== 'cellVoltage' && quantity !== 'temperature') return undefined;
  const list = LIST_OF[quantity];
  const places = sample[list].map((_, index) => `${list} ${index + 1}`);
  if (!places.some((place) => olderByMs?.has(place))) return undefined;
  const isOld = places.map((place) => areRepeated(olderByMs, elapsedMs, place));
  return {
    ...sample,
    [list]: sample[list].map((value, index) => (isOld[index] === true ? null : value)),
  };
};

/** Whether the value has reached or passed the limit. */
export const isBeyond = ({ quantity, side, value: limit }: AlarmLimit, value: number): boolean => {
  const shown = rounded(quantity, value);
  return side === 'high' ? shown >= limit : shown <= limit;
};

/** Whether the value is within the limit by at least the hysteresis. */
export const isBackWithin = (
  { quantity, side, value: limit }: AlarmLimit,
  value: number,
): boolean => {
  const back = TRAITS[quantity].back(limit);
  const edge = rounded(quantity, side === 'high' ? limit - back : limit + back);
  const shown = rounded(quantity, value);
  return side === 'high' ? shown <= edge : shown >= edge;
};

const valuesOf = (sample: PackSample, quantity: Quantity): Values => {
  switch (quantity) {
    case 'cellVoltage':
    case 'cellSpread':
      return sample.cellVoltagesV;
    case 'temperature':
      return sample.temperaturesC;
    default:
      return [];
  }
};

/** Whether the sample contains a value of this cell or sensor. */
export const isRead = (sample: PackSample, quantity: Quantity, number: number): boolean =>
  isFinite(valuesOf(sample, quantity)[number - 1] ?? null);

/** Returns the cells or sensors that a limit of the quantity monitors and that the sample does not contain. */
export const unreadIn = (sample: PackSample, quantity: Quantity): readonly number[] =>
  valuesOf(sample, quantity).flatMap((value, index) => (isFinite(value) ? [] : [index + 1]));

export const quantitiesIn = (sample: PackSample): readonly Quantity[] =>
  QUANTITIES.filter(
    (quantity) => readingOf(sample, { quantity, side: 'high', value: Infinity }) !== undefined,
  );
