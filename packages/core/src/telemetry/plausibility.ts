import { lowerMedian } from '../prelude/median.ts';
import { SCALARS, type PackSample, type ScalarKey } from '../protocol/pack-sample.ts';
import { sumMismatchV } from './pack-summary.ts';

export type ListKey = 'cellVoltagesV' | 'temperaturesC';

/** A place in a sample: `currentA`, `cellVoltagesV 7` (the seventh cell), `cellVoltagesV` (the list as a whole). */
export type Place = ScalarKey | 'switches' | ListKey | `${ListKey} ${number}`;

export const placeOf = (key: ListKey, number: number): Place => `${key} ${number}`;

/*
 * The following constants limit how far a value may change from one reply to the next. A limit that is too narrow
 * delays a true value by one poll, because the next reply confirms it. A limit that is too wide accepts a flipped bit.
 * Therefore the limits are narrow.
 */

/**
 * Limit in V of the difference between the change of one cell and the common change of all cells. A difference of this
 * size needs action (device protocol, part 4).
 */
const CELL_OFF_V = 0.08;
/**
 * The same limit as a share of the common change. Under load, cells change by their resistance, which differs this much
 * among the cells of a healthy pack.
 */
const CELL_OFF_SHARE = 0.25;
/** Limit in V of the change of a cell if there are too few cells for a common change (device protocol, part 2). */
const CELL_ALONE_V = 0.3;
/** The number of cells that have a common change: one wrong cell does not move their median. */
const ENOUGH_CELLS = 3;
/** Maximum difference between the pack voltage and the sum of its cells (device protocol, part 2). */
const PACK_SHARE = 0.01;
const PACK_PER_CELL_V = 0.005;
/** Maximum change of the pack voltage if there are no cells to compare with: about the effect of a load of 1 C. */
const PACK_ALONE_SHARE = 0.05;
/** The current may step. A step below these limits (C-rate, A, share of the current) is always plausible. */
const CURRENT_C_RATE = 0.1;
const CURRENT_FLOOR_A = 1;
const CURRENT_UNSCALED_A = 5;
const CURRENT_SHARE = 0.1;
/**
 * The smallest change of a cell that confirms a step of the current: its resistance, as Ω × Ah of the best cells that
 * can be bought.
 */
const CELL_OHM_AH = 0.02;
/**
 * Maximum change of the state of charge: the percent per minute of a current of 3 C, and one step of a gauge with
 * whole percents.
 */
const SOC_PER_MINUTE = 5;
const GAUGE_STEP = 1;
/** Maximum change of the state of health, in percent. It is estimated again only after weeks. */
const HEALTH_STEP = 0.2;
/**
 * Maximum change of the design capacity, as a share. It is a setting: a larger change than by rounding means that
 * the user changed it.
 */
const CAPACITY_SHARE = 0.001;
/** Maximum change of the cycle count. A cycle takes hours. */
const CYCLES_STEP = 1;
/**
 * Limits of a temperature sensor in °C. Because of its mass, even a hot-air gun heats it by only half a degree per
 * second.
 */
const SENSOR_STEP_C = 2;
const SENSOR_PER_SECOND_C = 0.5;
/** Slack in s between the device's clock and ours, including a delayed reply. */
const UPTIME_SLACK_S = 5;
/** Slack of the sequence number, for replies to other commands in between. */
const SEQUENCE_SLACK = 10;
const SEQUENCE_PER_SECOND = 5;

/** The common change of all cells between two samples. */
interface CommonMove {
  /** NaN if no cell was read in both samples. */
  readonly volts: number;
  /** The change of each cell; undefined unless it was read in both samples. */
  readonly moves: readonly (number | undefined)[];
  readonly isKnown: boolean;
}

const commonMove = (before: PackSample, now: PackSample): CommonMove => {
  const isSame = before.cellVoltagesV.length === now.cellVoltagesV.length;
  const moves = now.cellVoltagesV.map((volts, index) => {
    const was = isSame ? before.cellVoltagesV[index] : undefined;
    return volts === null || was === null || was === undefined ? undefined : volts - was;
  });
  const known = moves.filter((move) => move !== undefined);
  return { moves, volts: lowerMedian(known), isKnown: known.length >= ENOUGH_CELLS };
};

/** Returns how much the current may change before it counts as a step, in amperes. */
const currentSlack = (before: PackSample, now: PackSample): number => {
  const capacity = before.designCapacityAh ?? now.designCapacityAh;
  const floor = capacity === undefined ? CURRENT_UNSCALED_A : capacity * CURRENT_C_RATE;
  return Math.max(CURRENT_FLOOR_A, floor, CURRENT_SHARE * Math.abs(before.currentA ?? 0));
};

/** Whether the change of the current counts as a step. */
export const currentStepped = (before: PackSample, now: PackSample): boolean =>
  before.currentA !== undefined &&
  now.currentA !== undefined &&
  Math.abs(now.currentA - before.currentA) > currentSlack(before, now);

