import { useMemo, useState } from 'react';
import { Select } from 'antd';
import { sumDays } from '@batbot/core/analysis';
import type { ServerTrendPoint } from '@batbot/core/workspace';
import { dateTimeText } from '../../text/format.ts';
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
const METRICS = ['medianMilliOhm', 'worstMilliOhm', 'restSpreadMv', 'capacityAh'] as const;

/** The charts with a point for each day. */
const OF_DAYS: readonly ChartSpec[] = [
  {
    title: 'Charge',
    unit: 'Ah',
    digits: 1,
    leastSpan: 10,
    isDaily: true,
    lines: [
      { column: 'chargedAh', label: 'In', colour: '--series-charge' },
      { column: 'dischargedAh', label: 'Out', colour: '--series-current', isDashed: true },
    ],
  },
  {
    title: 'State of charge',
    unit: '%',
    digits: 0,
    leastSpan: 10,
    isDaily: true,
    lines: [
      { column: 'highestSocPercent', label: 'Highest', colour: '--series-charge' },
      { column: 'lowestSocPercent', label: 'Lowest', colour: '--series-current', isDashed: true },
    ],
  },
  {
    title: 'Temperature',
    unit: '°C',
    digits: 0,
    leastSpan: 10,
    isDaily: true,
    lines: [
      { column: 'highestC', label: 'Highest', colour: '--series-temperature' },
      { column: 'lowestC', label: 'Lowest', colour: '--series-voltage', isDashed: true },
    ],
  },
  {
    title: 'Cell spread',
    unit: 'mV',
    digits: 0,
    leastSpan: 10,
    isDaily: true,
    lines: [
      { column: 'meanSpreadMv', label: 'Mean', colour: '--series-cell-low' },
      { column: 'highestSpreadMv', label: 'Highest', colour: '--series-current', isDashed: true },
    ],
  },
];
const USAGE = [
  'chargedAh',
  'dischargedAh',
  'lowestSocPercent',
  'highestSocPercent',
  'lowestC',
  'highestC',
  'meanSpreadMv',
  'highestSpreadMv',
] as const;

const CHARTS = [...OF_RECORDINGS, ...OF_DAYS];
const optionsOf = (specs: readonly ChartSpec[]) =>
  specs.map(({ title }) => ({ value: title, label: title }));
const OPTIONS = [
  { label: 'Each recording', options: optionsOf(OF_RECORDINGS) },
  { label: 'Each day (UTC)', options: optionsOf(OF_DAYS) },
];

/** Null = not known. */
const dataOf = <Name extends string>(
  names: readonly Name[],
  points: readonly ({ readonly at: number } & Readonly<Record<Name, number | null>>)[],
) => ({
  x: points.map(({ at }) => at / 1_000),
  y: Object.fromEntries(names.map((name) => [name, points.map((point) => point[name])])),
});

const keepRange = (): void => undefined;

/** The trend of a pack over its recordings or days. `marks`: what was done to the pack. */
export const Trend = ({
  trend,
  marks,
}: {
  readonly trend: readonly ServerTrendPoint[];
  readonly marks: readonly ChartMark[];
}) => {
  const [chosen, setChosen] = useState('Resistance');
  const spec = CHARTS.find(({ title }) => title === chosen);
  const isDaily = spec?.isDaily === true;
  const data = useMemo(
    () =>
      isDaily
        ? // Noon in UTC is on the same day in nearly all time zones.
          dataOf(
            USAGE,
            sumDays(trend).map((each) => ({ ...each, at: Date.parse(`${each.day}T12:00Z`) })),
          )
        : dataOf(
            METRICS,
            trend.filter((point) => METRICS.some((name) => point[name] !== null)),
          ),
    [trend, isDaily],
  );
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
      {shown.length > 0 && (
        <ol className="hint analytics__marks" aria-label="Marks of the trend">
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
