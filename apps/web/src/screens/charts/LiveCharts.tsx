import { useId } from 'react';
import type { ChartData, TimeRange } from './chart-data.ts';
import type { ChartLimit, ChartSpec } from './chart-lines.ts';
import { TimeChart } from './TimeChart.tsx';

export interface LiveChartsProps {
  readonly charts: readonly { readonly spec: ChartSpec; readonly data: ChartData }[];
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
      {charts.map(({ spec, data }) => (
        <TimeChart key={spec.title} spec={spec} data={data} syncKey={syncKey} {...look} />
      ))}
    </div>
  );
};
