import type { PackSample } from '../protocol/pack-sample.ts';

/** The judgement of a value. */
export type Level = 'good' | 'watch' | 'act';

/** The direction of the current. */
export type Flow = 'charging' | 'discharging' | 'atRest';

/** A cell and its voltage; `number` counts from 1. */
export interface CellStanding {
  readonly number: number;
  readonly volts: number;
}

/** Figures of all cells that were read. */
export interface CellStats {
  /** The cell with the lowest voltage; the first one if several are equal. */
  readonly lowest: CellStanding;
  readonly highest: CellStanding;
  readonly averageV: number;
  /** Highest minus lowest, in whole millivolts. */
  readonly deltaMv: number;
  readonly level: Level;
  readonly readCount: number;
}

/** The remaining time at the current load or charge; `hours` counts from now. */
export interface TimeToGo {
  readonly until: 'empty' | 'full';
  readonly hours: number;
}

const SOC_ACT_PERCENT = 20; // CONST-40: the state-of-charge card turns red at 20 percent or below
const SOC_WATCH_PERCENT = 50;
const SPREAD_OK_MV = 30; // OBD-40
const SPREAD_WATCH_MV = 80; // OBD-40
/**
 * Thresholds of a pack at rest: below them a current is the offset of its sensor or the consumption of the BMS. The
 * larger one applies.
 */
const REST_BELOW_A = 0.2; // OBD-42
const REST_BELOW_C_RATE = 0.002; // OBD-42
/** A pack at rest leaves rest at this multiple of the threshold. */
const REST_HYSTERESIS = 1.5; // OBD-42
/** The smallest current that is shown per capacity, in C. */
const LEAST_C_RATE = 0.01;
const SENSOR_SHORT_C = 100; // OBD-147
const SENSOR_OPEN_C = -40; // CONST-41: the lower limit, which is also the value of a missing sensor

export const socLevel = (percent: number): Level => {
  if (percent <= SOC_ACT_PERCENT) return 'act';
  return percent <= SOC_WATCH_PERCENT ? 'watch' : 'good';
};

/** Judges a difference between cells, in millivolts of either sign. */
export const deltaLevel = (deltaMv: number): Level => {
  const size = Math.abs(deltaMv);
  if (size > SPREAD_WATCH_MV) return 'act';
  return size > SPREAD_OK_MV ? 'watch' : 'good';
};

/** Returns the largest current of a pack at rest, in amperes. */
export const restLimitA = (designCapacityAh = 0): number =>
  Math.max(REST_BELOW_A, REST_BELOW_C_RATE * designCapacityAh);

/**
 * Returns the direction of a current. `before` is the direction of the previous sample, so that a pack near the
 * threshold does not switch back and forth.
 */
export const flowOf = (currentA: number, designCapacityAh?: number, before?: Flow): Flow => {
  const limit = restLimitA(designCapacityAh) * (before === 'atRest' ? REST_HYSTERESIS : 1);
  if (Math.abs(currentA) < limit) return 'atRest';
  return currentA > 0 ? 'charging' : 'discharging';
};

/** Returns the difference of two voltages in whole millivolts. */
export const millivoltsBetween = (from: number, to: number): number =>
  Math.round((to - from) * 1_000);

/** Returns the figures of the cells; undefined if no cell was read. */
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

/** Returns the sensor that is highest (1) or lowest (-1), the first one if several are equal; undefined if none was read. */
export const extremeSensor = (
  { temperaturesC }: PackSample,
  direction: 1 | -1,
): { readonly number: number; readonly celsius: number } | undefined => {
  let found: { readonly number: number; readonly celsius: number } | undefined;
  for (const [index, celsius] of temperaturesC.entries()) {
    if (celsius === null) continue;
    if (found === undefined || (celsius - found.celsius) * direction > 0) {
      found = { number: index + 1, celsius };
    }
  }
  return found;
};

/** Returns the sum of the cells in V; undefined if there are none, or one of them was not read. */
export const sumOfCells = ({ cellVoltagesV }: PackSample): number | undefined => {
  if (cellVoltagesV.length === 0) return undefined;
  let sum = 0;
  for (const volts of cellVoltagesV) {
    if (volts === null) return undefined;
    sum += volts;
  }
  return sum;
};

/** Returns the power in watts. Positive means charging. */
export const powerOf = ({ packVoltageV, currentA }: PackSample): number | undefined =>
  packVoltageV === undefined || currentA === undefined ? undefined : packVoltageV * currentA;

/**
 * Returns the current per design capacity, in C; undefined below 0.01 C, and if the capacity is not known: 0 is not a
 * capacity.
 */
export const cRateOf = ({ currentA = 0, designCapacityAh = 0 }: PackSample): number | undefined => {
  const rate = designCapacityAh > 0 ? Math.abs(currentA) / designCapacityAh : 0;
  return rate >= LEAST_C_RATE ? rate : undefined;
};

/**
 * Returns the remaining time; undefined at rest, and if the device does not report its capacities. A device that does
 * not know its capacity or state of health may report 0.
 */
export const timeToGo = (
  sample: PackSample,
  flow = flowOf(sample.currentA ?? 0, sample.designCapacityAh),
): TimeToGo | undefined => {
  const { currentA, remainingAh, designCapacityAh, sohPercent } = sample;
  if (currentA === undefined || remainingAh === undefined) return undefined;
  switch (flow) {
    case 'atRest':
      return undefined;
    case 'discharging':
      return { until: 'empty', hours: remainingAh / -currentA };
    case 'charging': {
      const share = sohPercent === undefined || sohPercent === 0 ? 1 : sohPercent / 100;
      const fullAh = (designCapacityAh ?? 0) * share;
      if (fullAh === 0) return undefined;
      return { until: 'full', hours: Math.max(0, fullAh - remainingAh) / currentA };
    }
  }
};

/** Whether a broken or shorted sensor reports this value. It is shown and marked. */
export const isSuspectTemperature = (celsius: number): boolean =>
  celsius === SENSOR_OPEN_C || celsius >= SENSOR_SHORT_C;

/**
 * Returns the sum of the cells if it contradicts the pack voltage: |Σ − pack| > max(1 %, 5 mV × cells) [OBD-45].
 * Undefined if they agree, or if a cell was not read.
 */
export const sumMismatchV = (sample: PackSample): number | undefined => {
  const { packVoltageV, cellVoltagesV } = sample;
  const sum = sumOfCells(sample);
  if (packVoltageV === undefined || sum === undefined) return undefined;
  const allowed = Math.max(0.01 * packVoltageV, 0.005 * cellVoltagesV.length);
  return Math.abs(sum - packVoltageV) > allowed ? sum : undefined;
};

/** Returns the sample without its values, for the screen after they expired. The numbers of cells and sensors stay. */
export const withoutValues = (sample: PackSample): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: sample.cellVoltagesV.map(() => null),
  temperaturesC: sample.temperaturesC.map(() => null),
});
