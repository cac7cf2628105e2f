import { Button } from 'antd';
import { useId, useMemo, useState } from 'react';
import type { SampleSeries } from '@batbot/core';
import { changeRange, chartData, chartTime, keepInView, type TimeRange } from './chart-data.ts';
import { PACK_CHARTS, PACK_COLUMNS } from './chart-lines.ts';
import type { ChartMark } from './plot.ts';
import { TimeChart } from './TimeChart.tsx';

export interface PackChartsProps {
  readonly series: SampleSeries;
  readonly marks: readonly ChartMark[];
  /** The chosen time in seconds since the epoch. It is marked, kept visible, and the centre of a zoom. */
  readonly moment: number | undefined;
  /** Called with the time that the user clicked. */
  readonly onMoment: (at: number) => void;
}

const ZOOMS = [
  ['Zoom in', '+', { factor: 0.5 }],
  ['Zoom out', '−', { factor: 2 }],
  ['Earlier', '←', { move: -0.5 }],
  ['Later', '→', { move: 0.5 }],
] as const;

/** The charts of a session's pack voltage, current, state of charge and cells, zoomed together. */
export const PackCharts = ({ series, marks, moment, onMoment }: PackChartsProps) => {
  const syncKey = useId();
  const [range, setRange] = useState<TimeRange>();
  const data = useMemo(() => chartData(series, PACK_COLUMNS), [series]);
  const [seen, setSeen] = useState(moment);
  if (moment !== seen) {
    setSeen(moment);
    if (moment !== undefined) setRange(range && keepInView(range, moment));
  }
  if (series.length < 2) return <p className="hint">Waiting for a second reply…</p>;
  const whole = { from: data.x[0] ?? 0, to: data.x.at(-1) ?? 0 };
  const shown = range ?? whole;
  return (
    <div className="stack stack-8">
      <div className="charts__tools row" role="group" aria-label="Zoom of the charts">
        {ZOOMS.map(([name, glyph, change]) => (
          <Button
            key={name}
            size="small"
            aria-label={name}
            title={name}
            disabled={name !== 'Zoom in' && range === undefined}
            onClick={() => setRange(changeRange(shown, whole, { ...change, about: moment }))}
          >
            {glyph}
          </Button>
        ))}
        <Button size="small" disabled={range === undefined} onClick={() => setRange(undefined)}>
          All
        </Button>
        <span style={{ marginLeft: 8 }} role="status">
          {chartTime(shown.from, data)} – {chartTime(shown.to, data)}
        </span>
        <span className="push hint no-print">Drag to zoom, click to inspect</span>
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
            marks={marks}
            moment={moment}
            onMoment={onMoment}
          />
        ))}
      </div>
    </div>
  );
};
