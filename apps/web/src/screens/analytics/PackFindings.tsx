import { useMemo, type ReactNode } from 'react';
import { Alert, Card, Flex, Statistic, Tag } from 'antd';
import { firstLine, type PackFigures } from '@batbot/core/analysis';
import { DASH } from '../../text/format.ts';
import type { ChartMark } from '../charts/plot.ts';
import { CellMap } from './CellMap.tsx';
import { cellMetrics, metricCards } from './metric-cards.ts';
import { Trend } from './Trend.tsx';
import './analytics.css';

const LEVELS = { act: 'warning', fine: 'success', unknown: 'info' } as const;

/** The health of a pack: what to do, the metrics, the cells, and the trend. */
export const PackFindings = ({
  pack,
  marks,
  children,
}: {
  readonly pack: PackFigures;
  readonly marks: readonly ChartMark[];
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
