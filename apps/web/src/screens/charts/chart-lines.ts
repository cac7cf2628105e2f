import type { SampleColumn } from '@batbot/core';

/** One line of a chart. `colour` is a variable of the palette. */
export interface ChartLine {
  readonly column: SampleColumn;
  readonly label: string;
  readonly colour: string;
  /** Tells two lines apart without their colour. */
  readonly isDashed?: true;
}

/** A limit that is drawn in the chart of its column. */
export interface ChartLimit {
  readonly column: SampleColumn;
  readonly value: number;
}

export interface ChartSpec {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** The axis spans at least this: noise of the last digit is not to look like a swing. */
  readonly leastSpan: number;
  readonly lines: readonly ChartLine[];
  /** Draws a line at zero. */
  readonly hasZero?: true;
}

/** The charts of a pack, the specification's order of importance. */
export const PACK_CHARTS: readonly ChartSpec[] = [
  {
    title: 'Pack voltage',
    unit: 'V',
    digits: 3,
    leastSpan: 0.1,
    lines: [{ column: 'packVoltageV', label: 'Pack', colour: '--action' }],
  },
  {
    title: 'Current',
    unit: 'A',
    digits: 2,
    leastSpan: 2,
    hasZero: true,
    lines: [{ column: 'currentA', label: 'Current, + charging', colour: '--action' }],
  },
  {
    title: 'State of charge',
    unit: '%',
    digits: 1,
    leastSpan: 2,
    lines: [{ column: 'socPercent', label: 'SoC', colour: '--good' }],
  },
  {
    title: 'Lowest and highest cell',
    unit: 'V',
    digits: 3,
    leastSpan: 0.02,
    lines: [
      { column: 'cellHighV', label: 'Highest', colour: '--watch' },
      { column: 'cellLowV', label: 'Lowest', colour: '--action', isDashed: true },
    ],
  },
];

export const PACK_COLUMNS: readonly SampleColumn[] = PACK_CHARTS.flatMap(({ lines }) =>
  lines.map(({ column }) => column),
);
