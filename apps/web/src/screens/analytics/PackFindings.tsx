import { useMemo, useState, type ReactNode } from 'react';
import { Alert, Card, Flex, Segmented, Statistic, Tag } from 'antd';
import { firstLine, type PackFigures } from '@batbot/core/analysis';
import { DASH } from '../../text/format.ts';
import { TimeChart } from '../charts/TimeChart.tsx';
import type { ChartSpec } from '../charts/chart-lines.ts';
import type { ChartMark } from '../charts/plot.ts';
import { CellMap } from './CellMap.tsx';
import { cellMetrics, metricCards } from './metric-cards.ts';
import './analytics.css';

const LEVELS = { act: 'warning', fine: 'success', unknown: 'info' } as const;

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
    lines: [{ column: 'spreadMv', label: 'Spread', colour: '--series-cell-low' }],
  },
  {
    title: 'Capacity',
    unit: 'Ah',
    digits: 1,
    leastSpan: 10,
    lines: [{ column: 'capacityAh', label: 'Capacity', colour: '--series-charge' }],
  },
];
const COLUMNS = ['medianMilliOhm', 'worstMilliOhm', 'spreadMv', 'capacityAh'] as const;
const NO_MARKS: readonly ChartMark[] = [];
const keepRange = (): void => undefined;

const Trend = ({
  trend,
  marks,
}: {
  readonly trend: PackFigures['trend'];
  readonly marks: readonly ChartMark[];
}) => {
  const [chosen, setChosen] = useState('Resistance');
  const data = useMemo(() => {
    const value = (each: number): number | null => (Number.isFinite(each) ? each : null);
    const y = COLUMNS.map((name) => [name, trend.map((point) => value(point[name]))] as const);
    return { x: trend.map(({ at }) => at / 1_000), y: Object.fromEntries(y) };
  }, [trend]);
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
        marks={marks}
      />
    </>
  );
};

/** The health of a pack: what to do, the metrics, the cells, and the trend. */
export const PackFindings = ({
  pack,
  marks = NO_MARKS,
  children,
}: {
  readonly pack: PackFigures;
  readonly marks?: readonly ChartMark[];
  readonly children?: ReactNode;
}) => {
  const line = firstLine(pack);
  const cards = useMemo(() => metricCards(pack), [pack]);
  const metrics = useMemo(() => cellMetrics(pack), [pack]);
  return (
    <Flex vertical gap={16}>
      <Alert type={LEVELS[line.kind]} showIcon title={line.text} />
      {children}
      <ul className="analytics__cards" aria-label="Metrics">
        {cards.map(({ title, value, unit, note, inferred }) => (
          <li key={title}>
            <Card size="small">
              <Statistic
                title={title}
                value={value ?? DASH}
                {...(value === undefined ? {} : { suffix: unit })}
                // The text is formatted for the locale already.
                formatter={(text) => text}
              />
              <p className="analytics__note">{note}</p>
              {inferred !== undefined && (
                <p className="analytics__note">
                  <Tag>Inferred</Tag> {inferred}
                </p>
              )}
            </Card>
          </li>
        ))}
      </ul>
      <section aria-label="Cells">
        <h3>Cells</h3>
        <CellMap metrics={metrics} />
      </section>
      <section aria-label="Trend">
        <h3>Trend over recordings</h3>
        <Trend trend={pack.trend} marks={marks} />
      </section>
    </Flex>
  );
};
