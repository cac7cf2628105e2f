import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SessionInfo } from '@batbot/core';
import { blockOf, makePieces } from '@batbot/core/uploads';
import type { WorldAsset, WorldRecording } from '@batbot/server';
import { POLL_MS, type PackLife } from './pack-life.ts';

const tools = {
  gzip: (bytes: Uint8Array) => Promise.resolve(new Uint8Array(gzipSync(bytes))),
  sha256: (bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
};

/**
 * Creates short recordings of a pack at equal distances over its history, as the web app uploads them.
 *
 * @param makeId creates an id for the time
 */
export const makeRecordings = async (
  { serial, firmware, model, ownerId, id: assetId }: WorldAsset,
  life: PackLife,
  makeId: (at: Date) => string,
  count: number,
): Promise<readonly WorldRecording[]> => {
  const made: WorldRecording[] = [];
  for (let n = 1; n <= count; n += 1) {
    const from = life.addedAt.getTime();
    const at = new Date(from + ((life.lastSeenAt.getTime() - from) * n) / count);
    const startedAt = at.getTime();
    const samples = life.recordAt(at);
    const block = blockOf(
      samples.map((sample, index) => ({
        sample,
        ms: index * POLL_MS,
        wall: startedAt + index * POLL_MS,
      })),
    );
    const durationMs = samples.length * POLL_MS;
    const name = `${serial}, load test`;
    const id = makeId(at);
    const info: SessionInfo = {
      version: 1,
      id,
      name,
      startedAt,
      lastAt: startedAt + durationMs,
      durationMs,
      device: model,
      linkId: 'demo',
      baudRate: 115_200,
      samples: samples.length,
      rxBytes: 0,
      txBytes: 0,
      storedBytes: 0,
      cells: block.cells.cells,
      temperatures: block.cells.temperatures,
      finished: true,
      identity: { model, firmware, serial },
    };
    const session = {
      info,
      series: { startedAt, length: samples.length, columns: block.columns },
      events: [],
      blocks: () => Promise.resolve({ ok: true as const, value: [block] }),
    };
    const pieces = await makePieces(session, { id, assetId, name }, tools, () =>
      Promise.resolve(true),
    );
    if (!pieces.ok) throw new Error(`The recording of ${serial} failed: ${pieces.error.kind}`);
    made.push({ ...pieces.value, eventId: makeId(at), at: at.toISOString(), ownerId });
  }
  return made;
};
