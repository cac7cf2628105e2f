import type { DayUsage } from '../ports/workspace-server.ts';
import type { Slices } from '../prelude/slices.ts';
import { known, notEnough, type Metric } from './metric.ts';
import {
  DESIGN_TEXT,
  GAP_S,
  REPORTED_SOC_TEXT,
  secondsPassed,
  type PackColumns,
} from './pack-columns.ts';
import { rainflow } from './rainflow.ts';

/** How a pack was used in a period. */
export type Usage = Omit<DayUsage, 'day'>;

const NOTHING: Usage = {
  samples: 0,
  seconds: 0,
  chargedAh: 0,
  dischargedAh: 0,
  lowestC: null,
  highestC: null,
  lowestSocPercent: null,
  highestSocPercent: null,
  cellSamples: 0,
  meanSpreadMv: null,
  highestSpreadMv: null,
  knownTemperatureS: 0,
  outsideS: 0,
  overlapS: 0,
};

/** Usual limits of lithium cells: charging 0 to 45 °C, discharging −20 to 60 °C, 1 C. */
const LIMITS = { chargeC: [0, 45], dischargeC: [-20, 60], rate: 1 } as const;
export const LIMITS_TEXT =
  'Charging outside 0 to 45 °C, discharging outside −20 to 60 °C, or above 1 C';

const reported = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Returns the difference between the highest and the lowest cell; NaN with fewer than two known cells. */
const spreadMv = ({ cells, volts }: PackColumns, row: number): number => {
  let [count, low, high] = [0, Infinity, -Infinity];
  for (let at = row * cells; at < (row + 1) * cells; at += 1) {
    const volt = volts[at] ?? Number.NaN;
    if (volt < low) low = volt;
    if (volt > high) high = volt;
    if (!Number.isNaN(volt)) count += 1;
  }
  return count < 2 ? Number.NaN : 1_000 * (high - low);
};

/** Returns the usage of consecutive samples. Each sample stands for the time since the previous one. */
const usageOfRows = (
  columns: PackColumns,
  capacityAh: number | undefined,
  from: number,
  to: number,
): Usage => {
  let [seconds, chargedAh, dischargedAh, knownTemperatureS, outsideS] = [0, 0, 0, 0, 0];
  let [lowestC, highestC, lowestSoc, highestSoc] = [Infinity, -Infinity, Infinity, -Infinity];
  let [cellSamples, spreadSum, highestSpread] = [0, 0, -Infinity];
  for (let row = from; row < to; row += 1) {
    const [low, high] = [
      columns.temperatureLowC[row] ?? Number.NaN,
      columns.temperatureHighC[row] ?? Number.NaN,
    ];
    if (low < lowestC) lowestC = low;
    if (high > highestC) highestC = high;
    const soc = columns.socPercent[row] ?? Number.NaN;
    if (soc < lowestSoc) lowestSoc = soc;
    if (soc > highestSoc) highestSoc = soc;
    const spread = spreadMv(columns, row);
    if (Number.isFinite(spread)) {
      cellSamples += 1;
      spreadSum += spread;
      highestSpread = Math.max(highestSpread, spread);
    }
    const passed = secondsPassed(columns, row);
    if (passed > GAP_S) continue;
    seconds += passed;
    const current = columns.currentA[row] ?? Number.NaN;
    const before = columns.currentA[row - 1] ?? Number.NaN;
    if (Number.isFinite(before + current)) {
      // Half of the time at each current, so that a change of sign does not cancel charge.
      const halfHours = passed / 7_200;
      chargedAh += (Math.max(0, before) + Math.max(0, current)) * halfHours;
      dischargedAh += (Math.max(0, -before) + Math.max(0, -current)) * halfHours;
    }
    if (Number.isFinite(high)) knownTemperatureS += passed;
    const rate = Math.abs(current) / (capacityAh ?? Number.NaN);
    const isUsed = rate >= 0.02;
    const [least, most] = current > 0 ? LIMITS.chargeC : LIMITS.dischargeC;
    if (rate > LIMITS.rate || (isUsed && (low < least || high > most))) outsideS += passed;
  }
  return {
    samples: to - from,
    seconds,
    chargedAh,
    dischargedAh,
    lowestC: reported(lowestC),
    highestC: reported(highestC),
    lowestSocPercent: reported(lowestSoc),
    highestSocPercent: reported(highestSoc),
    cellSamples,
    meanSpreadMv: reported(spreadSum / cellSamples),
    highestSpreadMv: reported(highestSpread),
    knownTemperatureS,
    outsideS,
    overlapS: 0,
  };
};

