import { useMemo, useState } from 'react';
import { Segmented } from 'antd';
import { dateTimeText } from '../../text/format.ts';
import { TimeChart } from '../charts/TimeChart.tsx';
import type { ChartSpec } from '../charts/chart-lines.ts';
import type { ChartMark } from '../charts/plot.ts';

/** The charts of the trend, by the column of their first line. */
const TRENDS: readonly ChartSpec[] = [
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
const COLUMNS = ['medianMilliOhm', 'worstMilliOhm', 'restSpreadMv', 'capacityAh'] as const;

/** A recording. Null = not known in it. */
type Point = { readonly at: number } & Readonly<Record<(typeof COLUMNS)[number], number | null>>;

const keepRange = (): void => undefined;

/** The trend of a pack over its recordings, by one metric. `marks`: what was done to the pack. */
export const Trend = ({
  trend,
  marks,
}: {
  readonly trend: readonly Point[];
  readonly marks: readonly ChartMark[];
}) => {
  const [chosen, setChosen] = useState('Resistance');
  const data = useMemo(() => {
    const y = COLUMNS.map((name) => [name, trend.map((point) => point[name])] as const);
    return { x: trend.map(({ at }) => at / 1_000), y: Object.fromEntries(y) };
  }, [trend]);
  // The chart draws only marks within its time range.
  const shown = marks.filter(
    ({ at }) => at >= (data.x[0] ?? Infinity) && at <= (data.x.at(-1) ?? 0),
  );
  const spec = TRENDS.find(({ title }) => title === chosen);
  if (trend.length < 2 || spec === undefined) {
    return <p>A trend needs two recordings of this pack.</p>;
  }
  return (
    <>
      <Segmented
        aria-label="Metric of the trend"
        value={chosen}
        options={TRENDS.map(({ title }) => title)}
        onChange={setChosen}
      />
      <TimeChart
        spec={spec}
        data={data}
        range={undefined}
        onRange={keepRange}
        syncKey="trend"
        marks={shown}
      />
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
