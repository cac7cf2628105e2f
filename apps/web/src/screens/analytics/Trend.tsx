import { useMemo, useState } from 'react';
import { Select } from 'antd';
import { EARLIEST_START } from '@batbot/core';
import { LEAST_OVERLAP_S, sumDays } from '@batbot/core/analysis';
import type { DayUsage, ServerTrendPoint } from '@batbot/core/workspace';
import { counted, dateTimeText } from '../../text/format.ts';
import { TimeChart } from '../charts/TimeChart.tsx';
import type { ChartSpec } from '../charts/chart-lines.ts';
import type { ChartMark } from '../charts/plot.ts';

/** The charts with a point for each recording. */
const OF_RECORDINGS: readonly ChartSpec[] = [
  {
    title: 'Resistance',
    unit: 'mΩ',
    digits: 2,
    leastSpan: 0.2,
    lines: [
      { column: 'medianMilliOhm', label: 'Median', colour: '--series-voltage' },
      { column: 'worstMilliOhm', label: 'Highest', colour: '--series-current', isDashed: true },
    ],
  },
  {
    title: 'Spread at rest',
    unit: 'mV',
    digits: 0,
    leastSpan: 10,
    lines: [{ column: 'restSpreadMv', label: 'Spread', colour: '--series-cell-low' }],
  },
  {
    title: 'Capacity',
    unit: 'Ah',
    digits: 1,
    leastSpan: 10,
    lines: [{ column: 'capacityAh', label: 'Capacity', colour: '--series-charge' }],
  },
];

type Line = readonly [column: keyof DayUsage, label: string, colour: string];

/** A chart with a point for each day: one line, and a dashed one for the opposite value. */
const daily = (
  title: string,
  unit: string,
  digits: number,
  [column, label, colour]: Line,
  [dashed, dashedLabel, dashedColour]: Line,
): ChartSpec => ({
  title,
  unit,
  digits,
  leastSpan: 10,
  isDaily: true,
  lines: [
    { column, label, colour },
    { column: dashed, label: dashedLabel, colour: dashedColour, isDashed: true },
  ],
});

const CHARGE = daily(
  'Charge',
  'Ah',
  1,
  ['chargedAh', 'In', '--series-charge'],
  ['dischargedAh', 'Out', '--series-current'],
);

const OF_DAYS: readonly ChartSpec[] = [
  CHARGE,
  daily(
    'State of charge',
    '%',
    0,
    ['highestSocPercent', 'Highest', '--series-charge'],
    ['lowestSocPercent', 'Lowest', '--series-current'],
  ),
  daily(
    'Temperature',
    '°C',
    0,
    ['highestC', 'Highest', '--series-temperature'],
    ['lowestC', 'Lowest', '--series-voltage'],
  ),
  daily(
    'Cell spread',
    'mV',
    0,
    ['meanSpreadMv', 'Mean', '--series-cell-low'],
    ['highestSpreadMv', 'Highest', '--series-current'],
  ),
];

const CHARTS = [...OF_RECORDINGS, ...OF_DAYS];
const optionsOf = (specs: readonly ChartSpec[]) =>
  specs.map(({ title }) => ({ value: title, label: title }));
const OPTIONS = [
  { label: 'Each recording', options: optionsOf(OF_RECORDINGS) },
  { label: 'Each day (UTC)', options: optionsOf(OF_DAYS) },
];

const METRICS = OF_RECORDINGS.flatMap(({ lines }) => lines.map(({ column }) => column));

const figureOf = (point: object, name: string): number | null => {
  const value: unknown = Reflect.get(point, name);
  return typeof value === 'number' ? value : null;
};

const dataOf = (
  { lines }: Pick<ChartSpec, 'lines'>,
  points: readonly { readonly at: number }[],
) => ({
  x: points.map(({ at }) => at / 1_000),
  y: Object.fromEntries(
    lines.map(({ column }) => [column, points.map((point) => figureOf(point, column))]),
  ),
});

/** Noon here, so that the axis shows this day in every time zone: noon in UTC is on the next day in New Zealand. */
const noonOf = ({ day }: DayUsage): number => Date.parse(`${day}T12:00`);

const keepRange = (): void => undefined;

/** The trend of a pack over its recordings or days. `marks`: what was done to the pack. */
export const Trend = ({
  trend: all,
  marks,
}: {
  readonly trend: readonly ServerTrendPoint[];
  readonly marks: readonly ChartMark[];
}) => {
  const [chosen, setChosen] = useState('Resistance');
  const trend = useMemo(() => all.filter(({ at }) => at >= EARLIEST_START), [all]);
  const early = new Set(all.flatMap(({ at }) => (at < EARLIEST_START ? [at] : []))).size;
  const days = useMemo(() => sumDays(trend), [trend]);
  const overlapping = days.filter(({ overlapS }) => overlapS >= LEAST_OVERLAP_S).length;
  const spec = CHARTS.find(({ title }) => title === chosen);
  const isDaily = spec?.isDaily === true;
  const data = useMemo(() => {
    if (spec === undefined) return { x: [], y: {} };
    return isDaily
      ? dataOf(
          spec,
          days.map((each) => ({
            ...each,
            ...(each.overlapS >= LEAST_OVERLAP_S && { chargedAh: null, dischargedAh: null }),
            at: noonOf(each),
          })),
        )
      : // All charts of recordings have the same points.
        dataOf(
          spec,
          trend.filter((point) => METRICS.some((name) => figureOf(point, name) !== null)),
        );
  }, [trend, days, spec, isDaily]);
  // The chart draws only marks within its time range.
  const shown = marks.filter(
    ({ at }) => at >= (data.x[0] ?? Infinity) && at <= (data.x.at(-1) ?? 0),
  );
  return (
    <>
      <Select
        aria-label="Metric of the trend"
        popupMatchSelectWidth={false}
        value={chosen}
        options={OPTIONS}
        onChange={setChosen}
      />
      {data.x.length < 2 || spec === undefined ? (
        <p>
          {isDaily
            ? 'A trend needs recordings of two days.'
            : 'A trend needs two recordings with enough data.'}
        </p>
      ) : (
        <TimeChart
          spec={spec}
          data={data}
          range={undefined}
          onRange={keepRange}
          syncKey="trend"
          marks={shown}
        />
      )}
      {early > 0 && (
        <p className="hint">
          Without {counted(early, 'recording')} with a date before 2000, because a clock was wrong.
        </p>
      )}
      {chosen === CHARGE.title && overlapping > 0 && (
        <p className="hint">
          Without the charge of {counted(overlapping, 'day')} on which recordings overlap.
        </p>
      )}
      {shown.length > 0 && (
        <ol
          className="hint"
          style={{ listStyle: 'inside decimal' }}
          aria-label="Marks of the trend"
        >
          {shown.map(({ at, label }, index) => (
            <li key={index}>
              {label}, {dateTimeText(at * 1_000)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
};