const isCurrentPlausible = (before: PackSample, now: PackSample, common: CommonMove): boolean => {
  if (!currentStepped(before, now)) return true;
  const capacity = before.designCapacityAh;
  const step = (now.currentA ?? 0) - (before.currentA ?? 0);
  if (!common.isKnown || capacity === undefined || capacity <= 0) return false;
  const least = (Math.abs(step) * CELL_OHM_AH) / capacity; // above 2 mV: a step is more than 0.1 C
  return common.volts * Math.sign(step) >= least;
};

const isPackVoltagePlausible = (
  before: PackSample,
  now: PackSample,
  common: CommonMove,
): boolean => {
  const [from, to] = [before.packVoltageV ?? 0, now.packVoltageV ?? 0];
  const move = to - from;
  const cells = now.cellVoltagesV.length;
  // Cells whose sum differs from the pack voltage are not compared with it: a device may report only some cells.
  if (!common.isKnown || sumMismatchV(before) !== undefined) {
    return Math.abs(move) <= PACK_ALONE_SHARE * Math.max(from, to);
  }
  const slack = Math.max(PACK_SHARE * Math.max(from, to), PACK_PER_CELL_V * cells);
  let sum = 0;
  for (const each of common.moves) sum += each ?? common.volts;
  return [sum, common.volts * cells].some((witness) => Math.abs(move - witness) <= slack);
};

const rises = (from: number, to: number, atMost: number): boolean =>
  to >= from && to - from <= atMost;

const isScalarPlausible = (
  key: ScalarKey,
  before: PackSample,
  now: PackSample,
  seconds: number,
  common: CommonMove,
): boolean => {
  const from = before[key];
  const to = now[key];
  if (from === undefined) return true; // reported for the first time: there is no earlier value to compare with
  if (to === undefined) return false;
  const off = Math.abs(to - from);
  const gauge = GAUGE_STEP + (SOC_PER_MINUTE / 60) * seconds;
  switch (key) {
    case 'packVoltageV':
      return isPackVoltagePlausible(before, now, common);
    case 'currentA':
      return isCurrentPlausible(before, now, common);
    case 'socPercent':
      return off <= gauge;
    case 'sohPercent':
      return off <= HEALTH_STEP;
    case 'remainingAh':
      return off <= (gauge / 100) * Math.max(before.designCapacityAh ?? 0, from, to);
    case 'designCapacityAh':
      return off <= CAPACITY_SHARE * Math.max(from, to);
    case 'cycles':
      return rises(from, to, CYCLES_STEP);
    case 'sequence':
      return rises(from, to, SEQUENCE_SLACK + SEQUENCE_PER_SECOND * seconds);
    case 'uptimeS':
      return rises(from, to, 2 * seconds + UPTIME_SLACK_S);
  }
};

const cellDoubts = (before: PackSample, now: PackSample, common: CommonMove): readonly Place[] => {
  const isLoadStep = currentStepped(before, now);
  const slack = Math.max(CELL_OFF_V, CELL_OFF_SHARE * Math.abs(common.volts));
  return now.cellVoltagesV.flatMap((volts, index) => {
    const was = before.cellVoltagesV[index] ?? null;
    const move = common.moves[index];
    const isWell =
      move === undefined
        ? volts === was // neither was read; reading only one of the two is a jump
        : common.isKnown
          ? Math.abs(move - common.volts) <= slack
          : Math.abs(move) <= CELL_ALONE_V || isLoadStep;
    return isWell ? [] : [placeOf('cellVoltagesV', index + 1)];
  });
};

const sensorDoubts = (before: PackSample, now: PackSample, seconds: number): readonly Place[] => {
  const slack = SENSOR_STEP_C + SENSOR_PER_SECOND_C * seconds;
  return now.temperaturesC.flatMap((celsius, index) => {
    const was = before.temperaturesC[index] ?? null;
    const isWell =
      celsius === null || was === null ? celsius === was : Math.abs(celsius - was) <= slack;
    return isWell ? [] : [placeOf('temperaturesC', index + 1)];
  });
};

const switchesDiffer = ({ switches: a }: PackSample, { switches: b }: PackSample): boolean =>
  a !== undefined &&
  (a.charge !== b?.charge || a.discharge !== b?.discharge || a.precharge !== b?.precharge);

/**
 * Returns the places of `now` that are implausible after `before`. A change that several values show at once (a load:
 * current, pack and all cells) is plausible; a change that only one value shows is not. Balancing is never judged,
 * because it may change freely.
 */
export const doubtsAbout = (
  before: PackSample,
  now: PackSample,
  elapsedMs: number,
): ReadonlySet<Place> => {
  const seconds = elapsedMs / 1_000;
  const common = commonMove(before, now);
  const doubts = new Set<Place>(
    SCALARS.filter((key) => !isScalarPlausible(key, before, now, seconds, common)),
  );
  if (switchesDiffer(before, now)) doubts.add('switches');
  const isOtherShape = (key: ListKey): boolean => before[key].length !== now[key].length;
  const cells = isOtherShape('cellVoltagesV')
    ? (['cellVoltagesV'] as const)
    : cellDoubts(before, now, common);
  const sensors = isOtherShape('temperaturesC')
    ? (['temperaturesC'] as const)
    : sensorDoubts(before, now, seconds);
  for (const place of [...cells, ...sensors]) doubts.add(place);
  return doubts;
};
