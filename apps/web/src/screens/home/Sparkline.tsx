import type { SampleSeries } from '@batbot/core';

const WINDOW_MS = 120_000;
/** A longer distance between samples is a gap in the line. It corresponds to three missed polls. */
const GAP_MS = 6_500;
const WIDTH = 160;
const HEIGHT = 24;

interface Props {
  readonly series: SampleSeries;
  readonly valueAt: (index: number) => number;
  /** Name of a CSS variable. */
  readonly colour: string;
  /** The minimum span of the values, so that noise does not look like a change. */
  readonly leastSpan: number;
}

/** A chart of the last two minutes of a value, without axes. */
export const Sparkline = ({ series, valueAt, colour, leastSpan }: Props) => {
  const { length, columns } = series;
  const to = columns.ms[length - 1] ?? 0;
  const points: { readonly ms: number; readonly value: number }[] = [];
  for (let index = length - 1; index >= 0; index -= 1) {
    const ms = columns.ms[index] ?? 0;
    if (to - ms > WINDOW_MS) break;
    const value = valueAt(index);
    if (!Number.isNaN(value)) points.unshift({ ms, value });
  }
  if (points.length < 2) return <svg className="sparkline" aria-hidden />;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(high - low, leastSpan);
  const middle = (low + high) / 2;
  const path = points.map(({ ms, value }, index) => {
    const x = WIDTH - ((to - ms) / WINDOW_MS) * WIDTH;
    const y = HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 4);
    const isBroken = ms - (points[index - 1]?.ms ?? Number.NEGATIVE_INFINITY) > GAP_MS;
    return `${isBroken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <title>Last 2 minutes</title>
      <path d={path.join('')} style={{ stroke: `var(${colour})` }} />
    </svg>
  );
};
