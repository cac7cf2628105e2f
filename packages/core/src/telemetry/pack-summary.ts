import type { PackSample } from '../protocol/pack-sample.ts';

/** How a value is judged: well, worth watching, to act on. */
export type Level = 'good' | 'watch' | 'act';

/** Which way the current goes. */
export type Flow = 'charging' | 'discharging' | 'idle';

/** One cell among its neighbours; `number` counts from 1. */
export interface CellStanding {
  readonly number: number;
  readonly volts: number;
}

/** The cells that were read, taken together. */
export interface CellStats {
  /** The first of them, where several stand equal. */
  readonly lowest: CellStanding;
  readonly highest: CellStanding;
  readonly averageV: number;
  /** Highest less lowest, whole millivolts. */
  readonly deltaMv: number;
  readonly level: Level;
  /** How many cells were read. */
  readonly readCount: number;
}

/** Time left at the present current. */
export interface TimeToGo {
  readonly until: 'empty' | 'full';
  readonly hours: number;
}

/** The specification, section 9: the state-of-charge card turns red at 20 percent or below. */
const SOC_ACT_PERCENT = 20;
const SOC_WATCH_PERCENT = 50;
/** Device protocol, part 4. */
const DELTA_FINE_MV = 30;
const DELTA_WATCH_MV = 80;
/** Below this a current is the sensor's offset (30 mA is usual), not a flow. */
const IDLE_BELOW_A = 0.05;
/** The lower limit, and what a broken or missing sensor decodes to (device protocol, part 3). */
const SUSPECT_CELSIUS = -40;

export const socLevel = (percent: number): Level => {
  if (percent <= SOC_ACT_PERCENT) return 'act';
  return percent <= SOC_WATCH_PERCENT ? 'watch' : 'good';
};

/** Judges a difference between cells, millivolts of either sign. */
export const deltaLevel = (deltaMv: number): Level => {
  const size = Math.abs(deltaMv);
  if (size > DELTA_WATCH_MV) return 'act';
  return size > DELTA_FINE_MV ? 'watch' : 'good';
};

export const flowOf = (currentA: number): Flow => {
  if (Math.abs(currentA) < IDLE_BELOW_A) return 'idle';
  return currentA > 0 ? 'charging' : 'discharging';
};

/** Whole millivolts from one voltage to another; both are told to the millivolt. */
export const millivoltsBetween = (from: number, to: number): number =>
  Math.round((to - from) * 1_000);

/** Undefined when no cell was read. */
export const cellStats = (cells: readonly (number | null)[]): CellStats | undefined => {
  let lowest: CellStanding | undefined;
  let highest: CellStanding | undefined;
  let sum = 0;
  let readCount = 0;
  for (const [index, volts] of cells.entries()) {
    if (volts === null) continue;
    const standing = { number: index + 1, volts };
    if (lowest === undefined || volts < lowest.volts) lowest = standing;
    if (highest === undefined || volts > highest.volts) highest = standing;
    sum += volts;
    readCount += 1;
  }
  if (lowest === undefined || highest === undefined) return undefined;
  const deltaMv = millivoltsBetween(lowest.volts, highest.volts);
  const level = deltaLevel(deltaMv);
  return { lowest, highest, averageV: sum / readCount, deltaMv, level, readCount };
};

/** Watts; positive = charging. */
export const powerOf = ({ packVoltageV, currentA }: PackSample): number | undefined =>
  packVoltageV === undefined || currentA === undefined ? undefined : packVoltageV * currentA;

/** None while idle, or when the device does not tell its capacities. */
export const timeToGo = (sample: PackSample): TimeToGo | undefined => {
  const { currentA, remainingAh, designCapacityAh, sohPercent } = sample;
  if (currentA === undefined || remainingAh === undefined) return undefined;
  switch (flowOf(currentA)) {
    case 'idle':
      return undefined;
    case 'discharging':
      return { until: 'empty', hours: remainingAh / -currentA };
    case 'charging': {
      if (designCapacityAh === undefined) return undefined;
      const fullAh = designCapacityAh * ((sohPercent ?? 100) / 100);
      return { until: 'full', hours: Math.max(0, fullAh - remainingAh) / currentA };
    }
  }
};

/** True for the value that a sensor at its limit and a broken sensor share: shown, and marked "check sensor". */
export const isSuspectTemperature = (celsius: number): boolean => celsius === SUSPECT_CELSIUS;

/**
 * The cells' sum where it contradicts the pack's voltage: |Σ − pack| > max(1 %, 5 mV × cells). Undefined when they
 * agree, or when a cell was not read and nothing can be said.
 */
export const sumMismatchV = ({ packVoltageV, cellVoltagesV }: PackSample): number | undefined => {
  if (packVoltageV === undefined || cellVoltagesV.length === 0) return undefined;
  let sum = 0;
  for (const volts of cellVoltagesV) {
    if (volts === null) return undefined;
    sum += volts;
  }
  const allowed = Math.max(0.01 * packVoltageV, 0.005 * cellVoltagesV.length);
  return Math.abs(sum - packVoltageV) > allowed ? sum : undefined;
};

/** The pack's shape without its values: what is shown once they have expired. Numbers of cells and sensors stay. */
export const withoutValues = (sample: PackSample): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: sample.cellVoltagesV.map(() => null),
  temperaturesC: sample.temperaturesC.map(() => null),
  balancing: sample.balancing.map(() => false),
});
