import { isCoarseVoltage } from '../prelude/coarse-voltage.ts';
import { median } from '../prelude/median.ts';
import { known, notEnough, type Metric } from './metric.ts';
import { designCapacity, secondsPassed, type PackColumns } from './pack-columns.ts';
import { restAfter, restShifts } from './rest-curves.ts';

/** The end of a rest, at which the voltages show the charge of the cells. */
export interface Rest {
  readonly row: number;
  /** UTC in ms. */
  readonly wall: number;
  readonly seconds: number;
  /** Voltage of each cell in V: the mean of the last minute. NaN for a cell that was not read. */
  readonly volts: Float64Array;
  /** Whether a cell was not read that the recording has. A place that was never read has no cell. */
  readonly lacksCell: boolean;
  /** How finely the device reads voltages, in V. */
  readonly readingV: number;
}

/** Largest current at rest, as a share of the capacity per hour. */
const REST_RATE = 0.02;
const LEAST_REST_S = 1_800;
/** Longest time between two samples of one rest. */
const REST_GAP_S = 60;
const MEAN_S = 60;
export const REST_TEXT = 'a rest of 30 min with a current below 2 % of the capacity';

const meanVolts = (columns: PackColumns, row: number): Float64Array => {
  const { cells, volts, ms } = columns;
  const sums = new Float64Array(cells);
  const counts = new Float64Array(cells);
  const from = (ms[row] ?? 0) - MEAN_S * 1_000;
  for (let at = row; at >= 0 && (ms[at] ?? 0) >= from; at -= 1) {
    for (let cell = 0; cell < cells; cell += 1) {
      const volt = volts[at * cells + cell] ?? Number.NaN;
      if (!Number.isFinite(volt)) continue;
      sums[cell] = (sums[cell] ?? 0) + volt;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return sums.map((sum, cell) => sum / (counts[cell] ?? 0));
};

/** Returns the numbers, from 0, of the cells that were read at all. */
export const cellsIn = ({ cells, volts }: PackColumns): readonly number[] =>
  Array.from({ length: cells }, (_, cell) => cell).filter((cell) => {
    for (let at = cell; at < volts.length; at += cells) if (Number.isFinite(volts[at])) return true;
    return false;
  });

/** Returns the rests of a recording, oldest first. Without a known capacity, no rests are found. */
export const findRests = (
  columns: PackColumns,
  capacityAh = designCapacity(columns),
): readonly Rest[] => {
  if (capacityAh === undefined || columns.cells === 0) return [];
  const all = cellsIn(columns);
  const readingV = columns.volts.every(isCoarseVoltage) ? 0.01 : 0.001;
  const rests: Rest[] = [];
  let seconds = 0;
  const finish = (row: number): void => {
    if (seconds >= LEAST_REST_S) {
      const volts = meanVolts(columns, row);
      const lacksCell = all.some((cell) => !Number.isFinite(volts[cell]));
      rests.push({ row, wall: columns.wall[row] ?? 0, seconds, volts, lacksCell, readingV });
    }
    seconds = 0;
  };
  for (let row = 0; row < columns.rows; row += 1) {
    const isCalm = Math.abs(columns.currentA[row] ?? Number.NaN) < REST_RATE * capacityAh;
    const passed = secondsPassed(columns, row);
    if (!isCalm || passed > REST_GAP_S) finish(row - 1);
    if (isCalm && passed <= REST_GAP_S) seconds += passed;
  }
  finish(columns.rows - 1);
  return rests;
};

export interface RestSpread {
  /** Highest minus lowest cell in mV. */
  readonly spreadMv: number;
  /** Each cell minus the median of all cells, in mV; NaN for a cell that was not read. */
  readonly deviationMv: Float64Array;
}

/** Returns the spread of the cells at the end of the longest rest at which all were read. n is the number of rests. */
export const restSpread = (rests: readonly Rest[]): Metric<RestSpread> => {
  const longest = rests.toSorted((a, b) => b.seconds - a.seconds);
  const rest = longest.find(({ lacksCell }) => !lacksCell);
  if (rest === undefined && longest.length > 0)
    return notEnough(`${REST_TEXT}, at which every cell is read`);
  const read = rest?.volts.filter(Number.isFinite);
  if (rest === undefined || read === undefined || read.length < 2) return notEnough(REST_TEXT);
  const middle = median(read);
  const spreadMv = (Math.max(...read) - Math.min(...read)) * 1_000;
  const deviationMv = rest.volts.map((volt) => (volt - middle) * 1_000);
  const isLong = rest.seconds >= 2 * LEAST_REST_S;
  return known({ spreadMv, deviationMv }, rests.length, isLong ? 'high' : 'medium');
};

/** The smallest number of days between two rests that are compared. */
const LEAST_DAYS = 3;
/** The largest difference, in V, between the medians of two rests that are compared. */
const SAME_CHARGE_V = 0.03;
const DAY_MS = 86_400_000;
/** A leak is unknown if it can be wrong by more than this many mV per day and by more than this share of it. */
const LEAK_ERROR = { mvPerDay: 1, share: 0.25 } as const;

/**
 * Returns the leak of each cell in mV per day between two rests, NaN for a cell that was not read; undefined if the leak
 * of any cell is uncertain, because it may be the largest one.
 */
const leaksBetween = (first: Rest, last: Rest): Float64Array | undefined => {
  const days = (last.wall - first.wall) / DAY_MS;
  // The same device reads both rests: the finer readings show how finely it reads.
  const readingV = Math.min(first.readingV, last.readingV);
  const shifts = restShifts(median(first.volts), median(last.volts), readingV);
  let isCertain = true;
  const perDay = last.volts.map((volt, cell) => {
    const was = first.volts[cell] ?? Number.NaN;
    if (!Number.isFinite(was - volt)) return Number.NaN;
    const { low, high } = restAfter(was, shifts);
    const lostMv = ((low + high) / 2 - volt) * 1_000;
    const errorMv = ((high - low) / 2 + readingV) * 1_000;
    const most = Math.max(LEAK_ERROR.mvPerDay * days, LEAK_ERROR.share * Math.abs(lostMv));
    if (!(errorMv <= most)) isCertain = false;
    return lostMv / days;
  });
  return isCertain ? perDay : undefined;
};

/**
 * Returns how fast each cell loses voltage against the median of all cells, in mV per day, positive = loses. It compares
 * the last rest with the first one at a similar charge. What a cell loses only because it is elsewhere on the curve than
 * the others does not count; where this cannot be told, the leak is unknown. n is the number of days between the rests.
 */
export const cellLeakage = (rests: readonly Rest[]): Metric<Float64Array> => {
  const sorted = rests.toSorted((a, b) => a.wall - b.wall);
  const last = sorted.at(-1);
  const needs = `two rests of 30 min at least ${LEAST_DAYS} days apart, at a similar state of charge`;
  if (last === undefined) return notEnough(needs);
  const middle = median(last.volts);
  const earlier = sorted.filter(
    ({ wall, volts }) =>
      last.wall - wall >= LEAST_DAYS * DAY_MS &&
      volts.length === last.volts.length &&
      Math.abs(median(volts) - middle) <= SAME_CHARGE_V,
  );
  for (const first of earlier) {
    const perDay = leaksBetween(first, last);
    if (perDay === undefined) continue;
    const days = (last.wall - first.wall) / DAY_MS;
    return known(perDay, Math.floor(days), days >= 2 * LEAST_DAYS ? 'high' : 'medium');
  }
  return notEnough(
    earlier.length === 0 ? needs : `${needs} outside of the steep parts of the rest curve`,
  );
};
