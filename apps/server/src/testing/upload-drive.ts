import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../blobs/blob-store.ts';
import { createBlobs } from '../blobs/blobs.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { drivePieces } from './drive-pieces.ts';
import { applyAs } from './test-workspace.ts';

export interface Drive {
  readonly as: string;
  readonly assetId: string;
  readonly milliOhm: number;
  readonly startedAt: number;
  readonly damage?: boolean;
  readonly setBackMs?: number;
  readonly gapMs?: number;
  /** One every 2 s. */
  readonly samples?: number;
}

/** Uploads the pieces of a drive, and adds its recording. Returns the id of the recording. */
export const uploadDrive = async (
  database: Database,
  store: BlobStore,
  { as, assetId, milliOhm, startedAt, damage = false, samples = 300, ...more }: Drive,
): Promise<string> => {
  const id = randomUUID();
  const blobs = createBlobs(database, store);
  const chunks = [];
  for (const { kind, bytes } of drivePieces(milliOhm, startedAt, { ...more, samples })) {
    const kept = damage && kind === 'samples' ? bytes.subarray(0, 40) : bytes;
    await blobs.put(as, hashOf(kept), kept);
    chunks.push({ kind, seq: 0, sha256: hashOf(kept) });
  }
  const addRecording = {
    id,
    assetId,
    startedAt: new Date(startedAt).toISOString(),
    durationS: samples * 2,
    samples,
    cells: 4,
    temperatures: 2,
    chunks,
    sealed: false,
    schemaVersion: 1,
  };
  await applyAs(database, as, { addRecording });
  return id;
};
