import type { CsvSeparator } from '../prelude/csv.ts';
import { mapOk, ok, type Result } from '../prelude/result.ts';
import type { ArchiveError, SessionArchive } from '../ports/session-archive.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { CAPTURE_GAP, captureHeaderText, captureText } from '../protocol/capture.ts';
import {
  decodeBytes,
  decodeCells,
  decodeEvents,
  decodeSamples,
  detailAt,
  encodeCells,
  joinCells,
  type ByteRecord,
  type CellRecord,
  type ChunkKind,
  type SessionEvent,
} from './chunks.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { rereadSession, type ReadRows } from './reread.ts';
import { replayRows, type ReplayRow } from './replay.ts';
import {
  columnsOf,
  makeColumns,
  rowAt,
  sampleOfRow,
  sampleRow,
  type SampleColumns,
} from './sample-columns.ts';
import type { SampleSeries } from './sample-history.ts';
import { csvHead, csvRow, type CsvShape } from './session-csv.ts';
import type { SessionInfo } from './session-info.ts';

type Answer<T> = Promise<Result<T, ArchiveError>>;

/** Consecutive samples. `cells` contains their cells in the same rows. */
export interface Block {
  readonly columns: SampleColumns;
  readonly cells: CellRecord;
}

/** A sample with its monotonic time since the session's start and its UTC time, in milliseconds. */
interface TimedSample {
  readonly sample: PackSample;
  readonly ms: number;
  readonly wall: number;
}

export const blockOf = (rows: readonly TimedSample[]): Block => ({
  columns: columnsOf(rows.map(({ sample, ms, wall }) => sampleRow(sample, ms, wall))),
  cells: encodeCells(rows.map(({ sample }) => sample)),
});

/** A recorded session that was opened. The data of its charts is loaded; everything else is loaded on demand. */
export interface RecordedSession {
  /** The id of the user who recorded it. It is neither in the saved data nor in the plain exports. */
  readonly ownerId: string;
  readonly info: SessionInfo;
  readonly series: SampleSeries;
  readonly events: readonly SessionEvent[];
  /** The profile with which the samples were decoded again from the recorded bytes, if they were. */
  readonly rereadWith?: ReplyProfile;
  /** Number of damaged chunks that were skipped (ST-03). */
  readonly damaged: number;
  /** Returns one sample with all its cells; undefined if the index does not exist. */
  readonly sampleAt: (index: number) => Answer<PackSample | undefined>;
  /** Returns the samples from index `first` (default: all) in blocks of `rows`. Each block is made on demand. */
  readonly blocks: (rows: number, first?: number) => Answer<Iterable<Block>>;
  readonly replay: () => Answer<readonly ReplayRow[]>;
  /** Returns all bytes sent and received, in order, and the number of damaged chunks that were skipped. */
  readonly bytes: () => Answer<{
    readonly records: readonly ByteRecord[];
    readonly damaged: number;
  }>;
  /**
   * Returns the session as CSV by RFC 4180, in consecutive parts. Each part is made on demand (0.15 ms for each
   * sample).
   */
  readonly csv: (separator?: CsvSeparator) => Answer<Iterable<string>>;
  /**
   * Returns the session as JSON lines that the simulator replays, in parts. `name` is the current name, if the session
   * was renamed after opening.
   */
  readonly capture: (name?: string) => Answer<readonly string[]>;
}

/** The range of one chunk in the series. */
interface Span {
  readonly index: number;
  readonly from: number;
  readonly length: number;
}

const NO_CELLS = encodeCells([]);
const NO_SAMPLE: PackSample = {
  cellVoltagesV: [],
  temperaturesC: [],
  alarms: [],
  protections: [],
  lacksFaults: true,
};

const joinColumns = (parts: readonly SampleColumns[], length: number): SampleColumns =>
  makeColumns((name) => {
    const column = new Float64Array(length);
    let at = 0;
    for (const part of parts) {
      column.set(part[name], at);
      at += part[name].length;
    }
    return column;
  });

/**
 * Opens a session.
 *
 * @param profile the current profile of that kind of device: if it decodes the recorded replies, its values are shown
 * @param breathe called between the parts of long work, so that the page stays responsive
 */
