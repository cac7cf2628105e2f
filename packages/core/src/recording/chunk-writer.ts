import type { ArchiveChunk } from '../ports/session-archive.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { encodeBytes, encodeCells, type ByteRecord, type SessionEvent } from './chunks.ts';
import { columnsOf, SAMPLE_COLUMNS, type SampleRow } from './sample-columns.ts';

/** About a minute of polls. A day is then 1,350 chunks, and rewriting the open chunk is cheap. */
const SAMPLES_PER_CHUNK = 32;
const BYTES_PER_CHUNK = 32_768;
const RECORDS_PER_CHUNK = 512;
const EVENTS_PER_CHUNK = 64;

/**
 * The chunks that are not in the archive yet. Call `confirm` once they are saved; until then, `unsaved` returns them
 * again.
 */
export interface Unsaved {
  readonly chunks: readonly ArchiveChunk[];
  readonly confirm: () => void;
}

interface Part<Row> {
  readonly index: number;
  readonly rows: Row[];
  /** Number of rows that are already in the archive. */
  saved: number;
}

interface Track<Row> {
  readonly add: (row: Row) => void;
  readonly unsaved: () => Unsaved;
  readonly forgetSaved: () => void;
}

const createTrack = <Row>(
  isFull: (rows: readonly Row[]) => boolean,
  encode: (rows: readonly Row[], index: number) => readonly ArchiveChunk[],
): Track<Row> => {
  let parts: Part<Row>[] = [];
  let next = 0;
  /** Number of times that the archive lost its data. */
  let losses = 0;

  const open = (): Part<Row> => {
    const last = parts.at(-1);
    if (last !== undefined && !isFull(last.rows)) return last;
    const part: Part<Row> = { index: next, rows: [], saved: 0 };
    next += 1;
    parts.push(part);
    return part;
  };

  return {
    add: (row) => open().rows.push(row),
    unsaved: () => {
      const due = parts.filter((part) => part.rows.length > part.saved);
      const counts = due.map((part) => part.rows.length);
      const lossesBefore = losses;
      return {
        chunks: due.flatMap((part) => encode(part.rows, part.index)),
        confirm: () => {
          if (losses !== lossesBefore) return; // what was saved may be lost already
          for (const [at, part] of due.entries()) part.saved = counts[at] ?? 0;
          parts = parts.filter((part) => !isFull(part.rows) || part.saved < part.rows.length);
        },
      };
    },
    forgetSaved: () => {
      losses += 1;
      for (const part of parts) part.saved = 0;
    },
  };
};

interface SampleEntry {
  readonly row: SampleRow;
  readonly sample: PackSample;
}

export const createChunkWriter = () => {
  let stored = 0;
  const samples = createTrack<SampleEntry>(
    (rows) => rows.length >= SAMPLES_PER_CHUNK,
    (rows, index) => [
      { kind: 'samples', index, data: columnsOf(rows.map(({ row }) => row)) },
      { kind: 'cells', index, data: encodeCells(rows.map(({ sample }) => sample)) },
    ],
  );
  const bytes = createTrack<ByteRecord>(
    (rows) =>
      rows.length >= RECORDS_PER_CHUNK ||
      rows.reduce((sum, each) => sum + each.bytes.length, 0) >= BYTES_PER_CHUNK,
    (rows, index) => [{ kind: 'bytes', index, data: encodeBytes(rows) }],
  );
  const events = createTrack<SessionEvent>(
    (rows) => rows.length >= EVENTS_PER_CHUNK,
    (rows, index) => [{ kind: 'events', index, data: { events: rows } }],
  );

  const tracks = [samples, bytes, events];
  return {
    addSample: (row: SampleRow, sample: PackSample): void => {
      stored += SAMPLE_COLUMNS.length * 8;
      stored += sample.cellVoltagesV.length * 5 + sample.temperaturesC.length * 4;
      samples.add({ row, sample });
    },
    addBytes: (record: ByteRecord): void => {
      stored += record.bytes.length + 13;
      bytes.add(record);
    },
    addEvent: (event: SessionEvent): void => {
      stored += event.text.length * 2 + 32;
      events.add(event);
    },
    unsaved: (): Unsaved => {
      const parts = tracks.map((track) => track.unsaved());
      return {
        chunks: parts.flatMap(({ chunks }) => chunks),
        confirm: () => {
          for (const part of parts) part.confirm();
        },
      };
    },
    /** Call it when the archive has lost its data: the chunks still in memory count as unsaved again. */
    forgetSaved: (): void => {
      for (const track of tracks) track.forgetSaved();
    },
    /** Estimated size of the session in the archive, in bytes. */
    storedBytes: (): number => stored,
  };
};

/** Collects a session into chunks. The open chunk of each kind is written again until it is full. */
export type ChunkWriter = ReturnType<typeof createChunkWriter>;
