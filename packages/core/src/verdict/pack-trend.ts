import type { Fault, PackSample } from '../protocol/pack-sample.ts';
import { flowOf, restLimitA, sumMismatchV, type Flow } from '../telemetry/pack-summary.ts';
import { areReportedTogether } from '../telemetry/reported-together.ts';
import {
  createCellStatistics,
  msBetween,
  NO_CELL_STATISTICS,
  type CellStatistics,
  type PackReply,
} from './cell-statistics.ts';

/** What several replies of one pack show together. Times `at` are monotonic. */
export interface PackTrend {
  /** The direction of the current; undefined if the device reports no current. */
  readonly flow: Flow | undefined;
  readonly cells: CellStatistics;
  /** How often and how long the same values were reported while the current flowed; undefined while they change. */
  readonly frozen: { readonly replies: number; readonly forMs: number } | undefined;
  /** Set if the state of charge jumped farther than the current explains. */
  readonly socJump: { readonly from: number; readonly to: number; readonly at: number } | undefined;
  /** The sum of the cells and the pack voltage, if they contradicted each other when both were last reported together. */
  readonly sumMismatch: { readonly sumV: number; readonly packV: number } | undefined;
  /** Protections that are no longer reported, with the time of their last report. */
  readonly pastProtections: readonly { readonly fault: Fault; readonly at: number }[];
  /** The faults of the last reply that reported any or none, if the last reply does not report faults. */
  readonly lastFaults: Pick<PackSample, 'alarms' | 'protections'> | undefined;
  /** The cells of the last reply without a held cell, and with all cells that earlier replies had. */
  readonly confirmedCells: PackSample['cellVoltagesV'] | undefined;
  /** What earlier replies of the pack contained and the last one does not. */
  readonly missing: Missing;
}

/** `faults`: alarms and protections. */
export type LostValue = 'packVoltageV' | 'currentA' | 'socPercent' | 'faults';

export interface Missing {
  /** The numbers of the cells, if the reply contains no list of cells. */
  readonly cells: readonly number[];
  /** The numbers of the sensors, if the reply contains no sensor that was read. */
  readonly sensors: readonly number[];
  readonly values: readonly LostValue[];
}

const LOST_VALUES: readonly LostValue[] = ['packVoltageV', 'currentA', 'socPercent', 'faults'];

const isReported = (sample: PackSample, value: LostValue): boolean =>
  value === 'faults' ? sample.lacksFaults !== true : sample[value] !== undefined;
const NOTHING_MISSING: Missing = { cells: [], sensors: [], values: [] };

export const NO_TREND: PackTrend = {
  flow: undefined,
  cells: NO_CELL_STATISTICS,
  frozen: undefined,
  socJump: undefined,
  sumMismatch: undefined,
  pastProtections: [],
  lastFaults: undefined,
  confirmedCells: undefined,
  missing: NOTHING_MISSING,
};

/**
 * The number of equal replies under load that count as frozen. The readings of several cells have noise, so that this
 * does not happen by chance.
 */
const FROZEN_REPLIES = 8; // OBD-145
/** The same number for a pack without cells: under a constant load a coarse reading may repeat for a while. */
const FROZEN_REPLIES_WITHOUT_CELLS = 15; // OBD-145
/**
 * The time per reply for which values must be equal. A device that reports faster repeats values until it measures
 * again.
 */
const FROZEN_REPLY_MS = 1_500; // OBD-145
const ENOUGH_CELLS = 4;
/** The minimum load, as a multiple of the current of a pack at rest. A smaller load may leave all readings equal. */
const FROZEN_ABOVE_REST = 5; // OBD-145
const SOC_JUMP_PERCENT = 2; // OBD-146
/** In a longer pause, a true current can change the state of charge this much. */
const SOC_JUMP_WITHIN_MS = 10_000; // OBD-146

/** Returns all measured values as text, without the counters of the device. */
const measured = ({ sequence: _, uptimeS: __, ...values }: PackSample): string =>
  JSON.stringify(values);

