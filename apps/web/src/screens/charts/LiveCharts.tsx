import { useId } from 'react';
import type { TimeRange } from './chart-data.ts';
import type { ChartLimit } from './chart-lines.ts';
import { TimeChart, type TimeChartProps } from './TimeChart.tsx';

export interface LiveChartsProps {
  readonly charts: readonly Pick<TimeChartProps, 'spec' | 'data' | 'digits'>[];
  readonly limits: readonly ChartLimit[];
  readonly range: TimeRange | undefined;
  readonly onRange: (range: TimeRange) => void;
  /** Whether the last values are current. */
  readonly isCurrent: boolean;
  readonly height: number;
}

/** The charts of the connected pack, with a shared cursor and time axis. */
export const LiveCharts = ({ charts, ...look }: LiveChartsProps) => {
  const syncKey = useId();
  return (
    <div className="charts__grid">
      {charts.map(({ spec, data, digits }) => (
        <TimeChart
          key={spec.title}
          spec={spec}
          data={data}
          digits={digits}
          syncKey={syncKey}
          {...look}
        />
      ))}
    </div>
  );
};
