import {
  FAULTS,
  faultsOf,
  SCALARS,
  type Fault,
  type PackSample,
  type ScalarKey,
} from '../protocol/pack-sample.ts';
import { cellStats, extremeSensor } from '../telemetry/pack-summary.ts';

/**
 * The columns of a sample without its single cells, as one row of numbers. NaN means "not reported". `ms` is monotonic
 * time since the session's start, `wall` is UTC in milliseconds (ST-07). `switches`, `alarms`, `protections` are the
 * dialect's bits. Earlier versions wrote 0 for faults that were not reported.
 */
export const SAMPLE_COLUMNS = [
  'ms',
  'wall',
  ...SCALARS,
  'switches',
  'alarms',
  'protections',
  'cellLowV',
  'cellHighV',
  'cellLowNumber',
  'cellHighNumber',
  'temperatureLowC',
  'temperatureHighC',
] as const;

export type SampleColumn = (typeof SAMPLE_COLUMNS)[number];
export type SampleRow = Readonly<Record<SampleColumn, number>>;

/** The columns of several rows, all of the same length. */
export type SampleColumns = Readonly<Record<SampleColumn, Float64Array>>;

export const bitsOf = (faults: readonly Fault[]): number =>
  faults.reduce((bits, fault) => bits | (1 << FAULTS.indexOf(fault)), 0);

export const SWITCHES = ['charge', 'discharge', 'precharge'] as const;

/**
 * Encodes the switches: bits 0 to 2 are set if closed, bits 3 to 5 if not reported, so that rows of earlier versions
 * keep their meaning.
 */
const switchBits = ({ switches }: PackSample): number =>
  switches === undefined
    ? Number.NaN
    : SWITCHES.reduce((bits, name, bit) => {
        const isClosed = switches[name];
        return bits | (isClosed === undefined ? 8 << bit : isClosed ? 1 << bit : 0);
      }, 0);

const switchesOf = (bits: number): NonNullable<PackSample['switches']> =>
  Object.fromEntries(
    SWITCHES.flatMap((name, bit) =>
      (bits & (8 << bit)) > 0 ? [] : [[name, (bits & (1 << bit)) > 0]],
    ),
  );

export const sampleRow = (sample: PackSample, ms: number, wall: number): SampleRow => {
  const cells = cellStats(sample.cellVoltagesV);
  const row = {
    ms,
    wall,
    switches: switchBits(sample),
    alarms: sample.lacksFaults === true ? Number.NaN : bitsOf(sample.alarms),
    protections: sample.lacksFaults === true ? Number.NaN : bitsOf(sample.protections),
    cellLowV: cells?.lowest.volts ?? Number.NaN,
    cellHighV: cells?.highest.volts ?? Number.NaN,
    cellLowNumber: cells?.lowest.number ?? Number.NaN,
    cellHighNumber: cells?.highest.number ?? Number.NaN,
    temperatureLowC: extremeSensor(sample, -1)?.celsius ?? Number.NaN,
    temperatureHighC: extremeSensor(sample, 1)?.celsius ?? Number.NaN,
  } as Record<SampleColumn, number>; // the others follow: an object with a spread would take five times as long
  for (const name of SCALARS) row[name] = sample[name] ?? Number.NaN;
  return row;
};

/** The values of every cell and sensor of one sample. */
export type SampleDetail = Pick<PackSample, 'cellVoltagesV' | 'temperaturesC' | 'balancing'>;

export const sampleOfRow = (row: SampleRow, detail: SampleDetail): PackSample => {
  const values = SCALARS.flatMap((name) => (Number.isNaN(row[name]) ? [] : [[name, row[name]]]));
  return {
    ...(Object.fromEntries(values) as Pick<PackSample, ScalarKey>), // reported values only
    ...(Number.isNaN(row.switches) ? {} : { switches: switchesOf(row.switches) }),
    alarms: faultsOf(row.alarms),
    protections: faultsOf(row.protections),
    ...(Number.isNaN(row.alarms) ? { lacksFaults: true } : {}),
    ...detail,
  };
};

export const rowAt = (columns: SampleColumns, index: number): SampleRow =>
  Object.fromEntries(
    SAMPLE_COLUMNS.map((name) => [name, columns[name][index] ?? Number.NaN]),
  ) as SampleRow; // one entry per column

/** Creates columns. `fill` returns the values of each column. */
export const makeColumns = (fill: (name: SampleColumn) => Float64Array): SampleColumns =>
  Object.fromEntries(SAMPLE_COLUMNS.map((name) => [name, fill(name)])) as SampleColumns; // one per name

export const columnsOf = (rows: readonly SampleRow[]): SampleColumns =>
  makeColumns((name) => new Float64Array(rows.map((row) => row[name])));

/** The length of three missed polls. Charts draw no line across a longer gap. */
export const GAP_MS = 6_500;
/**
 * Difference by which the wall clock and the monotonic clock diverge only if the computer slept or its clock was set.
 */
const CLOCK_PART_MS = 5_000;

/** True if there is a gap between a row and the previous one. */
export const isGap = ({ ms, wall }: SampleColumns, index: number): boolean => {
  if (index <= 0) return false;
  const passed = (ms[index] ?? 0) - (ms[index - 1] ?? 0);
  const shown = (wall[index] ?? 0) - (wall[index - 1] ?? 0);
  return passed > GAP_MS || Math.abs(shown - passed) > CLOCK_PART_MS;
};
