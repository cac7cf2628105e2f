import type { PackSample } from '../protocol/pack-sample.ts';
import {
  columnsOf,
  SAMPLE_COLUMNS,
  type SampleColumns,
  type SampleDetail,
  type SampleRow,
} from './sample-columns.ts';

/** The kinds of rows a session is kept in. `cells` stands beside `samples`, index by index: charts need only these. */
export type ChunkKind = 'samples' | 'cells' | 'bytes' | 'events';

/** A run of bytes on the line. */
export interface ByteRecord {
  readonly ms: number;
  readonly dir: 'rx' | 'tx';
  /** Of a command of the program's own, not of the user. */
  readonly background: boolean;
  readonly bytes: Uint8Array;
}

/** `system`: what happened to the line; `note`: the user's words; `marker`: where another pack or session begins. */
export interface SessionEvent {
  readonly ms: number;
  readonly wall: number;
  readonly kind: 'system' | 'note' | 'marker';
  readonly text: string;
}

export interface CellRecord {
  readonly cells: number;
  readonly temperatures: number;
  /** Row after row, `cells` values each; NaN is a cell that was not read. */
  readonly volts: Float32Array;
  readonly celsius: Float32Array;
  readonly balancing: Uint8Array;
}

export const encodeSamples = (rows: readonly SampleRow[]): object => columnsOf(rows);

export const encodeCells = (samples: readonly PackSample[]): CellRecord => {
  const cells = Math.max(0, ...samples.map((sample) => sample.cellVoltagesV.length));
  const temperatures = Math.max(0, ...samples.map((sample) => sample.temperaturesC.length));
  const volts = new Float32Array(samples.length * cells).fill(Number.NaN);
  const celsius = new Float32Array(samples.length * temperatures).fill(Number.NaN);
  const balancing = new Uint8Array(samples.length * cells);
  for (const [row, sample] of samples.entries()) {
    for (const [cell, value] of sample.cellVoltagesV.entries()) {
      volts[row * cells + cell] = value ?? Number.NaN;
      balancing[row * cells + cell] = sample.balancing[cell] === true ? 1 : 0;
    }
    for (const [sensor, value] of sample.temperaturesC.entries()) {
      celsius[row * temperatures + sensor] = value ?? Number.NaN;
    }
  }
  return { cells, temperatures, volts, celsius, balancing };
};

interface ByteColumns {
  readonly ms: Float64Array;
  /** Bit 0: sent; bit 1: background. */
  readonly flags: Uint8Array;
  readonly lengths: Uint32Array;
  readonly data: Uint8Array;
}

export const encodeBytes = (records: readonly ByteRecord[]): ByteColumns => {
  const data = new Uint8Array(records.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of records) {
    data.set(bytes, at);
    at += bytes.length;
  }
  return {
    ms: Float64Array.from(records, ({ ms }) => ms),
    flags: Uint8Array.from(
      records,
      (each) => (each.dir === 'tx' ? 1 : 0) + (each.background ? 2 : 0),
    ),
    lengths: Uint32Array.from(records, ({ bytes }) => bytes.length),
    data,
  };
};

export const encodeEvents = (events: readonly SessionEvent[]): object => ({ events });

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' && data !== null ? (data as Fields) : {}; // any object may be asked for fields

/** Undefined when the row is none of ours, or damaged (ST-03). */
export const decodeSamples = (data: unknown): SampleColumns | undefined => {
  const fields = fieldsOf(data);
  const length = fields['ms'] instanceof Float64Array ? fields['ms'].length : -1;
  const isWhole = SAMPLE_COLUMNS.every((name) => {
    const column = fields[name];
    return column instanceof Float64Array && column.length === length;
  });
  return isWhole ? (fields as SampleColumns) : undefined; // every column was just looked at
};

export const decodeCells = (data: unknown): CellRecord | undefined => {
  const { cells, temperatures, volts, celsius, balancing } = fieldsOf(data);
  const isWhole =
    typeof cells === 'number' &&
    typeof temperatures === 'number' &&
    volts instanceof Float32Array &&
    celsius instanceof Float32Array &&
    balancing instanceof Uint8Array &&
    volts.length === balancing.length;
  return isWhole ? { cells, temperatures, volts, celsius, balancing } : undefined;
};

/** 32-bit floats carry seven digits: back to what the device told, a tenth of a millivolt at the finest. */
const told = (value: number | undefined, digits: number): number | null =>
  value === undefined || Number.isNaN(value) ? null : Number(value.toFixed(digits));

export const detailAt = (record: CellRecord, row: number): SampleDetail => {
  const { cells, temperatures, volts, celsius, balancing } = record;
  const from = row * cells;
  return {
    cellVoltagesV: Array.from(volts.subarray(from, from + cells), (each) => told(each, 4)),
    temperaturesC: Array.from(
      celsius.subarray(row * temperatures, (row + 1) * temperatures),
      (each) => told(each, 2),
    ),
    balancing: Array.from(balancing.subarray(from, from + cells), (each) => each === 1),
  };
};

export const decodeBytes = (raw: unknown): readonly ByteRecord[] | undefined => {
  const { ms, flags, lengths, data } = fieldsOf(raw);
  const isWhole =
    ms instanceof Float64Array &&
    flags instanceof Uint8Array &&
    lengths instanceof Uint32Array &&
    data instanceof Uint8Array &&
    ms.length === flags.length &&
    ms.length === lengths.length &&
    lengths.reduce((sum, length) => sum + length, 0) === data.length;
  if (!isWhole) return undefined;
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

const EVENT_KINDS = new Set<unknown>(['system', 'note', 'marker']);

const isEvent = (value: unknown): value is SessionEvent => {
  const { ms, wall, kind, text } = fieldsOf(value);
  return (
    typeof ms === 'number' &&
    typeof wall === 'number' &&
    EVENT_KINDS.has(kind) &&
    typeof text === 'string'
  );
};

export const decodeEvents = (data: unknown): readonly SessionEvent[] | undefined => {
  const { events } = fieldsOf(data);
  return Array.isArray(events) && events.every(isEvent) ? events : undefined;
};
