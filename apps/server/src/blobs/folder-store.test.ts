import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf } from '../hash.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { startTestApi } from '../testing/test-api.ts';
import { createFolderStore } from './blob-store.ts';
import { createBlobs } from './blobs.ts';

it('[OPS-16] a piece that cannot be stored leaves no part in the folder, and the log has the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-pieces-'));
  const sha256 = hashOf('piece');
  const place = join(folder, sha256.slice(0, 2));
  await mkdir(join(place, sha256), { recursive: true }); // a folder, so that the file cannot get its name
  const api = await startTestApi({ blobs: { folder } });
  const answer = await fetch(new URL(`/blobs/${sha256}`, api.server.url), {
    method: 'PUT',
    body: 'piece',
    headers: { authorization: await api.tokenOf('client') },
  });
  expect(answer.status).toBe(500);
  expect(api.logged.join()).toContain('EISDIR');
  expect(await readdir(place)).toEqual([sha256]);
  await api.server.close();
  await rm(folder, { recursive: true });
});

it('[OPS-2] [OPS-21] the part of an upload that was interrupted by the end of a server is removed a day later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-pieces-'));
  const database = await openMemoryDatabase();
  const blobs = createBlobs(database, createFolderStore(join(folder, 'blobs')));
  expect(await blobs.clean()).toBe(0); // before the first upload there is no folder
  const sha256 = hashOf('piece');
  const place = join(folder, 'blobs', sha256.slice(0, 2));
  const [old, fresh] = [`${sha256}.${randomUUID()}`, `${sha256}.${randomUUID()}`];
  await mkdir(place, { recursive: true });
  const long = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [sha256, old, fresh, 'notes.txt']) {
    await writeFile(join(place, name), 'piece');
    if (name !== fresh) await utimes(join(place, name), long, long);
  }
  expect(await blobs.clean(AbortSignal.abort())).toBe(0); // the server is being stopped
  expect(await readdir(place)).toHaveLength(4);
  await blobs.clean();
  expect((await readdir(place)).toSorted()).toEqual([sha256, fresh, 'notes.txt'].toSorted());
  await database.close();
  await rm(folder, { recursive: true });
});
