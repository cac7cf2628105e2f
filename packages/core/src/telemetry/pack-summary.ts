import type { PackSample } from '../protocol/pack-sample.ts';

/** How a value is judged. */
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
  /** The first one, if several cells are equal. */
  readonly lowest: CellStanding;
  readonly highest: CellStanding;
  readonly averageV: number;
  /** Highest minus lowest, in whole millivolts. */
  readonly deltaMv: number;
  readonly level: Level;
  /** How many cells were read. */
  readonly readCount: number;
}

/** Time left at the present current; `hours` counts from now. */
export interface TimeToGo {
  readonly until: 'empty' | 'full';
  readonly hours: number;
}

const SOC_ACT_PERCENT = 20; // CONST-40: the state-of-charge card turns red at 20 percent or below
const SOC_WATCH_PERCENT = 50;
const SPREAD_OK_MV = 30; // OBD-40
const SPREAD_WATCH_MV = 80; // OBD-40
/** Below these a current is the offset of its sensor or the consumption of the BMS. The larger one counts. */
const REST_BELOW_A = 0.2; // OBD-42
const REST_BELOW_C_RATE = 0.002; // OBD-42
/** A pack at rest leaves rest at this multiple of the threshold. */
const REST_HYSTERESIS = 1.5; // OBD-42
const SENSOR_SHORT_C = 100; // OBD-147
const SENSOR_OPEN_C = -40; // CONST-41: the lower limit, and what a missing sensor decodes to

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

/** The largest current of a pack at rest, in amperes. */
export const restLimitA = (designCapacityAh = 0): number =>
  Math.max(REST_BELOW_A, REST_BELOW_C_RATE * designCapacityAh);

/** `before` is the flow of the previous sample: a pack near the threshold does not switch back and forth. */
export const flowOf = (currentA: number, designCapacityAh?: number, before?: Flow): Flow => {
  const limit = restLimitA(designCapacityAh) * (before === 'atRest' ? REST_HYSTERESIS : 1);
  if (Math.abs(currentA) < limit) return 'atRest';
  return currentA > 0 ? 'charging' : 'discharging';
};

/** Whole millivolts from one voltage to another. */
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

/** Undefined at rest, and when the device does not report its capacities. */
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
      if (designCapacityAh === undefined) return undefined;
      const fullAh = designCapacityAh * ((sohPercent ?? 100) / 100);
      return { until: 'full', hours: Math.max(0, fullAh - remainingAh) / currentA };
    }
  }
};

/** True for a value that a broken or shorted sensor reports. It is shown and marked. */
export const isSuspectTemperature = (celsius: number): boolean =>
  celsius === SENSOR_OPEN_C || celsius >= SENSOR_SHORT_C;

/**
 * The sum of the cells if it contradicts the pack voltage: |Σ − pack| > max(1 %, 5 mV × cells) [OBD-45]. Undefined when
 * they agree, and when a cell was not read.
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

/** The sample without its values, for the screen after they expired. The numbers of cells and sensors stay. */
export const withoutValues = (sample: PackSample): PackSample => ({
  alarms: [],
  protections: [],
  cellVoltagesV: sample.cellVoltagesV.map(() => null),
  temperaturesC: sample.temperaturesC.map(() => null),
});
