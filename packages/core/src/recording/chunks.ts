import * as v from 'valibot';
import { joinBytes } from '../prelude/join-bytes.ts';
import { readAs } from '../prelude/schema.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { TEXT } from './session-info.ts';
import { SAMPLE_COLUMNS, type SampleColumns, type SampleDetail } from './sample-columns.ts';

/** The kinds of chunks of a session. Chunk n of `cells` belongs to chunk n of `samples`. Charts need only `samples`. */
export type ChunkKind = 'samples' | 'cells' | 'bytes' | 'events';

/** Consecutive bytes of one direction. */
export interface ByteRecord {
  readonly ms: number;
  readonly dir: 'rx' | 'tx';
  /** True for app traffic, false for traffic of the user. */
  readonly background: boolean;
  readonly bytes: Uint8Array;
}

const SAMPLES = v.object(
  Object.fromEntries(SAMPLE_COLUMNS.map((name) => [name, v.instance(Float64Array)])),
);

/** Whether a table of this width has whole rows. A table without values has no columns. */
const isTable = ({ length }: Float32Array, width: number): boolean =>
  length === 0 ? width === 0 : width > 0 && length % width === 0;

const CELLS = v.pipe(
  v.object({
    cells: v.number(),
    temperatures: v.number(),
    /** Cell voltages in V, row after row, with `cells` values each. NaN for a cell that was not read. */
    volts: v.instance(Float32Array),
    celsius: v.instance(Float32Array),
    balancing: v.instance(Uint8Array),
  }),
  v.check(
    ({ cells, temperatures, volts, celsius, balancing }) =>
      volts.length === balancing.length &&
      isTable(volts, cells) &&
      isTable(celsius, temperatures) &&
      (cells === 0 || temperatures === 0 || volts.length / cells === celsius.length / temperatures),
  ),
);
export type CellRecord = Readonly<v.InferOutput<typeof CELLS>>;

const BYTES = v.pipe(
  v.object({
    ms: v.instance(Float64Array),
    /** Bit 0: sent; bit 1: background. */
    flags: v.instance(Uint8Array),
    lengths: v.instance(Uint32Array),
    data: v.instance(Uint8Array),
  }),
  v.check(
    ({ ms, flags, lengths, data }) =>
      ms.length === flags.length &&
      ms.length === lengths.length &&
      lengths.reduce((sum, length) => sum + length, 0) === data.length,
  ),
);

const EVENT = v.object({
  ms: v.number(),
  wall: v.number(),
  kind: v.picklist(['system', 'note', 'marker']),
  text: TEXT,
});
/**
 * An event of a session. `system`: a change of the connection; `note`: a text of the user; `marker`: the beginning of
 * another pack or session.
 */
export type SessionEvent = Readonly<v.InferOutput<typeof EVENT>>;

const EVENTS = v.object({ events: v.array(EVENT) });

/** The value in `balancing` for a cell whose state was not reported. 0 and 1 are the reported states. */
const NOT_REPORTED = 2;

export const encodeCells = (samples: readonly PackSample[]): CellRecord => {
  const cells = Math.max(0, ...samples.map((sample) => sample.cellVoltagesV.length));
  const temperatures = Math.max(0, ...samples.map((sample) => sample.temperaturesC.length));
  const volts = new Float32Array(samples.length * cells).fill(Number.NaN);
  const celsius = new Float32Array(samples.length * temperatures).fill(Number.NaN);
  const balancing = new Uint8Array(samples.length * cells);
  for (const [row, sample] of samples.entries()) {
    if (sample.balancing === undefined) {
      balancing.fill(NOT_REPORTED, row * cells, (row + 1) * cells);
    }
    for (const [cell, value] of sample.cellVoltagesV.entries()) {
      volts[row * cells + cell] = value ?? Number.NaN;
      if (sample.balancing?.[cell] === true) balancing[row * cells + cell] = 1;
    }
    for (const [sensor, value] of sample.temperaturesC.entries()) {
      celsius[row * temperatures + sensor] = value ?? Number.NaN;
    }
  }
  return { cells, temperatures, volts, celsius, balancing };
};

