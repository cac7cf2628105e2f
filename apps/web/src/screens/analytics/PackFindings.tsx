import { useMemo, type ReactNode } from 'react';
import { Alert, Flex } from 'antd';
import { firstLine, type PackFigures } from '@batbot/core/analysis';
import type { ChartMark } from '../charts/plot.ts';
import { CellMap } from './CellMap.tsx';
import { cellMetrics, metricCards } from './metric-cards.ts';
import { MetricCards } from './MetricCards.tsx';
import { Trend } from './Trend.tsx';

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
      <MetricCards label="Metrics" cards={cards} />
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
