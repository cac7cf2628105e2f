import type { ServerTrendPoint } from '../ports/workspace-server.ts';
import { isKnownStart } from '../prelude/known-start.ts';
import type { Capacity } from './capacity.ts';
import { countOnce } from './count-once.ts';
import { mapMetric, notEnough, type Metric } from './metric.ts';
import { secondsOfDay } from './periods.ts';
import type { RecordingFigures } from './recording-figures.ts';
import type { CellResistances } from './resistance.ts';
import { cellLeakage, type RestSpread } from './rests.ts';
import { rollupsOf } from './rollup.ts';
import { chargeCycles, fullCycles, sumUsage, timeOutside, type ChargeCycles } from './usage.ts';
import { weakCells, type WeakCell } from './weak-cells.ts';

export interface PackFigures {
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
  /** A point for each day of each recording, the oldest first. */
  readonly trend: readonly ServerTrendPoint[];
  /** Number of recordings that are not used, because another one covers their time. */
  readonly leftOut: number;
  /** Seconds that two recordings share in part. They are counted twice. */
  readonly overlapS: number;
}

/** Returns the newest known value, with its time if it is not of the last recording; else what the last one needs. */
const newest = <Value>(
  figures: readonly RecordingFigures[],
  metricOf: (figures: RecordingFigures) => Metric<Value>,
): Metric<Value> => {
  const last = figures.at(-1);
  const known = figures.findLast((each) => metricOf(each).kind === 'known') ?? last;
  if (known === undefined) return notEnough('a recording');
  const metric = metricOf(known);
  return known === last || metric.kind !== 'known' ? metric : { ...metric, at: known.startedAt };
};

/**
 * Combines the figures of the recordings of one pack. A recording whose start is not known counts as the oldest one,
 * and for nothing that needs the time between recordings [ANA-33].
 */
export const packFigures = (unsorted: readonly RecordingFigures[], now: number): PackFigures => {
  const figures = countOnce(unsorted, now).map(({ recording, shared }) => ({
    ...recording,
    days: recording.days.map((each) => ({
      ...each,
      overlapS: secondsOfDay(each.day, shared),
    })),
  }));
  const dated = figures.filter(({ startedAt }) => isKnownStart(startedAt, now));
  const last = figures.at(-1);
  const usage = sumUsage(figures.flatMap(({ days }) => days));
  const resistance = newest(figures, (each) => each.resistance);
  const spread = newest(figures, (each) => each.spread);
  const capacity = newest(figures, (each) => each.capacity);
  const currentS = figures.reduce((sum, each) => sum + each.currentS, 0);
  const leakage = cellLeakage(dated.flatMap(({ rests }) => rests));
  const designAh = figures.findLast(
    (each) => each.designCapacityAh !== undefined,
  )?.designCapacityAh;
  const known = dated.flatMap((each) =>
    each.resistance.kind === 'known' ? [each.resistance.value] : [],
  );
  return {
    resistance,
    spread,
    capacity,
    socError: newest(figures, (each) => each.socError),
    soh: mapMetric(capacity, ({ capacityAh }) => (100 * capacityAh) / (designAh ?? Number.NaN)),
    bmsSohPercent: last?.bmsSohPercent,
    leakage,
    fullCycles: fullCycles(usage, designAh, currentS),
    chargeCycles: chargeCycles(
      figures.flatMap(({ socTurns }) => socTurns),
      usage,
    ),
    outside: timeOutside(usage, designAh, currentS),
    weak: weakCells(resistance, known, spread, leakage),
    trend: figures.flatMap((each) =>
      rollupsOf(each).map((rollup) => ({ at: each.startedAt, ...rollup })),
    ),
    leftOut: unsorted.length - figures.length,
    overlapS: usage.overlapS,
  };
};