/** Rows of a record: from the first one to before the last one. */
interface CellRows {
  readonly record: CellRecord;
  readonly from: number;
  readonly to: number;
}

/** Joins rows of records without rounding. A cell or sensor that a record does not have is unknown. */
export const joinCells = (parts: readonly CellRows[]): CellRecord => {
  const rows = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const cells = Math.max(0, ...parts.map(({ record }) => record.cells));
  const temperatures = Math.max(0, ...parts.map(({ record }) => record.temperatures));
  const volts = new Float32Array(rows * cells).fill(Number.NaN);
  const celsius = new Float32Array(rows * temperatures).fill(Number.NaN);
  const balancing = new Uint8Array(rows * cells);
  let at = 0;
  for (const { record, from, to } of parts) {
    const isSame = record.cells === cells && record.temperatures === temperatures;
    const step = isSame ? to - from : 1;
    for (let row = from; row < to; row += step, at += step) {
      const [first, end] = [row * record.cells, (row + step) * record.cells];
      volts.set(record.volts.subarray(first, end), at * cells);
      balancing.set(record.balancing.subarray(first, end), at * cells);
      if (record.cells === 0) balancing.fill(NOT_REPORTED, at * cells, (at + step) * cells);
      const sensors = record.celsius.subarray(
        row * record.temperatures,
        (row + step) * record.temperatures,
      );
      celsius.set(sensors, at * temperatures);
    }
  }
  return { cells, temperatures, volts, celsius, balancing };
};

export const encodeBytes = (records: readonly ByteRecord[]): v.InferOutput<typeof BYTES> => ({
  ms: Float64Array.from(records, ({ ms }) => ms),
  flags: Uint8Array.from(
    records,
    (each) => (each.dir === 'tx' ? 1 : 0) | (each.background ? 2 : 0),
  ),
  lengths: Uint32Array.from(records, ({ bytes }) => bytes.length),
  data: joinBytes(records.map(({ bytes }) => bytes)),
});

// Each decoder returns undefined if a chunk is damaged or has an unknown format (ST-03).

export const decodeSamples = (data: unknown): SampleColumns | undefined => {
  const columns = readAs(SAMPLES, data);
  if (columns === undefined) return undefined;
  const lengths = new Set(Object.values(columns).map(({ length }) => length));
  return lengths.size === 1 ? (columns as SampleColumns) : undefined; // every column was just checked
};

export const decodeCells = (data: unknown): CellRecord | undefined => readAs(CELLS, data);

/**
 * Rounds a 32-bit float, which has seven digits, to the precision of the device: at the finest a tenth of a millivolt.
 */
const rounded = (value: number, digits: number): number | null =>
  Number.isNaN(value) ? null : Number(value.toFixed(digits));

export const detailAt = (record: CellRecord, row: number): SampleDetail => {
  const { cells, temperatures, volts, celsius, balancing } = record;
  const from = row * cells;
  const bits = balancing.subarray(from, from + cells);
  return {
    cellVoltagesV: Array.from(volts.subarray(from, from + cells), (each) => rounded(each, 4)),
    temperaturesC: Array.from(
      celsius.subarray(row * temperatures, (row + 1) * temperatures),
      (each) => rounded(each, 2),
    ),
    ...(bits.length === 0 || bits.includes(NOT_REPORTED)
      ? {}
      : { balancing: Array.from(bits, (each) => each === 1) }),
  };
};

export const decodeBytes = (raw: unknown): readonly ByteRecord[] | undefined => {
  const columns = readAs(BYTES, raw);
  if (columns === undefined) return undefined;
  const { ms, flags, lengths, data } = columns;
  let at = 0;
  return Array.from(ms, (time, index) => {
    const length = lengths[index] ?? 0;
    const flag = flags[index] ?? 0;
    at += length;
    return {
      ms: time,
      dir: (flag & 1) === 1 ? 'tx' : 'rx',
      background: (flag & 2) === 2,
      bytes: data.subarray(at - length, at),
    };
  });
};

export const decodeEvents = (data: unknown): readonly SessionEvent[] | undefined =>
  readAs(EVENTS, data)?.events;
