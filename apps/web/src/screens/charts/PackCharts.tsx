import { useId, useMemo, useState } from 'react';
import { timeOfDay, type SampleSeries } from '@batbot/core';
import { changeRange, chartData, keepInView, type TimeRange } from './chart-data.ts';
import { PACK_CHARTS, PACK_COLUMNS, type ChartLimit } from './chart-lines.ts';
import type { ChartMark } from './plot.ts';
import { TimeChart } from './TimeChart.tsx';

export interface PackChartsProps {
  readonly series: SampleSeries;
  readonly marks?: readonly ChartMark[];
  readonly limits?: readonly ChartLimit[];
  /** A chosen moment, seconds since the epoch: drawn, kept in view, zoomed about. */
  readonly moment?: number;
  /** The user clicked on a moment. */
  readonly onMoment?: (at: number) => void;
  /** Pixels of one chart. */
  readonly height?: number;
}

const ZOOMS = [
  ['Zoom in', '+', { factor: 0.5 }],
  ['Zoom out', '−', { factor: 2 }],
  ['Earlier', '←', { move: -0.5 }],
  ['Later', '→', { move: 0.5 }],
] as const;

const rangeText = ({ from, to }: TimeRange): string =>
  [from, to].map((at) => timeOfDay(at * 1_000).slice(0, 8)).join(' – ');

/** Pack voltage, current, state of charge and cells over time, zoomed together. */
export const PackCharts = ({
  series,
  marks,
  limits,
  moment,
  onMoment,
  height,
}: PackChartsProps) => {
  const syncKey = useId();
  const [range, setRange] = useState<TimeRange>();
  const data = useMemo(() => chartData(series, PACK_COLUMNS), [series]);
  const [seen, setSeen] = useState(moment);
  if (moment !== seen) {
    setSeen(moment);
    if (moment !== undefined) setRange(range && keepInView(range, moment));
  }
  if (series.length < 2) {
    return <p className="charts__empty">The charts begin with the second reply of the device.</p>;
  }
  const whole = { from: data.x[0] ?? 0, to: data.x.at(-1) ?? 0 };
  const shown = range ?? whole;
  return (
    <div className="charts">
      <div className="charts__tools" role="group" aria-label="Zoom of the charts">
        {ZOOMS.map(([name, glyph, change]) => (
          <button
            key={name}
            type="button"
            className="charts__tool"
            aria-label={name}
            title={name}
            disabled={name !== 'Zoom in' && range === undefined}
            onClick={() => {
              setRange(changeRange(shown, whole, { ...change, about: moment }));
            }}
          >
            {glyph}
          </button>
        ))}
        <button
          type="button"
          className="charts__tool"
          disabled={range === undefined}
          onClick={() => {
            setRange(undefined);
          }}
        >
          Whole
        </button>
        <span className="charts__range tabular" role="status">
          {rangeText(shown)}
        </span>
        <span className="charts__hint no-print">
          Drag over a chart to zoom{onMoment === undefined ? '' : ', click to choose a moment'}
        </span>
      </div>
      <div className="charts__grid">
        {PACK_CHARTS.map((spec) => (
          <TimeChart
            key={spec.title}
            spec={spec}
            data={data}
            range={range}
            onRange={setRange}
            syncKey={syncKey}
            {...(marks === undefined ? {} : { marks })}
            {...(limits === undefined ? {} : { limits })}
            {...(moment === undefined ? {} : { moment })}
            {...(onMoment === undefined ? {} : { onMoment })}
            {...(height === undefined ? {} : { height })}
          />
        ))}
      </div>
    </div>
  );
};
