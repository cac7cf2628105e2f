import UPlot from 'uplot';
import { timeOfDay } from '@batbot/core';
import type { ChartLimit, ChartSpec } from './chart-lines.ts';
import { visibleExtent, type TimeRange, type Extent } from './chart-data.ts';
import { dayText, fixed, monthText } from '../../text/format.ts';

/** A marked time: a note, or another pack. */
export interface ChartMark {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly label: string;
}

export interface PlotParts {
  readonly spec: ChartSpec;
  readonly width: number;
  readonly height: number;
  /** Charts with the same key move their cursors together. */
  readonly syncKey: string;
  /**
   * The range of the time axis. While uPlot requests the range of the value axis, its own time scale is still the old
   * one.
   */
  readonly visible: () => TimeRange;
  readonly marks: () => readonly ChartMark[];
  /** The limits of all charts. A chart draws those of its columns. */
  readonly limits: () => readonly ChartLimit[];
  /** The chosen time, if any. */
  readonly moment: () => number | undefined;
  /** Called when the user clicks the chart, with the time at that position of the time axis. */
  readonly onMoment: (at: number) => void;
  readonly onRange: (range: TimeRange) => void;
  /** Called with the index of the sample at the pointer, or undefined. */
  readonly onPoint: (index: number | undefined) => void;
}

const AXIS_WIDTH = 56;
/**
 * Distance to the right edge at which the label of a tick at the end of the time axis is not cut: half of "17:02:25.5".
 */
const LABEL_ROOM = 36;
/** Largest movement of the pointer in a click; a longer one is a drag. */
const CLICK_PX = 8;
const DASH = [5, 4];
const LIMIT_DASH = [8, 3, 2, 3];

/** Reads a colour variable, because a canvas does not support CSS variables. */
const colourOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Minimum distance in pixels at which two numbers do not overlap. */
const LEAST_NUMBER_GAP = 16;

const drawUpright = (plot: UPlot, at: number, top: number): number | undefined => {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(at, 'x', true);
  if (x < bbox.left || x > bbox.left + bbox.width) return undefined;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  return x;
};

/** Draws a dashed line for each mark, with its number in the list of marks if there is room. */
const drawMarks = (plot: UPlot, marks: readonly ChartMark[]): void => {
  const { ctx, bbox } = plot;
  const ratio = UPlot.pxRatio;
  let numberedTo = Number.NEGATIVE_INFINITY;
  ctx.save();
  ctx.strokeStyle = colourOf('--muted');
  ctx.fillStyle = colourOf('--muted');
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const [index, { at }] of marks.entries()) {
    const x = drawUpright(plot, at, bbox.top + 12 * ratio);
    if (x === undefined || x < numberedTo) continue;
    ctx.fillText(String(index + 1), x, bbox.top);
    numberedTo = x + LEAST_NUMBER_GAP * ratio;
  }
  ctx.restore();
};

const drawMoment = (plot: UPlot, at: number): void => {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colourOf('--ink');
  ctx.lineWidth = 1.5 * UPlot.pxRatio;
  drawUpright(plot, at, bbox.top);
  ctx.restore();
};

/** Draws a horizontal line if the value is within the range. */
const drawLevel = (plot: UPlot, value: number, colour: string, dash: readonly number[]): void => {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(value, 'y', true);
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = colourOf(colour);
  ctx.setLineDash(dash.map((each) => each * UPlot.pxRatio));
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
};

const MARGIN = 0.08;

/** Returns the range of the value axis: the extent with a margin, at least `least` wide. */
export const rangeOf = (extent: Extent | undefined, least: number): [number, number] => {
  if (extent === undefined) return [0, least];
  const { lowest, highest } = extent;
  const half = (Math.max(highest - lowest, least) * (1 + 2 * MARGIN)) / 2;
  const middle = (lowest + highest) / 2;
  return [middle - half, middle + half];
};

const MOST_DIGITS = 4;

/** Returns the decimals that the ticks need: two for steps of 0.25. */
export const digitsOf = (step: number): number => {
  for (let digits = 0; digits < MOST_DIGITS; digits += 1) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 && Math.round(scaled) !== 0) return digits;
  }
  return MOST_DIGITS;
};

