import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../hash.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestApi } from '../testing/test-api.ts';
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

  const start = async (more: Partial<S3Bucket> = {}) => {
    const blobs = { s3: bucket(more) };
    const api = await startTestApi({ blobs });
    const authorization = await api.tokenOf('technician');
    const upload = (bytes: Buffer) =>
      fetch(new URL(`/blobs/${hashOf(bytes)}`, api.server.url), {
        method: 'PUT',
        headers: { authorization },
        body: new Uint8Array(bytes),
      });
    return { api, upload };
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
});
