import type { FleetMetric, FleetStat, ServerTrendPoint } from '@batbot/core/workspace';
import { counted, fixed } from '../../text/format.ts';
import type { MetricCard } from './metric-cards.ts';

export interface ComparedMetric {
  readonly value: FleetMetric;
  readonly label: string;
  readonly title: string;
  readonly unit: string;
  /** The recordings that show it. */
  readonly needs: string;
}

export const WORST_CELL: ComparedMetric = {
  value: 'WORST_CELL',
  label: 'Resistance',
  title: 'Worst cell above the median of its pack',
  unit: '%',
  needs: '30 load steps at 10 °C or more',
};
export const FLEET_METRICS: readonly ComparedMetric[] = [
  WORST_CELL,
  {
    value: 'REST_SPREAD',
    label: 'Spread',
    title: 'Spread at rest',
    unit: 'mV',
    needs: 'a rest of 30 min',
  },
  {
    value: 'SOH',
    label: 'Health',
    title: 'Measured state of health',
    unit: '%',
    needs: 'a full charge and a rest of 30 min below 15 %, or two rests 40 % apart',
  },
  {
    value: 'SOC_ERROR',
    label: 'SoC error',
    title: 'Error of the state of charge',
    unit: 'points',
    needs: 'a full charge, or a rest of 30 min outside of the flat part of the rest curve',
  },
];

/** The values of a pack by metric; NaN for an unknown one. */
export type ComparedValues = Readonly<Record<FleetMetric, number>>;

type Figure = 'worstCellPercent' | 'restSpreadMv' | 'sohPercent' | 'socErrorPoints';

/** Returns the newest known values from the recordings of a pack, which are sorted by time. */
export const valuesOfTrend = (trend: readonly Pick<ServerTrendPoint, Figure>[]): ComparedValues => {
  const newest = (figure: Figure): number =>
    trend.findLast((point) => point[figure] !== null)?.[figure] ?? Number.NaN;
  return {
    WORST_CELL: newest('worstCellPercent'),
    REST_SPREAD: newest('restSpreadMv'),
    SOH: newest('sohPercent'),
    SOC_ERROR: Math.abs(newest('socErrorPoints')),
  };
};

/** Minimum number of packs for which the 5th and 95th percentile are meaningful. */
const LEAST_PACKS = 20;

/** Describes the position of a value among percentiles, which are sorted from better to worse. */
const placeOf = (value: number, best: number, half: number, worst: number): string => {
  const isWorse = (than: number): boolean => (worst < best ? value < than : value > than);
  if (isWorse(worst)) return 'Among the worst 5 %';
  if (isWorse(half)) return 'In the worse half';
  return isWorse(best) ? 'In the better half' : 'Among the best 5 %';
};

/** Returns how a value of a pack compares with a fleet. `value` is NaN if it is unknown. */
export const fleetCard = (
  { value: metric, title, unit }: ComparedMetric,
  value: number,
  { n, p5, p50, p95 }: FleetStat,
): MetricCard => {
  const shown = Number.isNaN(value) ? undefined : fixed(value, 1);
  const common = { title, unit, value: shown };
  if (p5 === null || p50 === null || p95 === null || n < LEAST_PACKS) {
    const note = `Not enough data: needs ${LEAST_PACKS} measured packs; there are ${n}.`;
    return { ...common, note };
  }
  const levels = `5, 50 and 95 % of ${counted(n, 'pack')} are below ${[p5, p50, p95].map((each) => fixed(each, 1)).join(', ')}.`;
  if (shown === undefined) return { ...common, note: `Not known for this pack. ${levels}` };
  const place = metric === 'SOH' ? placeOf(value, p95, p50, p5) : placeOf(value, p5, p50, p95);
  return { ...common, note: `${place}. ${levels}` };
};
