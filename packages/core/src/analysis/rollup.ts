import { mapMetric, valueOf, type Metric } from './metric.ts';
import type { RecordingFigures } from './recording-figures.ts';

/** The figures of one recording, as the account server keeps them. Null: not enough data. */
export interface Rollup {
  readonly samples: number;
  readonly seconds: number;
  readonly chargedAh: number;
  readonly dischargedAh: number;
  readonly highestC: number | null;
  /** Number of load steps of the resistances, and their temperature. */
  readonly steps: number | null;
  readonly celsius: number | null;
  readonly medianMilliOhm: number | null;
  readonly worstMilliOhm: number | null;
  /** From 1. */
  readonly worstCell: number | null;
  /** The highest resistance, in percent above the median. It does not depend on the size of the cells. */
  readonly worstCellPercent: number | null;
  readonly restSpreadMv: number | null;
  readonly capacityAh: number | null;
  readonly sohPercent: number | null;
  readonly socErrorPoints: number | null;
}

const DIGITS = 4;

/** Returns a rounded finite number, else null. JSON has neither NaN nor Infinity. */
const finite = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(DIGITS)) : null;

const numberOf = (metric: Metric): number | null => finite(valueOf(metric));

export const rollupOf = (figures: RecordingFigures): Rollup => {
  const { resistance, capacity, usage, designCapacityAh } = figures;
  const cells = resistance.kind === 'known' ? resistance.value : undefined;
  const worst = Math.max(...(cells?.milliOhm.filter(Number.isFinite) ?? []));
  const capacityAh = numberOf(mapMetric(capacity, (each) => each.capacityAh));
  return {
    samples: figures.samples,
    seconds: usage.seconds,
    chargedAh: finite(usage.chargedAh) ?? 0,
    dischargedAh: finite(usage.dischargedAh) ?? 0,
    highestC: finite(usage.highestC),
    steps: resistance.kind === 'known' ? resistance.n : null,
    celsius: finite(cells?.celsius ?? Number.NaN),
    medianMilliOhm: finite(cells?.medianMilliOhm ?? Number.NaN),
    worstMilliOhm: finite(worst),
    worstCell: cells === undefined ? null : cells.milliOhm.indexOf(worst) + 1,
    worstCellPercent: finite(100 * (worst / (cells?.medianMilliOhm ?? Number.NaN) - 1)),
    restSpreadMv: numberOf(mapMetric(figures.spread, ({ spreadMv }) => spreadMv)),
    capacityAh,
    sohPercent: finite((100 * (capacityAh ?? Number.NaN)) / (designCapacityAh ?? Number.NaN)),
    socErrorPoints: numberOf(figures.socError),
  };
};
