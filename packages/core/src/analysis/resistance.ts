import { createLeastSquares } from './least-squares.ts';
import { median } from '../prelude/median.ts';
import { confidenceOf, known, notEnough, type Metric } from './metric.ts';
import { designCapacity, secondsBefore, type PackColumns } from './pack-columns.ts';
import { atOnce, type Slices } from '../prelude/slices.ts';

/** The resistance of each cell, from load steps. */
export interface CellResistances {
  /** Resistance in mΩ; NaN for a cell whose values scatter too much. */
  readonly milliOhm: Float64Array;
  /** Standard error of each resistance in mΩ. */
  readonly error: Float64Array;
  readonly medianMilliOhm: number;
  /** Mean temperature in °C during the steps. Resistances of different temperatures cannot be compared. */
  readonly celsius: number;
}

/** Two samples are neighbours up to this time in s. */
export const NEIGHBOUR_S = 2.5;
/** A step is at least this current in A, and this share of the capacity per hour. */
const STEP_A = 5;
const STEP_RATE = 0.05;
const LEAST_STEPS = 30;
const LEAST_CELSIUS = 10;
/** Largest standard error of a resistance that is shown, relative to it. */
const WORST_ERROR = 0.01;
/** Time constant in s of the fast polarization that the fit separates from the resistance. */
const POLARIZATION_S = 25;
/** The load before a step is settled if it changed by at most this share of the step in the poll before. */
const SETTLED = 0.1;
/** Largest change in the poll after a step, as a share of the step, that still belongs to it. */
const FOLLOWS = 0.5;
const UNKNOWNS = 4;
const ROUNDS = 8;

/** The load steps of a recording. */
interface Steps {
  /** The second row of each step. */
  readonly rows: readonly number[];
  /** The regressors of each step: see `findSteps`. */
  readonly table: Float64Array;
  readonly celsius: number;
  /** Number of steps that were left out because it was cold, or the temperature is unknown. */
  readonly cold: number;
}

/**
 * Finds the steps. The voltage of a cell changes over a step by R ΔI, by what the polarization builds up with the
 * current and loses with time, and by the change of its rest voltage. A BMS reads voltages and current at different
 * moments of a poll, and the current of that moment lies between two polls. Therefore the load must be settled before
 * the step, and each step has four regressors: ΔI, the charge, the filtered current over time, and the next ΔI.
 */
const findSteps = (columns: PackColumns, leastA: number): Steps => {
  const { currentA, temperatureLowC, temperatureHighC } = columns;
  const rows: number[] = [];
  const values: number[] = [];
  let filtered = 0;
  let warmth = 0;
  let cold = 0;
  const changeAt = (row: number): number =>
    secondsBefore(columns, row) <= NEIGHBOUR_S
      ? (currentA[row] ?? Number.NaN) - (currentA[row - 1] ?? Number.NaN)
      : Number.NaN;
  let change = Number.NaN;
  let next = changeAt(1);
  for (let row = 1; row < columns.rows; row += 1) {
    const before = change;
    change = next;
    next = changeAt(row + 1);
    const now = currentA[row] ?? Number.NaN;
    if (!Number.isFinite(change)) {
      filtered = Number.isFinite(now) ? now : 0;
      continue;
    }
    const mean = now - change / 2;
    const seconds = secondsBefore(columns, row);
    const settled =
      Math.abs(before) <= SETTLED * Math.abs(change) &&
      Math.abs(next) <= FOLLOWS * Math.abs(change);
    if (settled && Math.abs(change) >= leastA) {
      const celsius = ((temperatureLowC[row] ?? 0) + (temperatureHighC[row] ?? 0)) / 2;
      if (celsius >= LEAST_CELSIUS) {
        rows.push(row);
        values.push(change, mean * seconds, filtered * seconds, next);
        warmth += celsius;
      } else cold += 1;
    }
    filtered += (mean - filtered) * (1 - Math.exp(-seconds / POLARIZATION_S));
  }
  return { rows, table: Float64Array.from(values), celsius: warmth / rows.length, cold };
};

/** Fits the steps: the resistance in Ω with its standard error, and the residual of each step in V. */
const fit = (
  { rows, table }: Steps,
  change: (row: number) => number,
  weights: Float64Array,
):
  | { readonly ohm: number; readonly error: number; readonly residuals: Float64Array }
  | undefined => {
  const squares = createLeastSquares(UNKNOWNS);
  const changes = Float64Array.from(rows, change);
  for (const [index, y] of changes.entries()) {
    const weight = weights[index] ?? 0;
    if (weight > 0 && Number.isFinite(y)) squares.add(table, index * UNKNOWNS, y, weight);
  }
  const solved = squares.solve();
  if (solved === undefined) return undefined;
  const { coefficients, inverse } = solved;
  let sum = 0;
  let count = 0;
  const residuals = changes.map((y, index) => {
    let left = y;
    for (let each = 0; each < UNKNOWNS; each += 1) {
      left -= (coefficients[each] ?? 0) * (table[index * UNKNOWNS + each] ?? 0);
    }
    const weight = weights[index] ?? 0;
    if (weight > 0 && Number.isFinite(left)) {
      sum += weight * left * left;
      count += weight;
    }
    return left;
  });
  const variance = inverse[0]?.[0] ?? Number.NaN;
  return {
    ohm: coefficients[0] ?? 0,
    error: Math.sqrt((variance * sum) / Math.max(1, count - UNKNOWNS)),
    residuals,
  };
};

