import type { ServerTrendPoint } from '../ports/workspace-server.ts';
import { mapMetric, valueOf, type Metric } from './metric.ts';
import type { RecordingFigures } from './recording-figures.ts';

/** The figures of one recording on one day, as the account server keeps them. */
export type Rollup = Omit<ServerTrendPoint, 'at' | 'recordingId'>;

const DIGITS = 4;

/** Returns a rounded finite number, else null. JSON has neither NaN nor Infinity. */
const finite = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(DIGITS)) : null;

const numberOf = (metric: Metric): number | null => finite(valueOf(metric));

/** Returns the figures of each day of a recording, the first day first. */
export const rollupsOf = (figures: RecordingFigures): readonly Rollup[] => {
  const { resistance, capacity, designCapacityAh } = figures;
  const cells = resistance.kind === 'known' ? resistance.value : undefined;
  const worst = Math.max(...(cells?.milliOhm.filter(Number.isFinite) ?? []));
  const capacityAh = numberOf(mapMetric(capacity, (each) => each.capacityAh));
  const metrics = {
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
  const none = Object.fromEntries(Object.keys(metrics).map((name) => [name, null])) as Record<
    keyof typeof metrics,
    null
  >; // one entry per name
  return figures.days.map((usage, index) => ({ ...usage, ...(index === 0 ? metrics : none) }));
};
