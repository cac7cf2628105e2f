import { atOnce, type Slices } from '../prelude/slices.ts';
import type { SampleColumns } from '../recording/sample-columns.ts';

/** The columns of a recording that the analysis reads. NaN means "not reported". */
const USED = [
  'ms',
  'wall',
  'packVoltageV',
  'currentA',
  'socPercent',
  'sohPercent',
  'designCapacityAh',
  'temperatureLowC',
  'temperatureHighC',
] as const satisfies readonly (keyof SampleColumns)[];

/** A recording as columns of equal length. Times are in ms, the current in A is positive while charging. */
export type PackColumns = Readonly<Record<(typeof USED)[number], Float64Array>> & {
  readonly rows: number;
  readonly cells: number;
  /** Cell voltages in V, row after row, with `cells` values each; NaN for a cell that was not read. */
  readonly volts: Float32Array;
};

/** Consecutive samples of a recording. */
export interface AnalysedBlock {
  readonly columns: Pick<SampleColumns, (typeof USED)[number]>;
  readonly cells: { readonly cells: number; readonly volts: Float32Array };
}

/** Joins the blocks of one recording, in slices of one block. A cell that a block does not have is unknown there. */
export function* packInSlices(blocks: readonly AnalysedBlock[]): Slices<PackColumns> {
  const rows = blocks.reduce((sum, { columns }) => sum + columns.ms.length, 0);
  const cells = Math.max(0, ...blocks.map((block) => block.cells.cells));
  const volts = new Float32Array(rows * cells);
  const joined = Object.fromEntries(USED.map((name) => [name, new Float64Array(rows)])) as Record<
    (typeof USED)[number],
    Float64Array
  >; // one entry per name
  let at = 0;
  for (const { columns, cells: record } of blocks) {
    const length = columns.ms.length;
    for (const name of USED) joined[name].set(columns[name], at);
    if (record.cells === cells && record.volts.length === length * cells) {
      volts.set(record.volts, at * cells);
    } else {
      volts.fill(Number.NaN, at * cells, (at + length) * cells);
      const known = record.volts.length === length * record.cells ? record.cells : 0;
      for (let row = 0; row < length; row += 1) {
        const from = row * known;
        volts.set(record.volts.subarray(from, from + known), (at + row) * cells);
      }
    }
    at += length;
    yield;
  }
  return { ...joined, rows, cells, volts };
}

/** Joins the blocks of one recording at once; see `packInSlices`. */
export const packColumns = (blocks: readonly AnalysedBlock[]): PackColumns =>
  atOnce(packInSlices(blocks));

export const DESIGN_TEXT = 'the design capacity of the pack';
export const REPORTED_SOC_TEXT = 'the state of charge that the BMS reports';

/** The longest time in s between two samples of which the second continues the first: three missed polls. */
export const GAP_S = 6.5;

/** Returns the seconds between a row and the previous one; Infinity for the first row and if time ran backwards. */
export const secondsBefore = ({ ms }: Pick<PackColumns, 'ms'>, row: number): number => {
  const passed = ((ms[row] ?? Number.NaN) - (ms[row - 1] ?? Number.NaN)) / 1_000;
  return passed > 0 ? passed : Number.POSITIVE_INFINITY;
};

/** As `secondsBefore`, but 0 for a sample with the same time as the one before: a file may have times in whole seconds. */
export const secondsPassed = (columns: Pick<PackColumns, 'ms'>, row: number): number =>
  row > 0 && columns.ms[row] === columns.ms[row - 1] ? 0 : secondsBefore(columns, row);

/**
 * Returns the design capacity in Ah: the given one, or else the one that the BMS reports; undefined if neither is known.
 * 0 is not a capacity.
 */
export const designCapacity = (
  { designCapacityAh }: PackColumns,
  given?: number,
): number | undefined =>
  given !== undefined && given > 0 ? given : designCapacityAh.findLast((each) => each > 0);