const lower = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const higher = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const addUsage = (a: Usage, b: Usage): Usage => {
  const cellSamples = a.cellSamples + b.cellSamples;
  const spread = (a.meanSpreadMv ?? 0) * a.cellSamples + (b.meanSpreadMv ?? 0) * b.cellSamples;
  return {
    samples: a.samples + b.samples,
    seconds: a.seconds + b.seconds,
    chargedAh: a.chargedAh + b.chargedAh,
    dischargedAh: a.dischargedAh + b.dischargedAh,
    lowestC: lower(a.lowestC, b.lowestC),
    highestC: higher(a.highestC, b.highestC),
    lowestSocPercent: lower(a.lowestSocPercent, b.lowestSocPercent),
    highestSocPercent: higher(a.highestSocPercent, b.highestSocPercent),
    cellSamples,
    meanSpreadMv: cellSamples === 0 ? null : spread / cellSamples,
    highestSpreadMv: higher(a.highestSpreadMv, b.highestSpreadMv),
    knownTemperatureS: a.knownTemperatureS + b.knownTemperatureS,
    outsideS: a.outsideS + b.outsideS,
    overlapS: a.overlapS + b.overlapS,
  };
};

export const sumUsage = (parts: readonly Usage[]): Usage => parts.reduce(addUsage, NOTHING);

/** Adds up the usage of each day, the first day first. */
export const sumDays = (parts: readonly DayUsage[]): readonly DayUsage[] => {
  const days = new Map<string, Usage>();
  for (const part of parts) days.set(part.day, addUsage(days.get(part.day) ?? NOTHING, part));
  return Array.from(days, ([day, usage]) => ({ day, ...usage })).toSorted((a, b) =>
    a.day < b.day ? -1 : 1,
  );
};

const DAY_MS = 86_400_000;
/** The first time with a year of five digits. */
const LAST_MS = Date.UTC(10_000, 0);

const SLICE_ROWS = 10_000;

/**
 * Returns the usage of each day of a recording, in slices of at most 10,000 samples. A sample without a valid time belongs
 * to the day before it.
 */
export function* usageInSlices(
  columns: PackColumns,
  capacityAh: number | undefined,
): Slices<readonly DayUsage[]> {
  const parts: DayUsage[] = [];
  let [from, number, day] = [0, Number.NaN, '1970-01-01'];
  const end = (row: number): void => {
    if (row > from) parts.push({ day, ...usageOfRows(columns, capacityAh, from, row) });
    from = row;
  };
  for (const [row, wall] of columns.wall.entries()) {
    if (row % SLICE_ROWS === 0) {
      end(row);
      yield;
    }
    const next = Math.floor(wall / DAY_MS);
    if (next === number || !(wall >= 0 && wall < LAST_MS)) continue;
    end(row);
    number = next;
    day = new Date(wall).toISOString().slice(0, 10);
  }
  end(columns.rows);
  return sumDays(parts);
}

