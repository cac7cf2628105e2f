import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type UPlot from 'uplot';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useSize } from '../../react/use-size.ts';
import {
  chartTime,
  extentOf,
  indexAt,
  type ChartData,
  type ChartValues,
  type TimeRange,
} from './chart-data.ts';
import type { ChartLimit, ChartSpec } from './chart-lines.ts';
import { createPlot, type ChartMark } from './plot.ts';
import 'uplot/dist/uPlot.min.css';
import { dateText, fixed } from '../../text/format.ts';
import './charts.css';

const NO_VALUES: ChartValues = [];
const NO_MARKS: readonly ChartMark[] = [];
const NO_LIMITS: readonly ChartLimit[] = [];

export interface TimeChartProps {
  readonly spec: ChartSpec;
  readonly data: ChartData;
  /** The number of decimals of the values; those of `spec` if absent. */
  readonly digits?: number | undefined;
  /** The visible range; undefined for the whole series. */
  readonly range: TimeRange | undefined;
  /** Called with the range that the user selected by dragging. */
  readonly onRange: (range: TimeRange) => void;
  readonly syncKey: string;
  readonly marks?: readonly ChartMark[];
  readonly limits?: readonly ChartLimit[];
  /** The chosen time in seconds since the epoch. */
  readonly moment?: number | undefined;
  readonly onMoment?: (at: number) => void;
  /** Height in pixels, including the axes. */
  readonly height?: number;
  /** Whether the last value is current. Otherwise it is shown with its time. */
  readonly isCurrent?: boolean;
}

/** A chart over time: lines with gaps, values at the pointer, zoom by dragging. */
export const TimeChart = ({
  spec,
  digits = spec.digits,
  data,
  range,
  onRange,
  syncKey,
  marks = NO_MARKS,
  limits = NO_LIMITS,
  moment,
  onMoment,
  height = 180,
  isCurrent = false,
}: TimeChartProps) => {
  const { box, width } = useSize();
  const plot = useRef<UPlot>(undefined);
  const first = data.x[0] ?? 0;
  const visible = range ?? { from: first, to: Math.max(data.x.at(-1) ?? 1, first + 1) };
  const latest = useRef({ visible, marks, limits, moment, onRange, onMoment });
  const scheme = useLive(useServices().theme.scheme$);
  const [point, setPoint] = useState<number>();
  const titleId = useId();
  const lines = useMemo(
    () => spec.lines.map(({ column }) => data.y[column] ?? NO_VALUES),
    [spec, data],
  );

  useEffect(() => {
    latest.current = { ...latest.current, marks, limits, moment, onRange, onMoment };
    plot.current?.redraw(false);
  }, [marks, limits, moment, onRange, onMoment]);

  const extents = useMemo(() => lines.map(extentOf), [lines]);
  const isEmpty = extents.every((extent) => extent === undefined);
  const isReady = width > 0 && !isEmpty;
  useEffect(() => {
    if (!isReady || box.current === null) return undefined;
    const made = createPlot(box.current, {
      spec,
      width: box.current.clientWidth,
      height,
      syncKey,
      visible: () => latest.current.visible,
      marks: () => latest.current.marks,
      limits: () => latest.current.limits,
      moment: () => latest.current.moment,
      onMoment: (at) => latest.current.onMoment?.(at),
      onRange: (chosen) => latest.current.onRange(chosen),
      onPoint: setPoint,
    });
    plot.current = made;
    return () => {
      plot.current = undefined;
      made.destroy();
    };
    // the canvas is redrawn for another scheme, because it does not follow CSS variables
  }, [box, isReady, spec, height, syncKey, scheme]);

  useEffect(() => {
    if (isReady) plot.current?.setSize({ width, height });
  }, [isReady, width, height]);

  useEffect(() => {
    latest.current = { ...latest.current, visible: { from: visible.from, to: visible.to } };
    // uPlot does not modify the arrays.
    plot.current?.setData([data.x as number[], ...(lines as (number | null)[][])], false);
    plot.current?.setScale('x', { min: visible.from, max: visible.to });
  }, [data, lines, visible.from, visible.to, isReady, spec, height, syncKey, scheme]);

  const chosen = moment === undefined ? undefined : indexAt(data.x, moment);
  const pointed = point !== undefined && point < data.x.length ? point : chosen;
  const isLast = pointed === undefined;
  // The last value that was read must not be labelled "now" if the current one is missing.
  const shown = isCurrent
    ? data.x.length - 1
    : Math.max(...lines.map((values) => values.findLastIndex((value) => value !== null)));
  const at = data.x[pointed ?? shown];
  const timeText = (seconds: number): string =>
    spec.isDaily === true ? dateText(seconds * 1_000) : chartTime(seconds, data);
  return (
    <figure className="chart" aria-labelledby={titleId}>
      <figcaption className="chart__head">
        <b id={titleId}>
          {spec.title} <span className="chart__unit">{spec.unit}</span>
        </b>
        <span className="chart__values" data-old={isLast && !isCurrent}>
          {spec.lines.map(({ label, colour, isDashed }, index) => {
            const extent = extents[index];
            const value = lines[index]?.[pointed ?? shown];
            return (
              <span key={label}>
                <i
                  className={isDashed === true ? 'chart__key chart__key--dashed' : 'chart__key'}
                  style={{ borderColor: `var(${colour})` }}
                  aria-hidden
                />
                {spec.lines.length > 1 && <span>{label} </span>}
                <b>{fixed(value, digits)}</b>
                <span className="visually-hidden">
                  {extent === undefined
                    ? 'no values'
                    : ` ${spec.unit}, between ${fixed(extent.lowest, digits)} and ${fixed(extent.highest, digits)}`}
                </span>
              </span>
            );
          })}
          <span className="chart__time">
            {isLast && isCurrent ? 'now' : at !== undefined && timeText(at)}
          </span>
        </span>
      </figcaption>
      <div
        ref={box}
        className="chart__box"
        style={{ height: isEmpty ? undefined : height }}
        aria-hidden
      >
        {isEmpty && <p className="muted">No values</p>}
      </div>
    </figure>
  );
};
