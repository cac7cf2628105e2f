import { median } from '../prelude/median.ts';
import { confidenceOf, known, notEnough, type Metric } from './metric.ts';
import {
  DESIGN_TEXT,
  designCapacity,
  GAP_S,
  REPORTED_SOC_TEXT,
  secondsPassed,
  type PackColumns,
} from './pack-columns.ts';
import { restSoc, type Chemistry, type RestSoc } from './rest-curves.ts';
import { REST_TEXT, type Rest } from './rests.ts';

/** A row at which the state of charge is proven: the end of a charge, or a rest. */
interface Anchor extends RestSoc {
  readonly row: number;
  /** The voltages of the cells at a rest. */
  readonly volts?: Float64Array;
  /** Whether a cell was not read at a rest, which may be the weakest one. */
  readonly lacksCell?: boolean;
}

/** A charge is completed when its current falls below this share of the capacity per hour at a high voltage. */
const TAPER_RATE = 0.05;
/**
 * A charge that ends at a larger current than this share of the capacity per hour was interrupted: the cells are above
 * their voltage at rest. Chargers end at a tenth of the capacity or less. LFP cells are that high only when full.
 */
const LAST_RATE = 0.12;
/** Highest cell in V at the end of a full charge. */
const FULL_V: Readonly<Record<Chemistry, number>> = { lfp: 3.5, nmc: 4.12, lmo: 4.12 };
/** No LFP cell is above this voltage, except in an over-voltage fault. */
const ABOVE_LFP_V = 3.75;
/** The end of a charge proves a full pack to this much: chargers end at different voltages and currents. */
const FULL_ERROR = 0.015;
const LEAST_SHARE = 0.4;
const WORST_ERROR = 0.05;
/** Largest share of the time between two anchors that may be missing. */
const MOST_MISSING = 0.01;

const highestCell = ({ cells, volts }: PackColumns, row: number): number => {
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = row * cells; at < (row + 1) * cells; at += 1) {
    const volt = volts[at] ?? Number.NaN;
    if (volt > highest) highest = volt;
  }
  return highest;
};

/** Returns the rows at which a charge was completed: the current tapered off while the highest cell was full. */
export const findFull = (
  columns: PackColumns,
  capacityAh: number,
  chemistry?: Chemistry,
): readonly number[] => {
  const fullV = FULL_V[chemistry ?? 'lfp'];
  const rows: number[] = [];
  let isCharging = false;
  for (let row = 0; row < columns.rows; row += 1) {
    const current = columns.currentA[row] ?? Number.NaN;
    if (secondsPassed(columns, row) > GAP_S || current < 0) isCharging = false;
    if (current >= TAPER_RATE * capacityAh) isCharging = true;
    else if (isCharging && current >= 0) {
      const highest = highestCell(columns, row);
      // Without a known chemistry only the voltages that end the charge of some kind of cell count.
      const last = columns.currentA[row - 1] ?? Number.NaN;
      const isFull =
        highest >= fullV &&
        (highest < ABOVE_LFP_V || last < LAST_RATE * capacityAh) &&
        (chemistry !== undefined || highest < ABOVE_LFP_V || highest >= FULL_V.nmc);
      if (isFull) rows.push(row);
      isCharging = false;
    }
  }
  return rows;
};

/** What is known about a pack in addition to its recording. */
export interface PackFacts {
  readonly capacityAh?: number | undefined;
  readonly chemistry?: Chemistry | undefined;
}

/**
 * The chemistry of a recording: the given one, or else LFP if every charge was completed below 3.75 V. The others cannot
 * be distinguished.
 */
const chemistryIn = (
  columns: PackColumns,
  facts: PackFacts,
  capacityAh: number,
): { readonly chemistry: Chemistry | undefined; readonly inferred?: string } => {
  if (facts.chemistry !== undefined) return { chemistry: facts.chemistry };
  const full = findFull(columns, capacityAh);
  const isLfp = full.length > 0 && full.every((row) => highestCell(columns, row) < ABOVE_LFP_V);
  return isLfp
    ? { chemistry: 'lfp', inferred: 'LFP, because the charge ended below 3.75 V' }
    : { chemistry: undefined };
};

/** An LFP cell is full from this voltage in V on at the end of a charge. Below it, its state of charge is on the curve. */
const LFP_CELL_FULL_V = 3.4;

