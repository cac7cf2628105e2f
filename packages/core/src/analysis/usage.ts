import { known, notEnough, type Metric } from './metric.ts';
import {
  DESIGN_TEXT,
  GAP_S,
  REPORTED_SOC_TEXT,
  secondsBefore,
  type PackColumns,
} from './pack-columns.ts';
import { rainflow } from './rainflow.ts';

/** How a pack was used in a recording. Sums of several recordings are valid. */
export interface Usage {
  /** Seconds with samples; gaps are not counted. */
  readonly seconds: number;
  readonly chargedAh: number;
  readonly dischargedAh: number;
  readonly highestC: number;
  /** Seconds at a known temperature. */
  readonly knownTemperatureS: number;
  /** Seconds outside of the limits, each second counted once. */
  readonly outsideS: number;
}

/** Usual limits of lithium cells: charging 0 to 45 °C, discharging −20 to 60 °C, 1 C. */
const LIMITS = { chargeC: [0, 45], dischargeC: [-20, 60], rate: 1 } as const;
export const LIMITS_TEXT =
  'Charging outside 0 to 45 °C, discharging outside −20 to 60 °C, or above 1 C';

/** Sums up a recording. Each sample stands for the time since the previous one. */
export const usageOf = (columns: PackColumns, capacityAh: number | undefined): Usage => {
  let [seconds, chargedAh, dischargedAh, outsideS, knownTemperatureS] = [0, 0, 0, 0, 0];
  let highestC = Number.NEGATIVE_INFINITY;
  for (let row = 1; row < columns.rows; row += 1) {
    const passed = secondsBefore(columns, row);
    if (passed > GAP_S) continue;
    seconds += passed;
    const current = columns.currentA[row] ?? Number.NaN;
    const charge = (((columns.currentA[row - 1] ?? Number.NaN) + current) / 2) * (passed / 3_600);
    if (charge > 0) chargedAh += charge;
    else if (charge < 0) dischargedAh -= charge;
    const [low, high] = [
      columns.temperatureLowC[row] ?? Number.NaN,
      columns.temperatureHighC[row] ?? Number.NaN,
    ];
    if (Number.isFinite(high)) {
      highestC = Math.max(highestC, high);
      knownTemperatureS += passed;
    }
    const rate = Math.abs(current) / (capacityAh ?? Number.NaN);
    const isUsed = rate >= 0.02;
    const [least, most] = current > 0 ? LIMITS.chargeC : LIMITS.dischargeC;
    if (rate > LIMITS.rate || (isUsed && (low < least || high > most))) outsideS += passed;
  }
  return { seconds, chargedAh, dischargedAh, highestC, knownTemperatureS, outsideS };
};

/** Adds the usage of several recordings. */
export const sumUsage = (parts: readonly Usage[]): Usage => {
  const sum = (value: (part: Usage) => number): number =>
    parts.reduce((total, part) => total + value(part), 0);
  return {
    seconds: sum((part) => part.seconds),
    chargedAh: sum((part) => part.chargedAh),
    dischargedAh: sum((part) => part.dischargedAh),
    highestC: Math.max(...parts.map((part) => part.highestC)),
    knownTemperatureS: sum((part) => part.knownTemperatureS),
    outsideS: sum((part) => part.outsideS),
  };
};

const DAY_S = 86_400;
const HOUR_S = 3_600;
const hours = (seconds: number): string => (seconds / HOUR_S).toFixed(1);

/** Returns the equivalent full cycles: half of the charge that flowed, per capacity. n is the number of hours. */
export const fullCycles = (usage: Usage, capacityAh: number | undefined): Metric => {
  if (capacityAh === undefined) return notEnough(DESIGN_TEXT);
  if (usage.seconds < DAY_S) {
    return notEnough(`24 h of recordings; there are ${hours(usage.seconds)} h`);
  }
  const cycles = (usage.chargedAh + usage.dischargedAh) / (2 * capacityAh);
  return known(cycles, Math.floor(usage.seconds / HOUR_S), 'high');
};

/** Returns the share of the time outside of the limits in percent. n is the number of hours. */
export const timeOutside = (usage: Usage, capacityAh: number | undefined): Metric => {
  if (capacityAh === undefined) return notEnough(DESIGN_TEXT);
  if (usage.knownTemperatureS < 0.9 * usage.seconds || usage.seconds < HOUR_S) {
    return notEnough('1 h of recordings with a known temperature');
  }
  const confidence = usage.seconds >= DAY_S ? 'high' : 'medium';
  return known(
    (100 * usage.outsideS) / usage.seconds,
    Math.floor(usage.seconds / HOUR_S),
    confidence,
  );
};

/** Smallest cycle in percent that counts. */
const CYCLE_PERCENT = 10;

/** The cycles of the state of charge. */
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
  const all = rainflow(turns);
  const deep = all.filter(({ range }) => range >= CYCLE_PERCENT);
  const cycles = deep.reduce((sum, { count }) => sum + count, 0);
  const depth = deep.reduce((sum, { range, count }) => sum + range * count, 0);
  return known({ cycles, meanDepth: cycles === 0 ? 0 : depth / cycles }, all.length, 'high');
};