/** Creates the trend of one pack; `add` takes each reply once, in order. */
export const createPackTrend = (): { readonly add: (reply: PackReply) => PackTrend } => {
  const statistics = createCellStatistics();
  let trend = NO_TREND;
  let before: PackReply | undefined;
  let lastReported:
    | (Pick<PackSample, 'alarms' | 'protections'> & { readonly at: number })
    | undefined;
  let same: { readonly text: string; readonly from: number; readonly count: number } | undefined;

  /** The highest number of a cell and of a sensor that was read, and the values that were reported. */
  let cellCount = 0;
  let sensorCount = 0;
  const reported = new Set<LostValue>();

  const missingIn = ({ sample, readBy }: PackReply): Missing => {
    if (readBy === 'inferred') return NOTHING_MISSING; // the next reply may be understood better
    const isRead = (value: number | null): boolean => value !== null;
    const { cellVoltagesV: cells, temperaturesC: sensors } = sample;
    const numbers = (count: number): readonly number[] =>
      Array.from({ length: count }, (_, index) => index + 1);
    if (cells.some(isRead)) cellCount = cells.length;
    if (sensors.some(isRead)) sensorCount = sensors.findLastIndex(isRead) + 1;
    for (const each of LOST_VALUES) if (isReported(sample, each)) reported.add(each);
    return {
      cells: cells.length === 0 ? numbers(cellCount) : [],
      sensors: sensors.some(isRead) ? [] : numbers(sensorCount),
      values: [...reported].filter((each) => !isReported(sample, each)),
    };
  };

  const frozenAfter = ({ sample, at }: PackReply): PackTrend['frozen'] => {
    const text = measured(sample);
    same = same?.text === text ? { ...same, count: same.count + 1 } : { text, from: at, count: 1 };
    const { currentA = 0, designCapacityAh, cellVoltagesV } = sample;
    if (Math.abs(currentA) < FROZEN_ABOVE_REST * restLimitA(designCapacityAh)) return undefined;
    const hasCells = cellVoltagesV.length >= ENOUGH_CELLS;
    const least = hasCells ? FROZEN_REPLIES : FROZEN_REPLIES_WITHOUT_CELLS;
    const forMs = at - same.from;
    const isFrozen = same.count >= least && forMs >= least * FROZEN_REPLY_MS;
    return isFrozen ? { replies: same.count, forMs } : undefined;
  };

  const socJumpAfter = (reply: PackReply): PackTrend['socJump'] => {
    const [from, to] = [before?.sample.socPercent, reply.sample.socPercent];
    if (before === undefined || from === undefined || to === undefined) return trend.socJump;
    const isJump =
      Math.abs(to - from) >= SOC_JUMP_PERCENT && msBetween(before, reply) <= SOC_JUMP_WITHIN_MS;
    return isJump ? { from, to, at: reply.at } : trend.socJump;
  };

  const sumMismatchAfter = ({ sample, held, olderByMs }: PackReply): PackTrend['sumMismatch'] => {
    if (!areReportedTogether(olderByMs, 'packVoltageV', 'cellVoltagesV')) return trend.sumMismatch;
    // Earlier values cannot be compared with new ones [OBD-66].
    const isHeld = held.some(({ key }) => key === 'packVoltageV' || key === 'cellVoltagesV');
    if (isHeld) return trend.sumMismatch;
    const sumV = sumMismatchV(sample);
    const { packVoltageV: packV } = sample;
    return sumV === undefined || packV === undefined ? undefined : { sumV, packV };
  };

  const add = (reply: PackReply): PackTrend => {
    const { sample, held, at } = reply;
    const { currentA, designCapacityAh, alarms, protections } = sample;
    const hasFaults = sample.lacksFaults !== true;
    const last = lastReported;
    const ended =
      !hasFaults || last === undefined
        ? []
        : last.protections
            .filter((fault) => !protections.includes(fault))
            .map((fault) => ({ fault, at: last.at }));
    const isOver = ({ fault }: { readonly fault: Fault }): boolean =>
      !protections.includes(fault) && !ended.some((each) => each.fault === fault);
    if (hasFaults) lastReported = { alarms, protections, at };
    const isCellHeld = held.some(({ key }) => key === 'cellVoltagesV');
    const isLess =
      trend.confirmedCells?.some(
        (volts, index) => volts !== null && (sample.cellVoltagesV[index] ?? null) === null,
      ) === true;
    trend = {
      flow: currentA === undefined ? undefined : flowOf(currentA, designCapacityAh, trend.flow),
      cells: statistics.add(reply),
      frozen: frozenAfter(reply),
      socJump: socJumpAfter(reply),
      sumMismatch: sumMismatchAfter(reply),
      pastProtections: [...ended, ...trend.pastProtections.filter(isOver)],
      lastFaults: hasFaults ? undefined : lastReported,
      confirmedCells: isCellHeld || isLess ? trend.confirmedCells : sample.cellVoltagesV,
      missing: missingIn(reply),
    };
    before = reply;
    return trend;
  };
  return { add };
};
