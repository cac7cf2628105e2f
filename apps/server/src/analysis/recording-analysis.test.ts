import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { blockOf, packBlock } from '@batbot/core/uploads';
import { expect, it } from 'vitest';
import { analyseRecording } from './recording-analysis.ts';

interface Piece {
  readonly kind: string;
  readonly bytes: Buffer;
}

/** Analyses a recording of these pieces. Returns its figures and the kinds of the pieces that were read. */
const analyse = async (pieces: readonly Piece[]) => {
  const read: string[] = [];
  const named = pieces.map((each, seq) => {
    return { ...each, seq, sha256: createHash('sha256').update(each.bytes).digest('hex') };
  });
  const found = await analyseRecording(
    { id: 'r', schemaVersion: 1, chunks: named, receivedAt: new Date(), daysAhead: 0 },
    { designCapacityAh: 100, chemistry: null },
    (sha256) => {
      const piece = named.find((each) => each.sha256 === sha256);
      read.push(piece?.kind ?? '');
      return Promise.resolve(piece?.bytes);
    },
  );
  return { found, read };
};

const oneSample = (cells: number): Piece => {
  const cellVoltagesV = Array.from({ length: cells }, () => 3.3);
  const sample = { alarms: [], protections: [], temperaturesC: [], currentA: 1, cellVoltagesV };
  const block = blockOf([{ sample, ms: 0, wall: Date.UTC(2026, 2, 12) }]);
  return { kind: 'samples', bytes: gzipSync(packBlock(block)) };
};

/** Samples in which every value is unknown, so that the piece has about 100 bytes. */
const unknownSamples = (rows: number): Piece => {
  const head = { version: 1, rows, cells: 0, temperatures: 0, widths: Array<number>(21).fill(0) };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return { kind: 'samples', bytes: gzipSync(Buffer.concat([length, json])) };
};

it('[ANA-29] only samples are read: 60 kB of a session could be JSON of 60 MB, which blocks the server', async () => {
  const session = { kind: 'session', bytes: gzipSync('{"info":{},"events":[]}') };
  const { found, read } = await analyse([session, oneSample(4)]);
  expect(found?.days).toMatchObject([{ day: '2026-03-12', figures: { samples: 1 } }]);
  expect(read).toEqual(['samples']);
});

it('[ANA-29] a recording with too many values gets no figures, however small its pieces are', async () => {
  const large = unknownSamples(330_000);
  expect((await analyse([large])).found?.days).toHaveLength(1);
  expect((await analyse(Array<Piece>(5).fill(large))).found).toBeUndefined();
  expect((await analyse([large, oneSample(40_000)])).found).toBeUndefined();
});

it('[ANA-29] the server answers calls between the columns of a piece', async () => {
  let turns = 0;
  const hook = createHook({
    init: (_id, type) => {
      turns += Number(type === 'Immediate');
    },
  }).enable();
  await analyse(Array<Piece>(50).fill(oneSample(1)));
  hook.disable();
  const columns = 23; // 20 of the sample, the mean, and the voltage and the balancing of the cell
  expect(turns).toBeGreaterThan(50 * columns);
});
