import type { ArchiveChunk } from '../ports/session-archive.ts';
import { utcText } from '../prelude/csv.ts';
import type { SessionEvent } from '../recording/chunks.ts';
import { blockOf } from '../recording/recorded-session.ts';
import {
  cleanName,
  LONGEST_TEXT,
  SESSION_VERSION,
  type SessionInfo,
} from '../recording/session-info.ts';
import type { SampleRowRead } from './sample-rows.ts';

/** Samples of one session. A longer file becomes several sessions, each saved in one write. */
const MOST_SAMPLES = 50_000;
/** Values of the cells and sensors of one session, which limit it for packs with many cells. */
const MOST_VALUES = 2_000_000;
const ROWS_PER_CHUNK = 500;
const BYTES_PER_SAMPLE = 160;
const BYTES_PER_VALUE = 5;

/** A session in the form that the archive stores. */
export interface SessionPart {
  readonly info: SessionInfo;
  readonly chunks: readonly ArchiveChunk[];
}

export interface SessionPartsOptions {
  /** The id of the import. The same rows get the same ids of sessions. */
  readonly importId: string;
  readonly fileName: string;
  /** What the file does not state, so that the user chose it, as a sentence. It becomes an event of the session. */
  readonly assumed?: string | undefined;
}

/** Collects samples into sessions. `add` returns a session when it is full, `end` the last one. */
export const createSessionParts = ({ importId, fileName, assumed }: SessionPartsOptions) => {
  let count = 0;
  let rows: SampleRowRead[] = [];
  let chunks: ArchiveChunk[] = [];
  let events: SessionEvent[] = [];
  let start: SampleRowRead | undefined;
  let last: SampleRowRead | undefined;
  let samples = 0;
  let values = 0;

  const endChunk = (): void => {
    if (rows.length === 0) return;
    const index = chunks.length / 2;
    const since = start?.ms ?? 0;
    const { columns, cells } = blockOf(
      rows.map(({ ms, wall, sample }) => ({ ms: ms - since, wall, sample })),
    );
    chunks.push({ kind: 'samples', index, data: columns }, { kind: 'cells', index, data: cells });
    rows = [];
  };

  const endPart = (): SessionPart | undefined => {
    endChunk();
    if (start === undefined || last === undefined) return undefined;
    count += 1;
    const name = cleanName(fileName.replace(/\.\w{1,5}$/, ''));
    const facts: SessionEvent = {
      ms: 0,
      wall: start.wall,
      kind: 'system',
      text: [`Imported from ${cleanName(fileName)}.`, assumed].filter(Boolean).join(' '),
    };
    const { cellVoltagesV, temperaturesC } = last.sample;
    const notes = events.length;
    const info: SessionInfo = {
      version: SESSION_VERSION,
      id: `${importId.slice(0, 32)}-${count}`,
      name: count === 1 ? name : `${name}, part ${count}`,
      startedAt: start.wall,
      lastAt: last.wall,
      durationMs: last.ms - start.ms,
      device: `File ${cleanName(fileName)}`,
      linkId: 'file',
      baudRate: 0,
      samples,
      rxBytes: 0,
      txBytes: 0,
      storedBytes: samples * BYTES_PER_SAMPLE + values * BYTES_PER_VALUE,
      cells: cellVoltagesV.length,
      temperatures: temperaturesC.length,
      finished: true,
      summary: { notes, marks: notes, ...(events[0] && { firstNote: events[0].text }) },
    };
    const part = {
      info,
      chunks: [...chunks, { kind: 'events', index: 0, data: { events: [facts, ...events] } }],
    };
    [chunks, events, samples, values, start] = [[], [], 0, 0, undefined];
    return part;
  };

  return {
    add: (row: SampleRowRead): SessionPart | undefined => {
      const size = row.sample.cellVoltagesV.length + row.sample.temperaturesC.length;
      const isFull = samples >= MOST_SAMPLES || values + size > MOST_VALUES;
      const full = isFull ? endPart() : undefined;
      start ??= row;
      last = row;
      rows.push(row);
      samples += 1;
      values += size;
      if (row.events !== '') {
        events.push({
          ms: row.ms - start.ms,
          wall: row.wall,
          kind: 'note',
          text: row.events.slice(0, LONGEST_TEXT),
        });
      }
      if (rows.length === ROWS_PER_CHUNK) endChunk();
      return full;
    },
    end: endPart,
  };
};

/** Returns the assumption for a file that has only times since its start. */
export const assumedStart = (startsAt: number): string =>
  `The file has no date: ${utcText(startsAt)} was chosen as its start.`;