export const openSession = async (
  archive: SessionArchive,
  userId: string,
  kept: SessionInfo,
  profile: ReplyProfile | undefined,
  breathe: () => Promise<void>,
): Answer<RecordedSession> => {
  const stored: ReadRows = (kind, range) => archive.read(userId, kept.id, kind, range);
  const reread =
    profile === undefined ? undefined : await rereadSession(stored, kept, profile, breathe);
  const { read, info } = reread ?? { read: stored, info: kept };

  /** Returns all chunks of one kind that can be decoded, and how many cannot. */
  const decoded = async <T>(kind: ChunkKind, decode: (data: unknown) => T | undefined) => {
    const rows = await read(kind);
    if (!rows.ok) return rows;
    const parts = rows.value.flatMap(({ index, data }) => {
      const part = decode(data);
      return part === undefined ? [] : [{ index, data: part }];
    });
    return ok({ parts, damaged: rows.value.length - parts.length });
  };

  const [samples, noted] = await Promise.all([
    decoded('samples', decodeSamples),
    decoded('events', decodeEvents),
  ]);
  if (!samples.ok) return samples;
  if (!noted.ok) return noted;
  const events = noted.value.parts.flatMap(({ data }) => data);

  const spans: Span[] = [];
  let length = 0;
  for (const { index, data } of samples.value.parts) {
    spans.push({ index, from: length, length: data.ms.length });
    length += data.ms.length;
  }
  const columns = joinColumns(
    samples.value.parts.map(({ data }) => data),
    length,
  );

  const sampleIn = (record: CellRecord, span: Span, index: number): PackSample =>
    sampleOfRow(rowAt(columns, index), detailAt(record, index - span.from));

  const sampleAt = async (index: number): Answer<PackSample | undefined> => {
    const span = spans.find(({ from, length: count }) => index >= from && index < from + count);
    if (span === undefined) return ok(undefined);
    return mapOk(await read('cells', { from: span.index, to: span.index }), ([row]) =>
      sampleIn(decodeCells(row?.data) ?? NO_CELLS, span, index),
    );
  };

  /** Returns the bytes in chunks. Undefined stands for a damaged chunk. */
  const byteChunks = async (): Answer<readonly (readonly ByteRecord[] | undefined)[]> =>
    mapOk(await read('bytes'), (rows) => rows.map(({ data }) => decodeBytes(data)));

  function* csvParts(
    records: ReadonlyMap<number, CellRecord>,
    shape: CsvShape,
  ): Generator<string, void> {
    yield csvHead(shape);
    const waiting = events.toSorted((a, b) => a.ms - b.ms);
    for (const span of spans) {
      const record = records.get(span.index) ?? NO_CELLS;
      let text = '';
      for (let index = span.from; index < span.from + span.length; index += 1) {
        const ms = columns.ms[index] ?? 0;
        // The last row gets all later events, so that no note is lost.
        const isLast = index === length - 1;
        const due = waiting.findIndex((event) => event.ms > ms);
        const mine = waiting.splice(0, isLast || due < 0 ? waiting.length : due);
        const sample = sampleIn(record, span, index);
        text += csvRow({ ms, wall: columns.wall[index] ?? 0, sample, events: mine }, shape);
      }
      yield text;
    }
    // In a session without samples each event has its own row, so that no note is lost.
    for (const event of length === 0 ? waiting : []) {
      yield csvRow({ ...event, sample: NO_SAMPLE, events: [event] }, shape);
    }
  }

  const cellRecords = async (): Answer<ReadonlyMap<number, CellRecord>> =>
    mapOk(
      await decoded('cells', decodeCells),
      ({ parts }) => new Map(parts.map(({ index, data }) => [index, data])),
    );

  function* blocksOf(
    records: ReadonlyMap<number, CellRecord>,
    rows: number,
    first: number,
  ): Generator<Block, void> {
    for (let from = first; from < length; from += rows) {
      const to = Math.min(from + rows, length);
      const parts = spans
        .filter((span) => span.from < to && span.from + span.length > from)
        .map((span) => ({
          record: records.get(span.index) ?? NO_CELLS,
          from: Math.max(from - span.from, 0),
          to: Math.min(to - span.from, span.length),
        }));
      yield {
        columns: makeColumns((name) => columns[name].slice(from, to)),
        cells: joinCells(parts),
      };
    }
  }

  const csv = async (separator: CsvSeparator = ','): Answer<Iterable<string>> => {
    const found = await cellRecords();
    if (!found.ok) return found;
    const records = found.value;
    const shape: CsvShape = {
      separator,
      cells: Math.max(0, ...Array.from(records.values(), ({ cells }) => cells)),
      temperatures: Math.max(0, ...Array.from(records.values(), (each) => each.temperatures)),
    };
    return ok({ [Symbol.iterator]: () => csvParts(records, shape) });
  };

  return ok({
    ownerId: userId,
    info,
    series: { startedAt: info.startedAt, length, columns },
    events,
    ...(reread === undefined || profile === undefined ? {} : { rereadWith: profile }),
    damaged: samples.value.damaged + noted.value.damaged,
    sampleAt,
    blocks: async (rows, first = 0) =>
      mapOk(await cellRecords(), (records) => ({
        [Symbol.iterator]: () => blocksOf(records, rows, first),
      })),
    bytes: async () =>
      mapOk(await byteChunks(), (all) => ({
        records: all.flatMap((chunk) => chunk ?? []),
        damaged: all.filter((chunk) => chunk === undefined).length,
      })),
    replay: async () => mapOk(await byteChunks(), (all) => replayRows(all, events)),
    csv,
    capture: async (name = info.name) => {
      const all = await byteChunks();
      if (!all.ok) return all;
      const { startedAt, device, baudRate } = info;
      const started = new Date(startedAt).toISOString();
      return ok([
        captureHeaderText({ name, startedAt: started, device, baudRate }),
        ...all.value.map((chunk) => (chunk === undefined ? CAPTURE_GAP : captureText(chunk))),
      ]);
    },
  });
};
