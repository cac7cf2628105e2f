import { isCoarseVoltage } from '../prelude/coarse-voltage.ts';
import { median } from '../prelude/median.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { KnownProfile, Understanding } from '../protocol/reply-decoder.ts';
import type { HeldValue } from '../telemetry/outlier-filter.ts';
import { confirmed } from '../telemetry/confirmed.ts';
import { cellStats, millivoltsBetween } from '../telemetry/pack-summary.ts';
import { areRepeated, areReportedTogether } from '../telemetry/reported-together.ts';

/** The statistics of one cell over many replies. */
export interface CellFigures {
  /** How often the cell was the lowest one in the window. */
  readonly lowestCount: number;
  /** The lowest voltage since the first reply; `minimumAt` is its wall-clock time. */
  readonly minimumV: number | undefined;
  readonly minimumAt: number | undefined;
  /** Wall-clock time at which this cell became the lowest one; undefined while it is not the lowest one. */
  readonly lowestSince: number | undefined;
  /** Sag per ampere, in mΩ: the median of the current steps so far. Undefined before the first step. */
  readonly sagMilliohm: number | undefined;
}

/** Figures of the cells over the latest replies of one pack. */
export interface CellStatistics {
  /** The number of replies in the window, at most `WINDOW_REPLIES`. */
  readonly replies: number;
  /** The number of current steps at which the sag was measured. */
  readonly steps: number;
  /** The cells; index 0 is cell 1. */
  readonly cells: readonly CellFigures[];
  /** The median sag of all cells. */
  readonly typicalMilliohm: number | undefined;
}

export const NO_CELL_STATISTICS: CellStatistics = {
  replies: 0,
  steps: 0,
  cells: [],
  typicalMilliohm: undefined,
};

/** Length of the window in replies: two minutes of polls. */
const WINDOW_REPLIES = 60; // OBD-143
/** The smallest current step at which the resistance of a cell exceeds the noise of 1 mV. The larger one applies. */
const STEP_C_RATE = 0.1; // OBD-144
const STEP_FLOOR_A = 2; // OBD-144
/** A device that reads voltages in steps of 10 mV must show at least so much sag: then one step is a small part of it. */
const LEAST_COARSE_SAG_MV = 50; // OBD-359
/** Maximum time between two replies of a step. A longer gap hides what happened in between. */
const STEP_WITHIN_MS = 3_500;
/** The number of latest steps whose median is the sag. */
const KEPT_STEPS = 9;

const typical = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : median(values);

/** A reply of the pack. `at` is its monotonic time, `wall` its wall-clock time. */
export interface PackReply {
  /** The profile or the kind of decoder that read the reply. Replies that others read are not compared with it. */
  readonly readBy?: KnownProfile | Understanding['kind'];
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
  readonly olderByMs?: ReadonlyMap<string, number> | undefined;
  readonly at: number;
  readonly wall: number;
}

/** Returns the time between two replies in ms. The monotonic clock of some systems stops while the computer sleeps. */
export const msBetween = (before: PackReply, now: PackReply): number =>
  Math.max(now.at - before.at, now.wall - before.wall);

/** Creates the statistics; `add` takes each reply once, in order. A new number of cells restarts them. */
export const createCellStatistics = (): { readonly add: (reply: PackReply) => CellStatistics } => {
  let lowestOf: (number | undefined)[] = [];
  let minima: { readonly volts: number; readonly at: number }[] = [];
  /** One list per step with the sag of each cell in mΩ. */
  let steps: (number | undefined)[][] = [];
  let before: PackReply | undefined;
  let lowestSince: number | undefined;
  /** Whether each voltage so far was a multiple of 10 mV. */
  let isCoarse = true;

  const stepOf = (now: PackReply): readonly (number | undefined)[] | undefined => {
    const { currentA, designCapacityAh = 0, cellVoltagesV } = now.sample;
    if (before?.sample.currentA === undefined || currentA === undefined) return undefined;
    const step = currentA - before.sample.currentA;
    const isStep = Math.abs(step) >= Math.max(STEP_FLOOR_A, STEP_C_RATE * designCapacityAh);
    const isDoubtful = [...now.held, ...before.held].some(
      ({ key }) => key === 'currentA' || key === 'cellVoltagesV',
    );
    const areTogether = [now, before].every(({ olderByMs }) =>
      areReportedTogether(olderByMs, 'currentA', 'cellVoltagesV'),
    );
    if (!isStep || isDoubtful || !areTogether || msBetween(before, now) > STEP_WITHIN_MS) {
      return undefined;
    }
    const was = before.sample.cellVoltagesV;
    const changes = cellVoltagesV.flatMap((volts, index) => {
      const from = was[index] ?? null;
      return volts === null || from === null ? [] : Math.abs(millivoltsBetween(from, volts));
    });
    if (isCoarse && (typical(changes) ?? 0) < LEAST_COARSE_SAG_MV) return undefined;
    const elapsedMs = now.at - before.at;
    const sags = cellVoltagesV.map((volts, index) => {
      const from = was[index] ?? null;
      const place = `cellVoltagesV ${index + 1}`;
      const known = now.olderByMs?.has(place) === true ? place : 'cellVoltagesV';
      // A cell whose record is repeated was measured before the step.
      const isOld = areRepeated(now.olderByMs, elapsedMs, known);
      return volts === null || from === null || isOld ? undefined : ((volts - from) / step) * 1_000;
    });
    return sags.every((sag) => sag === undefined) ? undefined : sags;
  };

  const add = (reply: PackReply): CellStatistics => {
    const { cellVoltagesV: cells } = confirmed(reply.sample, reply.held);
    if (before !== undefined && before.sample.cellVoltagesV.length !== cells.length) {
      lowestOf = [];
      minima = [];
      steps = [];
      before = undefined;
      lowestSince = undefined;
      isCoarse = true;
    }
    isCoarse &&= cells.every(isCoarseVoltage);
    const step = stepOf(reply);
    if (step !== undefined) steps = [...steps, [...step]].slice(-KEPT_STEPS);
    const stats = cellStats(cells);
    const lowest = stats !== undefined && stats.deltaMv > 0 ? stats.lowest.number : undefined;
    if (lowest !== lowestOf.at(-1) || lowestSince === undefined) lowestSince = reply.wall;
    lowestOf = [...lowestOf, lowest].slice(-WINDOW_REPLIES);
    for (const [index, volts] of cells.entries()) {
      if (volts !== null && volts < (minima[index]?.volts ?? Number.POSITIVE_INFINITY)) {
        minima[index] = { volts, at: reply.wall };
      }
    }
    before = reply;

    const counts = new Map<number, number>();
    for (const number of lowestOf) {
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const records = cells.map((_, index): CellFigures => ({
      lowestCount: counts.get(index + 1) ?? 0,
      minimumV: minima[index]?.volts,
      minimumAt: minima[index]?.at,
      lowestSince: lowest === index + 1 ? lowestSince : undefined,
      sagMilliohm: typical(steps.flatMap((each) => each[index] ?? [])),
    }));
    return {
      replies: lowestOf.length,
      steps: steps.length,
      cells: records,
      typicalMilliohm: typical(records.flatMap(({ sagMilliohm }) => sagMilliohm ?? [])),
    };
  };

  return { add };
};
