import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzip } from 'node:zlib';
import {
  ANALYSIS_VERSION,
  chemistryOf,
  countOnce,
  figuresInSlices,
  packInSlices,
  rollupsOf,
  secondsOfDay,
  type AnalysedBlock,
} from '@batbot/core/analysis';
import { PIECES_VERSION, unpackInSlices } from '@batbot/core/uploads';
import type { CountRowsOnce, RecordingAnalysis } from './rollups.ts';

export { ANALYSIS_VERSION as analysisVersion };

/** Maximum number of bytes of the joined samples of a recording: a week of 128 cells every 2 s. */
const MOST_BYTES = 256_000_000;

/** Maximum number of bytes of a piece that is unpacked, above the largest that `unpackInSlices` accepts. */
const PIECE_BYTES = 64_000_000;

/** Maximum number of days of a recording, with one row for each day: eleven years. */
const MOST_DAYS = 4_000;

const unpack = (bytes: Uint8Array) =>
  new Promise<Uint8Array | undefined>((resolve) => {
    gunzip(bytes, { maxOutputLength: PIECE_BYTES }, (error, plain) => {
      resolve(error === null ? plain : undefined);
    });
  });

/** Runs a calculation. The server answers calls between its slices. */
const inTurns = async <Value>(slices: Generator<void, Value, void>): Promise<Value> => {
  for (;;) {
    await nextTurn();
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
};

/**
 * Reads the samples of a recording. The other pieces have no figures, and their JSON may be too large to parse. A small
 * piece can have many values, and can be named many times, so the values are limited and not the bytes of the pieces.
 */
const readBlocks = async (
  recording: Parameters<RecordingAnalysis>[0],
  piece: Parameters<RecordingAnalysis>[2],
): Promise<readonly AnalysedBlock[] | undefined> => {
  const { chunks, schemaVersion } = recording;
  if (schemaVersion > PIECES_VERSION) return undefined;
  const blocks: AnalysedBlock[] = [];
  let rows = 0;
  let widest = 0;
  for (const { kind, sha256 } of chunks) {
    if (kind !== 'samples') continue;
    const bytes = await piece(sha256);
    const isSame = bytes && createHash('sha256').update(bytes).digest('hex') === sha256;
    const plain = isSame ? await unpack(bytes) : undefined;
    const block = plain && (await inTurns(unpackInSlices(plain)));
    if (block === undefined) return undefined;
    const { columns, cells } = block;
    rows += columns.ms.length;
    widest = Math.max(widest, cells.cells);
    if (rows * (8 * Object.keys(columns).length + 4 * widest) > MOST_BYTES) return undefined;
    const wall = pastTimes(columns.wall, recording);
    blocks.push({ columns: { ...columns, wall }, cells });
  }
  return blocks;
};

const DAY_MS = 86_400_000;

/** Returns the times of samples. Those before a correction of the clock lack the days by which it was ahead. */
const pastTimes = (
  wall: Float64Array,
  { receivedAt, daysAhead }: Parameters<RecordingAnalysis>[0],
): Float64Array =>
  daysAhead === 0
    ? wall
    : wall.map((at) => (at > receivedAt.getTime() ? at - daysAhead * DAY_MS : at));

/**
 * Analyses a recording with the code of the app. The figures of clients are not used, because a client could send any.
 * The analysis runs in slices, so that the server answers calls meanwhile. Returns undefined if the samples are damaged,
 * too large, or of a newer version.
 */
export const analyseRecording: RecordingAnalysis = async (recording, facts, piece) => {
  const blocks = await readBlocks(recording, piece);
  if (blocks === undefined) return undefined;
  const slices = figuresInSlices(await inTurns(packInSlices(blocks)), {
    capacityAh: facts.designCapacityAh ?? undefined,
    chemistry: facts.chemistry === null ? undefined : chemistryOf(facts.chemistry),
  });
  const found = await inTurns(slices);
  const { startedAt, periods, samples, currentS, closeS, cells } = found;
  const days = rollupsOf(found).map(({ day, ...figures }) => ({ day, figures }));
  return days.length > MOST_DAYS
    ? undefined
    : {
        version: ANALYSIS_VERSION,
        days,
        time: { startedAt, periods, samples, currentS, closeS, cells },
      };
};

/** The time of a recording that is not known. That of an earlier version lacks a part. */
const UNKNOWN = { startedAt: 0, periods: [], samples: 0, currentS: 0, closeS: 0, cells: 0 };

export const countRowsOnce: CountRowsOnce = (rows) => {
  const recordings = new Map(
    rows.map(({ recordingId, time }) => [recordingId, { ...UNKNOWN, ...time, recordingId }]),
  );
  const counted = new Map(
    countOnce([...recordings.values()], Infinity).map((each) => [each.recording.recordingId, each]),
  );
  return rows.flatMap((row) => {
    const found = counted.get(row.recordingId);
    if (found === undefined) return [];
    const overlapS = secondsOfDay(row.day, found.shared);
    return [{ ...row, figures: { ...row.figures, overlapS } }];
  });
};