/**
 * Returns the state of charge of one cell at the end of a charge, which the fullest cell ends: the others may not be full.
 * Those of a chemistry without a flat part, such as NMC, may all end below 100 %, such as at 96 % with 4.12 V.
 */
const topSoc = (volt: number, chemistry: Chemistry | undefined): RestSoc => {
  if (chemistry === 'lfp' && volt >= LFP_CELL_FULL_V) return { soc: 1, error: FULL_ERROR };
  const { soc, error } = restSoc(volt, chemistry);
  return { soc, error: Math.max(FULL_ERROR, error) };
};

/** Returns the rows at which the state of charge is proven; undefined if the capacity of the pack is not known. */
const provenIn = (columns: PackColumns, rests: readonly Rest[], facts: PackFacts) => {
  const capacityAh = designCapacity(columns, facts.capacityAh);
  if (capacityAh === undefined) return undefined;
  const found = chemistryIn(columns, facts, capacityAh);
  const anchors: readonly Anchor[] = [
    ...findFull(columns, capacityAh, found.chemistry).map((row) => ({
      row,
      soc: 1,
      error: FULL_ERROR,
    })),
    ...rests.map(({ row, volts, lacksCell }) => ({
      ...restSoc(median(volts), found.chemistry),
      row,
      volts,
      lacksCell,
    })),
  ];
  return { ...found, anchors, capacityAh };
};

/** The offset of a current sensor can be this share of the capacity per hour: 0.3 A for 100 Ah. */
const OFFSET_RATE = 0.003;

/** Returns by how much the reported current can be wrong all the time, in A: its offset, and half of its last decimal place. */
const currentError = ({ currentA }: PackColumns, capacityAh: number): number => {
  const step = [1, 0.1].find((each) =>
    currentA.every((amps) => !(Math.abs(amps / each - Math.round(amps / each)) > 1e-6)),
  );
  return OFFSET_RATE * capacityAh + (step ?? 0) / 2;
};

/**
 * The charge in Ah that flowed into the pack between two rows, with its error: what may have flowed while samples were
 * missing, and what a current that is wrong by `errorA` adds up to. NaN if more than 1 % of the time is missing.
 */
export const chargeBetween = (
  columns: PackColumns,
  from: number,
  to: number,
  errorA: number,
): { readonly ah: number; readonly errorAh: number } => {
  let ampereSeconds = 0;
  let missing = 0;
  let highest = 0;
  for (let row = from + 1; row <= to; row += 1) {
    const seconds = secondsPassed(columns, row);
    const mean =
      ((columns.currentA[row] ?? Number.NaN) + (columns.currentA[row - 1] ?? Number.NaN)) / 2;
    if (seconds <= GAP_S && Number.isFinite(mean)) ampereSeconds += mean * seconds;
    else missing += seconds;
    if (Math.abs(mean) > highest) highest = Math.abs(mean);
  }
  const all = ((columns.ms[to] ?? 0) - (columns.ms[from] ?? 0)) / 1_000;
  return {
    ah: missing > MOST_MISSING * all ? Number.NaN : ampereSeconds / 3_600,
    errorAh: (missing * highest + all * errorA) / 3_600,
  };
};

export interface Capacity {
  readonly capacityAh: number;
  /** Standard error in Ah. */
  readonly error: number;
}

/** The weakest cell ends a discharge: its charge at both rests counts. */
const lowestCell = (volts: Float64Array): number => {
  let lowest = 0;
  for (const [cell, volt] of volts.entries()) {
    if (!((volts[lowest] ?? Number.NaN) <= volt)) lowest = Number.isFinite(volt) ? cell : lowest;
  }
  return lowest;
};

/**
 * Returns the capacity of the weakest cell in Ah: the charge between two proven states of charge that differ by at least
 * 40 %. A state of charge is proven by the end of a charge or a rest; the one that the BMS reports is not used, because
 * it is counted from the capacity that the BMS assumes. n is the number of pairs of such rows.
 */