/** Returns the seconds of a recording at a known current, without longer times between two samples. */
export const knownCurrentSeconds = (columns: PackColumns, longestS = GAP_S): number => {
  let seconds = 0;
  for (const [row, current] of columns.currentA.entries()) {
    const passed = secondsPassed(columns, row);
    const mean = ((columns.currentA[row - 1] ?? Number.NaN) + current) / 2;
    if (passed <= longestS && Number.isFinite(mean)) seconds += passed;
  }
  return seconds;
};

/** A metric of the current needs it for this share of the time. */
const LEAST_KNOWN = 0.9;

/** A sum needs this share of the time to be in one recording only. */
const LEAST_SINGLE = 0.9;
const SINGLE_TEXT = 'recordings that overlap for at most 10 % of the time';
const isDoubled = ({ overlapS, seconds }: Usage): boolean =>
  overlapS > (1 - LEAST_SINGLE) * seconds;

const DAY_S = 86_400;
const HOUR_S = 3_600;
const hours = (seconds: number): string => (seconds / HOUR_S).toFixed(1);

/**
 * Returns the equivalent full cycles: half of the charge that flowed, per capacity. n is the number of hours. `currentS`:
 * the seconds at a known current.
 */
export const fullCycles = (
  usage: Usage,
  capacityAh: number | undefined,
  currentS = usage.seconds,
): Metric => {
  if (capacityAh === undefined) return notEnough(DESIGN_TEXT);
  if (usage.seconds < DAY_S) {
    return notEnough(`24 h of recordings; there are ${hours(usage.seconds)} h`);
  }
  if (currentS < LEAST_KNOWN * usage.seconds) {
    return notEnough(`24 h of recordings with a known current; there are ${hours(currentS)} h`);
  }
  if (isDoubled(usage)) return notEnough(SINGLE_TEXT);
  const cycles = (usage.chargedAh + usage.dischargedAh) / (2 * capacityAh);
  return known(cycles, Math.floor(usage.seconds / HOUR_S), 'high');
};

/** Returns the share of the time outside of the limits in percent. n is the number of hours. */
export const timeOutside = (
  usage: Usage,
  capacityAh: number | undefined,
  currentS = usage.seconds,
): Metric => {
  if (capacityAh === undefined) return notEnough(DESIGN_TEXT);
  if (usage.knownTemperatureS < LEAST_KNOWN * usage.seconds || usage.seconds < HOUR_S) {
    return notEnough('1 h of recordings with a known temperature');
  }
  if (currentS < LEAST_KNOWN * usage.seconds) {
    return notEnough('1 h of recordings with a known current');
  }
  if (isDoubled(usage)) return notEnough(SINGLE_TEXT);
  const confidence = usage.seconds >= DAY_S ? 'high' : 'medium';
  return known(
    (100 * usage.outsideS) / usage.seconds,
    Math.floor(usage.seconds / HOUR_S),
    confidence,
  );
};

/** Smallest cycle in percent that counts. */
const CYCLE_PERCENT = 10;

export interface ChargeCycles {
  readonly cycles: number;
  /** Mean depth in percent. */
  readonly meanDepth: number;
}

/**
 * Returns the cycles of the state of charge of at least 10 %, by rainflow. `turns` are its reversals in percent. n is the
 * number of cycles of any depth.
 */
export const chargeCycles = (turns: readonly number[], usage: Usage): Metric<ChargeCycles> => {
  if (usage.seconds < DAY_S) {
    return notEnough(`24 h of recordings; there are ${hours(usage.seconds)} h`);
  }
  if (turns.length === 0) return notEnough(REPORTED_SOC_TEXT);
  if (isDoubled(usage)) return notEnough(SINGLE_TEXT);
  const all = rainflow(turns);
  const deep = all.filter(({ range }) => range >= CYCLE_PERCENT);
  const cycles = deep.reduce((sum, { count }) => sum + count, 0);
  const depth = deep.reduce((sum, { range, count }) => sum + range * count, 0);
  return known({ cycles, meanDepth: cycles === 0 ? 0 : depth / cycles }, all.length, 'high');
};
