import * as v from 'valibot';
import { joinBytes } from '../prelude/join-bytes.ts';
import { jsonFile, wholeNumber } from '../prelude/schema.ts';
import { atOnce, type Slices } from '../prelude/slices.ts';
import type { CellRecord } from '../recording/chunks.ts';
import type { Block } from '../recording/recorded-session.ts';
import { makeColumns, SAMPLE_COLUMNS, type SampleColumn } from '../recording/sample-columns.ts';

/**
 * The format of packed samples, which compresses well. Each column holds one value of all rows. The columns are those
 * of SAMPLE_COLUMNS, the mean of the cell voltages, the difference of each cell from the mean, the balancing of each
 * cell, and the temperatures. A value is a whole number of its unit. Its code is 0 for an unknown value; otherwise it
 * is one more than the zigzag number (0, -1, 1, -2 …) of the difference from the last known value. The codes of a
 * column are stored as byte planes: the low bytes of all rows, then the next bytes. The file consists of the length of
 * the head as a 32-bit number, low byte first, the head as JSON, and the planes of all columns.
 */
const VERSION = 1;

/** The number of decimal digits that are kept. */
const DIGITS: Readonly<Record<SampleColumn, number>> = {
  ms: 0,
  wall: 0,
  packVoltageV: 3,
  currentA: 3,
  socPercent: 2,
  sohPercent: 2,
  designCapacityAh: 3,
  remainingAh: 3,
  cycles: 1,
  sequence: 0,
  uptimeS: 0,
  switches: 0,
  alarms: 0,
  protections: 0,
  cellLowV: 3,
  cellHighV: 3,
  cellLowNumber: 0,
  cellHighNumber: 0,
  temperatureLowC: 1,
  temperatureHighC: 1,
};
const VOLT_DIGITS = 3;
const CELSIUS_DIGITS = 1;

/** The largest code. A larger number has no exact code and is stored as unknown. */
const LARGEST = 2 ** 50;
/** Maximum number of bytes of a code. */
const WIDEST = 7;
/**
 * Maximum number of values of a file. It is far above what a device reports, and low enough that a wrong head does not
 * cause a large allocation.
 */
const MOST_VALUES = 8_000_000;
const HEAD_BYTES = 200_000;

const HEAD = jsonFile({
  mostCharacters: HEAD_BYTES,
  schema: v.object({
    version: v.literal(VERSION),
    rows: wholeNumber(0, MOST_VALUES),
    cells: wholeNumber(0, MOST_VALUES),
    temperatures: wholeNumber(0, MOST_VALUES),
    /** The bytes per value of each column. */
    widths: v.array(wholeNumber(0, WIDEST)),
  }),
});

/** A column of the file: the values of all rows are `stride` apart in an array. `base` is subtracted, in its unit. */
interface Column {
  readonly digits: number;
  readonly values: Float64Array | Float32Array | Uint8Array;
  readonly first: number;
  readonly stride: number;
  readonly base: Float64Array | undefined;
}

/** Returns the columns of the file in their order. `means`: the mean of the cells of each row in mV. */
const columnsOf = ({ columns, cells: record }: Block, means: Float64Array): readonly Column[] => {
  const { cells, temperatures, volts, celsius, balancing } = record;
  const across = (
    count: number,
    values: Column['values'],
    digits: number,
    base?: Float64Array,
  ): readonly Column[] =>
    Array.from({ length: count }, (_, first) => ({ digits, values, first, stride: count, base }));
  return [
    ...SAMPLE_COLUMNS.flatMap((name) => across(1, columns[name], DIGITS[name])),
    ...across(1, means, 0),
    ...across(cells, volts, VOLT_DIGITS, means),
    ...across(cells, balancing, 0),
    ...across(temperatures, celsius, CELSIUS_DIGITS),
  ];
};

