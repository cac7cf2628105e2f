import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf } from '../hash.ts';
import { startTestApi } from '../testing/test-api.ts';

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
