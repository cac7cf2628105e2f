import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzip } from 'node:zlib';
import { err, ok } from '@batbot/core';
import {
  ANALYSIS_VERSION,
  chemistryOf,
  figuresInSlices,
  packColumns,
  rollupsOf,
  type AnalysedBlock,
} from '@batbot/core/analysis';
import { openPieces } from '@batbot/core/uploads';
import type { RecordingAnalysis } from './rollups.ts';

/** Maximum number of unpacked bytes of a recording: three days of 128 cells every 2 s. */
const MOST_BYTES = 256_000_000;

/** Maximum number of days of a recording, with one row for each day: eleven years. */
const MOST_DAYS = 4_000;

const unpack = (bytes: Uint8Array<ArrayBuffer>, maxOutputLength: number) =>
  new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve) => {
    gunzip(bytes, { maxOutputLength }, (error, plain) => {
      resolve(error === null ? new Uint8Array(plain) : undefined);
    });
  });

/**
 * Analyses a recording with the code of the app. The figures of clients are not used, because a client could send any.
 * The analysis runs in slices, so that the server answers calls meanwhile. Returns undefined if the pieces are damaged,
 * too large, or of a newer version.
 */
export const analyseRecording: RecordingAnalysis = async (recording, facts, piece) => {
  let left = MOST_BYTES;
  const opened = await openPieces(
    recording,
    {
      gzip: (bytes) => Promise.resolve(bytes),
      gunzip: async (bytes, mostBytes) => {
        const plain = await unpack(bytes, Math.min(left, mostBytes));
        left -= plain?.length ?? 0;
        return plain;
      },
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
    },
    async (sha256) => {
      const bytes = await piece(sha256);
      return bytes === undefined ? err('missing' as const) : ok(new Uint8Array(bytes));
    },
    () => true,
  );
  if (!opened.ok) return undefined;
  const cells = new Map(
    opened.value.chunks.flatMap(({ kind, index, data }) =>
      kind === 'cells' ? [[index, data as AnalysedBlock['cells']]] : [],
    ),
  );
  // `openPieces` has just created these chunks, so they have this type.
  const blocks = opened.value.chunks.flatMap(({ kind, index, data }) =>
    kind === 'samples'
      ? [{ columns: data as AnalysedBlock['columns'], cells: cells.get(index) ?? NO_CELLS }]
      : [],
  );
  await nextTurn();
  const slices = figuresInSlices(packColumns(blocks), {
    capacityAh: facts.designCapacityAh ?? undefined,
    chemistry: facts.chemistry === null ? undefined : chemistryOf(facts.chemistry),
  });
  await nextTurn();
  let slice = slices.next();
  while (slice.done !== true) {
    await nextTurn();
    slice = slices.next();
  }
  const days = rollupsOf(slice.value).map(({ day, ...figures }) => ({ day, figures }));
  return days.length > MOST_DAYS ? undefined : { version: ANALYSIS_VERSION, days };
};

const NO_CELLS = { cells: 0, volts: new Float32Array(0) };
