import type { ServerTrendPoint } from '../ports/workspace-server.ts';
import type { Capacity } from './capacity.ts';
import { mapMetric, notEnough, type Metric } from './metric.ts';
import type { RecordingFigures } from './recording-figures.ts';
import type { CellResistances } from './resistance.ts';
import { cellLeakage, type RestSpread } from './rests.ts';
import { rollupsOf } from './rollup.ts';
import {
  chargeCycles,
  fullCycles,
  sumUsage,
  timeOutside,
  type ChargeCycles,
  type Usage,
} from './usage.ts';
import { weakCells, type WeakCell } from './weak-cells.ts';

/** The figures of a pack from all its recordings. */
export interface PackFigures {
  readonly recordings: number;
  readonly usage: Usage;
  /** The newest recordings in which these are known. */
  readonly resistance: Metric<CellResistances>;
  readonly spread: Metric<RestSpread>;
  readonly capacity: Metric<Capacity>;
  readonly socError: Metric;
  /** Capacity in percent of the design capacity, and what the BMS reports. */
  readonly soh: Metric;
  readonly bmsSohPercent: number | undefined;
  readonly leakage: Metric<Float64Array>;
  readonly fullCycles: Metric;
  readonly chargeCycles: Metric<ChargeCycles>;
  readonly outside: Metric;
  readonly weak: readonly WeakCell[];
  /** A point for each day of each recording. */
  readonly trend: readonly ServerTrendPoint[];
}

/** Returns the newest known value; if there is none, what the newest recording needs. */
const newest = <Value>(metrics: readonly Metric<Value>[]): Metric<Value> =>
  metrics.findLast(({ kind }) => kind === 'known') ?? metrics.at(-1) ?? notEnough('a recording');

/** Combines the figures of the recordings of one pack. */
export const packFigures = (unsorted: readonly RecordingFigures[]): PackFigures => {
  const figures = unsorted.toSorted((a, b) => a.startedAt - b.startedAt);
  const last = figures.at(-1);
  const usage = sumUsage(figures.flatMap(({ days }) => days));
  const resistance = newest(figures.map((each) => each.resistance));
  const spread = newest(figures.map((each) => each.spread));
  const capacity = newest(figures.map((each) => each.capacity));
  const leakage = cellLeakage(figures.flatMap(({ rests }) => rests));
  const designAh = figures.findLast(
    (each) => each.designCapacityAh !== undefined,
  )?.designCapacityAh;
  const known = figures.flatMap((each) =>
    each.resistance.kind === 'known' ? [each.resistance.value] : [],
  );
  return {
    recordings: figures.length,
    usage,
    resistance,
    spread,
    capacity,
    socError: newest(figures.map((each) => each.socError)),
    soh: mapMetric(capacity, ({ capacityAh }) => (100 * capacityAh) / (designAh ?? Number.NaN)),
    bmsSohPercent: last?.bmsSohPercent,
    leakage,
    fullCycles: fullCycles(usage, designAh),
    chargeCycles: chargeCycles(
      figures.flatMap(({ socTurns }) => socTurns),
      usage,
    ),
    outside: timeOutside(usage, designAh),
    weak: weakCells(resistance, known, spread, leakage),
    trend: figures.flatMap((each) =>
      rollupsOf(each).map((rollup) => ({ at: each.startedAt, ...rollup })),
    ),
  };
};
