import type { SampleColumn } from '@batbot/core';

/** One line of a chart. `colour` is a CSS variable. */
export interface ChartLine {
  /** A column of the samples, or the name of a single cell or sensor. */
  readonly column: string;
  readonly label: string;
  readonly colour: string;
  /** Whether the line is dashed, to distinguish it without colour. */
  readonly isDashed?: true;
}

export interface ChartLimit {
  readonly column: SampleColumn;
  readonly value: number;
}

export interface ChartSpec {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** The minimum span of the value axis, so that noise in the last digit does not look like a change. */
  readonly leastSpan: number;
  readonly lines: readonly ChartLine[];
  /** Whether each value is that of a day. */
  readonly isDaily?: true;
  readonly hasZero?: true;
}

/** The charts of a pack, in the order of the specification. */
export const PACK_CHARTS: readonly ChartSpec[] = [
  {
    title: 'Pack voltage',
    unit: 'V',
    digits: 3,
    leastSpan: 0.1,
    lines: [{ column: 'packVoltageV', label: 'Pack', colour: '--series-voltage' }],
  },
  {
    title: 'Current',
    unit: 'A',
    digits: 2,
    leastSpan: 2,
    hasZero: true,
    lines: [{ column: 'currentA', label: 'Current, + charging', colour: '--series-current' }],
  },
  {
    title: 'State of charge',
    unit: '%',
    digits: 1,
    leastSpan: 2,
    lines: [{ column: 'socPercent', label: 'SoC', colour: '--series-charge' }],
  },
  {
    title: 'Lowest and highest cell',
    unit: 'V',
    digits: 3,
    leastSpan: 0.02,
    lines: [
      { column: 'cellHighV', label: 'Highest', colour: '--series-cell-high' },
      { column: 'cellLowV', label: 'Lowest', colour: '--series-cell-low', isDashed: true },
    ],
  },
];

/** Further charts, shown on demand. Power is calculated from other columns. */
export const MORE_CHARTS: readonly ChartSpec[] = [
  {
    title: 'Power',
    unit: 'W',
    digits: 0,
    leastSpan: 20,
    hasZero: true,
    lines: [{ column: 'powerW', label: 'Power, + charging', colour: '--series-power' }],
  },
  {
    title: 'Temperature',
    unit: '°C',
    digits: 1,
    leastSpan: 2,
    lines: [
      { column: 'temperatureHighC', label: 'Highest', colour: '--series-temperature' },
      {
        column: 'temperatureLowC',
        label: 'Lowest',
        colour: '--series-temperature',
        isDashed: true,
      },
    ],
  },
];

export const cellChart = (number: number): ChartSpec => ({
  title: `Cell ${number}`,
  unit: 'V',
  digits: 3,
  leastSpan: 0.02,
  lines: [{ column: 'cells', label: `Cell ${number}`, colour: '--series-voltage' }],
});

export const sensorChart = (number: number): ChartSpec => ({
  title: `Sensor ${number}`,
  unit: '°C',
  digits: 1,
  leastSpan: 2,
  lines: [{ column: 'sensors', label: `Sensor ${number}`, colour: '--series-temperature' }],
});

export const PACK_COLUMNS: readonly SampleColumn[] = [
  'packVoltageV',
  'currentA',
  'socPercent',
  'cellHighV',
  'cellLowV',
  'temperatureHighC',
  'temperatureLowC',
];
