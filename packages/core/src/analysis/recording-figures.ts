import type { DayUsage } from '../ports/workspace-server.ts';
import { packCapacity, socError, type Capacity, type PackFacts } from './capacity.ts';
import type { RecordedTime } from './count-once.ts';
import type { Metric } from './metric.ts';
import { designCapacity, type PackColumns } from './pack-columns.ts';
import { recordedPeriods } from './periods.ts';
import { reversals } from './rainflow.ts';
import { NEIGHBOUR_S, resistancesInSlices, type CellResistances } from './resistance.ts';
import { cellsIn, findRests, restSpread, type Rest, type RestSpread } from './rests.ts';
import { atOnce, type Slices } from '../prelude/slices.ts';
import { knownCurrentSeconds, usageInSlices } from './usage.ts';

/** The version of the algorithms. Increase it with each change of a figure: servers then calculate all figures again. */
export const ANALYSIS_VERSION = 12;

/** The figures of one recording. They are small, and those of several recordings make up the figures of a pack. */
export interface RecordingFigures extends RecordedTime {
  /** The highest number of a cell, also of one that was not read. */
  readonly places: number;
  /** Capacity in Ah to which rates refer: the given one, or else the one that the BMS reports. */
  readonly designCapacityAh: number | undefined;
  /** State of health in percent that the BMS reports. */
  readonly bmsSohPercent: number | undefined;
  readonly resistance: Metric<CellResistances>;
  readonly rests: readonly Rest[];
  readonly spread: Metric<RestSpread>;
  readonly capacity: Metric<Capacity>;
  readonly socError: Metric;
  /** The usage of each day, the first day first. */
  readonly days: readonly DayUsage[];
  /** The reversals of the state of charge in percent. */
  readonly socTurns: readonly number[];
}

/** Smallest change in percent that is a turn. A BMS reports its state of charge in steps. */
const SOC_STEP = 1;

/** Analyses one recording. In total it takes about 0.1 s for an hour of 128 cells every 2 s. */
export function* figuresInSlices(
  columns: PackColumns,
  facts: PackFacts = {},
): Slices<RecordingFigures> {
  const designCapacityAh = designCapacity(columns, facts.capacityAh);
  const resistance = yield* resistancesInSlices(columns, designCapacityAh);
  yield;
  const rests = findRests(columns, designCapacityAh);
  yield;
  const capacity = packCapacity(columns, rests, facts);
  yield;
  const days = yield* usageInSlices(columns, designCapacityAh);
  yield;
  const startedAt = columns.wall[0] ?? 0;
  return {
    startedAt,
    periods: recordedPeriods(columns, startedAt),
    samples: columns.rows,
    cells: cellsIn(columns).length,
    places: columns.cells,
    designCapacityAh,
    bmsSohPercent: columns.sohPercent.findLast((each) => each > 0),
    resistance,
    rests,
    spread: restSpread(rests),
    capacity,
    socError: socError(columns, rests, facts),
    days,
    currentS: knownCurrentSeconds(columns),
    closeS: knownCurrentSeconds(columns, NEIGHBOUR_S),
    socTurns: reversals(columns.socPercent, SOC_STEP),
  };
}

export const recordingFigures = (columns: PackColumns, facts?: PackFacts): RecordingFigures =>
  atOnce(figuresInSlices(columns, facts));
