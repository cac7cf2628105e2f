import { isKnownStart } from '@batbot/core';
import {
  LIMITS_TEXT,
  mapMetric,
  valueOf,
  WEAK,
  type Metric,
  type PackFigures,
  type RecordingFigures,
} from '@batbot/core/analysis';
import { counted, dateText, fixed, measured, signed } from '../../text/format.ts';

export interface MetricCard {
  readonly title: string;
  /** Undefined if there is not enough data. */
  readonly value: string | undefined;
  readonly unit: string;
  /** The data that the value is based on, or the data that it needs. */
  readonly note: string;
  readonly inferred?: string | undefined;
}

/** Formats the day of a recording, and says if it cannot be true because a clock was wrong. */
export const measuredText = (at: number): string =>
  isKnownStart(at, Date.now()) ? dateText(at) : 'at an uncertain date';

/** Formats a metric. `note` describes what `n` counts, and adds other important facts. */
const card = <Value>(
  title: string,
  unit: string,
  metric: Metric<Value>,
  text: (value: Value) => string,
  note: (n: number, value: Value) => string,
): MetricCard =>
  metric.kind === 'known'
    ? {
        title,
        unit,
        value: text(metric.value),
        note: `${note(metric.n, metric.value)}, ${metric.confidence} confidence${metric.at === undefined ? '' : `, measured ${measuredText(metric.at)}`}`,
        inferred: metric.inferred,
      }
    : { title, unit, value: undefined, note: `Needs ${metric.needs}.` };

const highest = (values: Float64Array): { readonly value: number; readonly number: number } => {
  let at = -1;
  for (const [index, each] of values.entries()) {
    if (each > (values[at] ?? Number.NEGATIVE_INFINITY)) at = index;
  }
  return { value: values[at] ?? Number.NaN, number: at + 1 };
};

/** Returns the cards of a pack, the most important for a technician first. */
export const metricCards = (pack: PackFigures): readonly MetricCard[] => [
  card(
    'Resistance, median',
    'mΩ',
    pack.resistance,
    ({ medianMilliOhm }) => fixed(medianMilliOhm, 2),
    (n, { celsius }) => `${counted(n, 'step')} at ${measured(celsius, 0, '°C')}`,
  ),
  // Without steps, the card above states what both need.
  ...(pack.resistance.kind === 'known'
    ? [
        card(
          'Highest resistance',
          'mΩ',
          mapMetric(pack.resistance, ({ milliOhm, medianMilliOhm }) => ({
            ...highest(milliOhm),
            medianMilliOhm,
          })),
          ({ value }) => fixed(value, 2),
          (n, { value, number, medianMilliOhm }) =>
            `Cell ${number}, ${signed(100 * (value / medianMilliOhm - 1), 0)} % against the median, ${counted(n, 'step')}`,
        ),
      ]
    : []),
  card(
    'Spread at rest',
    'mV',
    pack.spread,
    ({ spreadMv }) => fixed(spreadMv, 0),
    (n) => counted(n, 'rest'),
  ),
  card(
    'Largest leak',
    'mV/day',
    mapMetric(pack.leakage, highest),
    ({ value }) => fixed(value, 1),
    (n, { number }) => `Cell ${number}, over ${counted(n, 'day')}`,
  ),
  card(
    'Capacity',
    'Ah',
    pack.capacity,
    ({ capacityAh }) => fixed(capacityAh, 1),
    (n, { error }) => `±${measured(error, 1, 'Ah')}, ${counted(n, 'measurement')}`,
  ),
  card(
    'State of health',
    '%',
    pack.soh,
    (value) => fixed(value, 0),
    () =>
      pack.bmsSohPercent === undefined
        ? 'Capacity over design'
        : `The BMS reports ${measured(pack.bmsSohPercent, 0, '%')}`,
  ),
  card(
    'Error of the state of charge',
    'points',
    pack.socError,
    (value) => signed(value, 1),
    (n) => `Largest of ${counted(n, 'proven moment')}`,
  ),
  card(
    'Full cycles',
    '',
    pack.fullCycles,
    (value) => fixed(value, 1),
    (n) => `In ${counted(n, 'hour')} of recordings`,
  ),
  card(
    'Cycles of 10 % or more',
    '',
    pack.chargeCycles,
    ({ cycles }) => fixed(cycles, 1),
    (n, { meanDepth }) =>
      `${measured(meanDepth, 0, '%')} deep on average, of ${counted(n, 'cycle')}`,
  ),
  card(
    'Outside of the limits',
    '% of time',
    pack.outside,
    (value) => fixed(value, 1),
    (n) => `${LIMITS_TEXT}; ${counted(n, 'hour')}`,
  ),
];

export interface CellMetric {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  /** NaN for an unknown cell. */
  readonly values: Float64Array;
  /** The value at which a cell is normal, and the difference from it at which a cell is weak. */
  readonly normal: number;
  readonly weak: number;
}

const NO_VALUES = new Float64Array(0);
const valuesOf = (metric: Metric<Float64Array>): Float64Array =>
  metric.kind === 'known' ? metric.value : NO_VALUES;

export const cellMetrics = (pack: PackFigures): readonly CellMetric[] => {
  const median = valueOf(mapMetric(pack.resistance, ({ medianMilliOhm }) => medianMilliOhm));
  const all: readonly CellMetric[] = [
    {
      key: 'resistance',
      label: 'Resistance',
      unit: 'mΩ',
      digits: 2,
      values: valuesOf(mapMetric(pack.resistance, ({ milliOhm }) => milliOhm)),
      normal: median,
      weak: (WEAK.abovePercent / 100) * median,
    },
    {
      key: 'rest',
      label: 'At rest',
      unit: 'mV',
      digits: 0,
      values: valuesOf(mapMetric(pack.spread, ({ deviationMv }) => deviationMv)),
      normal: 0,
      weak: -WEAK.belowMv,
    },
    {
      key: 'leak',
      label: 'Leak',
      unit: 'mV/day',
      digits: 1,
      values: valuesOf(pack.leakage),
      normal: 0,
      weak: WEAK.leakMvPerDay,
    },
  ];
  return all.filter(({ values }) => values.length > 0);
};

/** Returns how weak a cell is: 0 = normal or better, 1 = weak or worse. */
export const weakness = ({ values, normal, weak }: CellMetric, cell: number): number =>
  Math.min(1, Math.max(0, ((values[cell] ?? Number.NaN) - normal) / weak));

export const sampleCount = (figures: readonly RecordingFigures[]): number =>
  figures.reduce((sum, { samples }) => sum + samples, 0);
