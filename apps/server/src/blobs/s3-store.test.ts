import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestApi } from '../testing/test-api.ts';
import { applyAs, RECORDING } from '../testing/test-workspace.ts';
import { createS3Store, type S3Bucket } from './s3-store.ts';

describe('pieces in object storage', () => {
  let folder: string;
  let storage: S3rver;
  let endpoint: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-s3-'));
    const port = await freePort();
    storage = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'pieces', configs: [] }],
    });
    await storage.run();
    endpoint = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await storage.close();
    await rm(folder, { recursive: true });
  });

  const bucket = (more: Partial<S3Bucket> = {}): S3Bucket => ({
    endpoint,
    region: 'us-east-1',
    bucket: 'pieces',
    prefix: 'batbot/',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    ...more,
  });

  const start = async (more: Partial<S3Bucket> = {}, database?: Database) => {
    const blobs = { s3: bucket(more) };
    const api = await startTestApi({ blobs, ...(database && { database }) });
    const authorization = await api.tokenOf('technician');
    const call = (bytes: Buffer, request: RequestInit) =>
      fetch(new URL(`/blobs/${hashOf(bytes)}`, api.server.url), {
        headers: { authorization },
        ...request,
      });
    return {
      api,
      upload: (bytes: Buffer) => call(bytes, { method: 'PUT', body: new Uint8Array(bytes) }),
      download: (bytes: Buffer) => call(bytes, {}),
    };
  };

  /** Adds a recording that refers to the piece, because only such a piece can be downloaded. */
  const referTo = async (database: Database, bytes: Buffer) => {
    const [id, assetId] = [randomUUID(), randomUUID()];
    const chunks = [{ kind: 'samples', seq: 0, sha256: hashOf(bytes) }];
    await applyAs(database, 'demo-technician', { putAsset: { id: assetId, serial: assetId } });
    await applyAs(database, 'demo-technician', {
      addRecording: { ...RECORDING, id, assetId, chunks },
    });
  };

  it('[OPS-8] a piece is uploaded twice, read back and removed', async () => {
    const { api, upload } = await start();
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    expect((await upload(bytes)).status).toBe(204);
    expect((await upload(bytes)).status).toBe(204);
    const store = createS3Store(bucket(), (line) => {
      throw new Error(line);
    });
    const read = () => store.read(api.database, hashOf(bytes));
    expect((await read())?.equals(bytes)).toBe(true);
    await store.remove(api.database, hashOf(bytes));
    expect(await read()).toBeUndefined();
    await store.remove(api.database, hashOf(bytes));
    expect(api.logged).toEqual([]);
    await api.server.close();
  });

  it.each([
    ['does not answer', { endpoint: 'http://127.0.0.1:1' }],
    ['refuses the key', { secretAccessKey: 'Wrong-Key-85' }],
  ])('[OPS-8] [OP-09] an upload is refused with 503 while the storage %s', async (_, more) => {
    const { api, upload } = await start(more);
    const bytes = Buffer.from('kept by the client');
    const answer = await upload(bytes);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await api.database.query('select 1 from blob_refs')).toEqual([]);
    expect(api.logged).toHaveLength(1);
    expect(api.logged[0]).toMatch(/^object storage: PUT failed: /);
    expect(api.logged.join()).not.toContain('Wrong-Key-85');
    await api.server.close();
  });

  it('[OP-09] a download is refused with 503 while the storage does not answer, and with 404 if the object is missing', async () => {
    const { api, upload, download } = await start();
    const bytes = Buffer.from('lost by the storage');
    await upload(bytes);
    await referTo(api.database, bytes);
    expect((await download(bytes)).status).toBe(200);
    const store = createS3Store(bucket(), (line) => {
      throw new Error(line);
    });
    await store.remove(api.database, hashOf(bytes));
    expect((await download(bytes)).status).toBe(404);
    expect(api.logged).toEqual([]);

    const down = await start({ endpoint: 'http://127.0.0.1:1' }, api.database);
    const answer = await down.download(bytes);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(down.api.logged).toEqual([
      expect.stringMatching(/^object storage: GET failed: /) as string,
    ]);
    await down.api.server.close();
    await api.server.close();
  });
});