const DAY_S = 86_400;
/** The shortest distance of ticks that are months apart. */
const MONTH_S = 28 * DAY_S;

/**
 * Formats a tick as a 24-hour time, or as a day or a month if the ticks are days or months apart. Ticks less than a
 * second apart have the decimals that distinguish them.
 */
export const tickText = (at: number, step: number): string => {
  if (step < 1) {
    const digits = digitsOf(step);
    const rounded = Number(at.toFixed(digits));
    const second = Math.floor(rounded);
    return `${timeOfDay(second * 1_000).slice(0, 8)}${fixed(rounded - second, digits).slice(1)}`;
  }
  if (step >= MONTH_S) return monthText(at * 1_000);
  if (step >= DAY_S) return dayText(at * 1_000);
  return timeOfDay(at * 1_000).slice(0, step >= 60 ? 5 : 8);
};

const strokeOf = (plot: UPlot, index: number): string => {
  const stroke = plot.series[index]?.stroke;
  const colour: unknown = typeof stroke === 'function' ? stroke(plot, index) : stroke;
  return typeof colour === 'string' ? colour : '';
};

/** Creates a chart on a canvas inside `target`. The caller destroys it. */
export const createPlot = (target: HTMLElement, parts: PlotParts): UPlot => {
  const { spec } = parts;
  /** Whether the next click event ends a drag. */
  let wasDragged = false;
  const axis = {
    stroke: colourOf('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { stroke: colourOf('--line'), width: 1 },
  };
  const options: UPlot.Options = {
    width: parts.width,
    height: parts.height,
    padding: [null, LABEL_ROOM, null, null],
    legend: { show: false },
    cursor: {
      sync: { key: parts.syncKey },
      // The pointer may move a little during a click. uPlot itself would ignore such a click.
      drag: { x: true, y: false, setScale: false, click: () => undefined },
      // Filled with the colour of the line, because an empty point would hide the line under it.
      points: { size: 8, width: 2, fill: (plot, index) => strokeOf(plot, index) },
    },
    scales: {
      x: { time: true },
      y: {
        range: ({ data: [x, ...lines] }) =>
          rangeOf(visibleExtent(x, lines, parts.visible()), spec.leastSpan),
      },
    },
    axes: [
      {
        ...axis,
        size: 32,
        space: (_, __, from, to) => (to - from < 10 ? 100 : 70), // room for decimals
        // uPlot also returns the tick after a range that has none.
        values: ({ scales }, ticks, __, ___, step) =>
          ticks.map((at) => (at > (scales['x']?.max ?? at) ? null : tickText(at, step))),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        space: 32,
        // Uses the step, because there may be only one tick.
        values: (_, ticks, __, ___, step) => {
          const digits = digitsOf(step);
          return ticks.map((tick) => fixed(tick, digits));
        },
      },
    ],
    series: [
      {},
      ...spec.lines.map(({ label, colour, isDashed }) => ({
        label,
        stroke: colourOf(colour),
        width: 1.75,
        spanGaps: false,
        points: { fill: colourOf('--surface') },
        ...(isDashed === true ? { dash: DASH } : {}),
      })),
    ],
    hooks: {
      draw: [
        (plot) => {
          if (spec.hasZero === true) drawLevel(plot, 0, '--field-line', []);
          for (const { column, value } of parts.limits()) {
            const isOurs = spec.lines.some((line) => line.column === column);
            if (isOurs) drawLevel(plot, value, '--act', LIMIT_DASH);
          }
          drawMarks(plot, parts.marks());
          const moment = parts.moment();
          if (moment !== undefined) drawMoment(plot, moment);
        },
      ],
      setCursor: [(plot) => parts.onPoint(plot.cursor.idx ?? undefined)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < CLICK_PX) return;
          wasDragged = true;
          parts.onRange({ from: plot.posToVal(left, 'x'), to: plot.posToVal(left + width, 'x') });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
  const made = new UPlot(options, [[], ...spec.lines.map(() => [])], target);
  made.over.addEventListener('mousedown', () => {
    wasDragged = false;
  });
  made.over.addEventListener('click', () => {
    const { left = -1 } = made.cursor;
    if (!wasDragged && left >= 0) parts.onMoment(made.posToVal(left, 'x'));
  });
  return made;
};