export const packCapacity = (
  columns: PackColumns,
  rests: readonly Rest[],
  facts: PackFacts = {},
): Metric<Capacity> => {
  const proven = provenIn(columns, rests, facts);
  if (proven === undefined) return notEnough(DESIGN_TEXT);
  const { anchors, chemistry, inferred, capacityAh: ratedAh } = proven;
  const errorA = currentError(columns, ratedAh);
  let best: Capacity | undefined;
  let pairs = 0;
  let uncertain = false;
  let unread = false;
  let unfilled = false;
  let tooSlow = false;
  for (const low of anchors) {
    if (low.volts === undefined) continue;
    const cell = lowestCell(low.volts);
    const empty = restSoc(low.volts[cell] ?? Number.NaN, chemistry);
    for (const high of anchors) {
      const top =
        high.volts === undefined
          ? topSoc(columns.volts[high.row * columns.cells + cell] ?? Number.NaN, chemistry)
          : restSoc(high.volts[cell] ?? Number.NaN, chemistry);
      const share = top.soc - empty.soc;
      if (!(share >= LEAST_SHARE)) continue;
      const [from, to] = [Math.min(low.row, high.row), Math.max(low.row, high.row)];
      const { ah, errorAh } = chargeBetween(columns, from, to, errorA);
      const capacityAh = Math.abs(ah) / share;
      if (!Number.isFinite(capacityAh)) continue;
      const error = Math.hypot(capacityAh * top.error, capacityAh * empty.error, errorAh) / share;
      if (error > WORST_ERROR * capacityAh) {
        uncertain = true;
        if (errorAh > WORST_ERROR * capacityAh * share) tooSlow = true;
        if (high.volts === undefined && top.error > FULL_ERROR) unfilled = true;
        continue;
      }
      if (low.lacksCell === true) {
        unread = true;
        continue;
      }
      pairs += 1;
      if (best === undefined || error < best.error) best = { capacityAh, error };
    }
  }
  if (best !== undefined) {
    return known(best, pairs, confidenceOf(best.error / best.capacityAh), inferred);
  }
  if (unread) return notEnough('a rest at a low charge at which every cell is read');
  if (unfilled && chemistry === 'lfp') {
    return notEnough(
      'a full charge at which the weakest cell is full too, such as after balancing',
    );
  }
  if (tooSlow) {
    return notEnough(
      'a faster discharge, because small errors of the current add up in many hours',
    );
  }
  return notEnough(
    uncertain && chemistry === undefined
      ? 'the chemistry of the pack: without it a rest does not prove the state of charge'
      : 'one recording from a full charge to a rest of 30 min below 15 %, or between two rests 40 % apart',
  );
};

/** Largest error of a proven state of charge against which the BMS is judged, 0..1. */
const JUDGED_ERROR = 0.03;

/**
 * Returns the state of charge that the BMS reports minus the proven one, in percentage points: the largest difference at
 * a rest or at the end of a charge. n is the number of such moments.
 */
export const socError = (
  columns: PackColumns,
  rests: readonly Rest[],
  facts: PackFacts = {},
): Metric => {
  const proven = provenIn(columns, rests, facts);
  if (proven === undefined) return notEnough(DESIGN_TEXT);
  const { anchors, chemistry, inferred } = proven;
  /** Whether the cells are at the same charge, so that the state of charge of the pack is that of each cell. */
  const isBalanced = (each: Anchor): boolean => {
    const { cells, volts } = columns;
    const read = each.volts ?? volts.subarray(each.row * cells, (each.row + 1) * cells);
    const socs = Array.from(read, (volt) =>
      each.volts === undefined ? topSoc(volt, chemistry).soc : restSoc(volt, chemistry).soc,
    ).filter(Number.isFinite);
    return Math.max(...socs) - Math.min(...socs) <= 2 * JUDGED_ERROR;
  };
  const certain = anchors.filter(({ error }) => error <= JUDGED_ERROR);
  const judging = certain.filter(isBalanced);
  const errors = judging.flatMap(({ row, soc }) => {
    const reported = columns.socPercent[row] ?? Number.NaN;
    return Number.isFinite(reported) ? [reported - 100 * soc] : [];
  });
  if (errors.length === 0 && judging.length > 0) return notEnough(REPORTED_SOC_TEXT);
  if (errors.length === 0 && certain.length > 0) {
    return notEnough('a full charge or a rest at which all cells have a similar state of charge');
  }
  if (errors.length === 0) {
    return notEnough(
      anchors.length === 0
        ? `a full charge or ${REST_TEXT}`
        : 'a full charge or a rest outside of the flat part of the rest curve',
    );
  }
  const worst = errors.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  return known(worst, errors.length, errors.length > 1 ? 'high' : 'medium', inferred);
};