/** Deviation in V of a reading in whole mV without noise. Smaller residuals are rounding. */
const ROUNDING_V = 4e-4;

/** Tukey's biweight: the weight of each residual. Residuals of more than 4.7 deviations have none. */
const robustWeights = (residuals: Float64Array): Float64Array => {
  const scale = 4.685 * Math.max(ROUNDING_V, 1.4826 * median(residuals.map(Math.abs)));
  return residuals.map((each) => (Math.abs(each) < scale ? (1 - (each / scale) ** 2) ** 2 : 0));
};

/**
 * Returns the resistance of each cell within a poll, from least squares over neighbouring samples with a load step. The
 * polarization that is slower than about 10 s is separated from it. n is the number of steps. There is a slice for the
 * search for steps and for each cell.
 */
export function* resistancesInSlices(
  columns: PackColumns,
  capacityAh = designCapacity(columns),
): Slices<Metric<CellResistances>> {
  const { cells, volts } = columns;
  const leastA = Math.max(STEP_A, STEP_RATE * (capacityAh ?? 0));
  const steps = findSteps(columns, leastA);
  const n = steps.rows.length;
  const load = `load steps of at least ${Math.round(leastA)} A between two polls`;
  if (cells === 0) return notEnough('the voltage of each cell');
  if (n < LEAST_STEPS && steps.cold > n) {
    return notEnough(`a known temperature of at least ${LEAST_CELSIUS} °C during the load steps`);
  }
  if (n < LEAST_STEPS) return notEnough(`${LEAST_STEPS} ${load}; there are ${n}`);

  const changeOf = (cell: number) => (row: number) =>
    (volts[row * cells + cell] ?? Number.NaN) - (volts[(row - 1) * cells + cell] ?? Number.NaN);
  /** The mean change of the cells. Steps that do not fit it cannot be used for any cell. */
  const meanChange = (row: number): number => {
    let sum = 0;
    let count = 0;
    for (let cell = 0; cell < cells; cell += 1) {
      const change = changeOf(cell)(row);
      if (!Number.isFinite(change)) continue;
      sum += change;
      count += 1;
    }
    return sum / count;
  };
  const means = new Map(steps.rows.map((row) => [row, meanChange(row)]));
  yield;
  let weights: Float64Array = new Float64Array(n).fill(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const fitted = fit(steps, (row) => means.get(row) ?? Number.NaN, weights);
    if (fitted === undefined) return notEnough(`${load} of different size`);
    weights = robustWeights(fitted.residuals);
  }
  const milliOhm = new Float64Array(cells).fill(Number.NaN);
  const error = new Float64Array(cells).fill(Number.NaN);
  let worst = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    yield;
    const first = fit(steps, changeOf(cell), weights);
    if (first === undefined) continue;
    const own = robustWeights(first.residuals).map((each, index) => each * (weights[index] ?? 0));
    const fitted = fit(steps, changeOf(cell), own);
    const used = own.reduce((sum, each) => sum + Number(each > 0), 0);
    if (fitted === undefined || used < LEAST_STEPS) continue;
    // If the device repeats its voltages, the resistance is 0 without an error.
    if (!(fitted.ohm > 0)) continue;
    worst = Math.max(worst, fitted.error / fitted.ohm);
    if (!(fitted.error <= WORST_ERROR * fitted.ohm)) continue;
    milliOhm[cell] = fitted.ohm * 1_000;
    error[cell] = fitted.error * 1_000;
  }
  const medianMilliOhm = median(milliOhm);
  if (!Number.isFinite(medianMilliOhm)) {
    return worst === 0
      ? notEnough('voltages that rise with the charging current; check the sign of the current')
      : notEnough(`more ${load}; the values of ${n} steps scatter by ${Math.round(worst * 100)} %`);
  }
  const relative = median(error) / medianMilliOhm;
  const value = { milliOhm, error, medianMilliOhm, celsius: steps.celsius };
  return known(value, n, confidenceOf(2 * relative));
}

export const cellResistances = (columns: PackColumns): Metric<CellResistances> =>
  atOnce(resistancesInSlices(columns));
