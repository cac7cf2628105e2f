import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApiClient } from './testing/api-client.ts';
import { startServerProcess } from './testing/server-process.ts';

it.skipIf(!existsSync('/dev/full'))(
  '[SE-20] a log that cannot be written does not end the server',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'batbot-full-'));
    const full = openSync('/dev/full', 'w');
    const server = await startServerProcess({ env: { BATBOT_DATA_DIR: dataDir }, log: full });
    closeSync(full);
    try {
      await server.ready();
      const { ask } = createApiClient(server.url);
      const refused = await ask('{ getUserData(userId: "x", batbotWebVer: "") { userName } }', {
        token: 'no-token',
      });
      expect(refused.errors).toEqual(['Token Expired']); // reported as an event that cannot be written
      await server.ready();
      expect(server.isRunning()).toBe(true);
    } finally {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  180_000,
);