const packColumn = (
  rows: number,
  { digits, values, first, stride, base }: Column,
): readonly Uint8Array[] => {
  const codes = new Float64Array(rows);
  let last = 0;
  let largest = 0;
  for (let row = 0; row < rows; row += 1) {
    const number = values[first + row * stride] ?? Number.NaN;
    const value = Math.round(number * 10 ** digits) - (base?.[row] ?? 0);
    if (!(Math.abs(value) <= LARGEST)) continue;
    const step = value - last;
    last = value;
    const code = step < 0 ? -2 * step : 2 * step + 1;
    codes[row] = code;
    largest = Math.max(largest, code);
  }
  const planes: Uint8Array[] = [];
  for (let unit = 1; unit <= largest; unit *= 256) {
    planes.push(Uint8Array.from(codes, (code) => Math.floor(code / unit) % 256));
  }
  return planes;
};

const unpackColumn = (
  planes: Uint8Array,
  rows: number,
  { digits, values, first, stride, base }: Column,
): void => {
  const unit = 10 ** digits;
  let last = 0;
  for (let row = 0; row < rows; row += 1) {
    let code = 0;
    for (let at = planes.length - rows + row; at >= 0; at -= rows) {
      code = code * 256 + (planes[at] ?? 0);
    }
    if (code > 0) last += code % 2 === 0 ? -code / 2 : (code - 1) / 2;
    values[first + row * stride] = code === 0 ? Number.NaN : (last + (base?.[row] ?? 0)) / unit;
  }
};

/** Returns the mean of the known cells of each row, in mV; NaN if no cell is known. */
const cellMeans = ({ cells, volts }: CellRecord, rows: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => {
    const known = volts.subarray(row * cells, (row + 1) * cells).filter(Number.isFinite);
    return Math.round((known.reduce((sum, each) => sum + each, 0) / known.length) * 1_000);
  });

/** Packs samples: voltages to 1 mV, temperatures to 0.1 °C, times to 1 ms. Unknown values stay unknown. */
export const packBlock = (block: Block): Uint8Array<ArrayBuffer> => {
  const { cells, temperatures } = block.cells;
  const rows = block.columns.ms.length;
  const packed = columnsOf(block, cellMeans(block.cells, rows)).map((each) =>
    packColumn(rows, each),
  );
  const widths = packed.map(({ length }) => length);
  const head = new TextEncoder().encode(
    JSON.stringify({ version: VERSION, rows, cells, temperatures, widths }),
  );
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return joinBytes([length, head, ...packed.flat()]);
};

/** Unpacks samples in slices of one column; undefined for bytes that are damaged or of another version. */
export function* unpackInSlices(bytes: Uint8Array): Slices<Block | undefined> {
  if (bytes.length < 4) return undefined;
  const headBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (headBytes > HEAD_BYTES) return undefined;
  const end = 4 + headBytes;
  const head = HEAD.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  if (!head.ok) return undefined;
  const planes = bytes.subarray(end);
  const { rows, cells, temperatures, widths } = head.value;
  const length = rows * widths.reduce((sum, width) => sum + width, 0);
  const count = SAMPLE_COLUMNS.length + 1 + 2 * cells + temperatures;
  if (widths.length !== count || planes.length !== length || rows * count > MOST_VALUES) {
    return undefined;
  }
  const block = {
    columns: makeColumns(() => new Float64Array(rows)),
    cells: {
      cells,
      temperatures,
      volts: new Float32Array(rows * cells),
      celsius: new Float32Array(rows * temperatures),
      balancing: new Uint8Array(rows * cells),
    },
  };
  let at = 0;
  for (const [index, column] of columnsOf(block, new Float64Array(rows)).entries()) {
    const to = at + rows * (widths[index] ?? 0);
    unpackColumn(planes.subarray(at, to), rows, column);
    at = to;
    yield;
  }
  return block;
}

/** Unpacks samples at once; see `unpackInSlices`. */
export const unpackBlock = (bytes: Uint8Array): Block | undefined => atOnce(unpackInSlices(bytes));
