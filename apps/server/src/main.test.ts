import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listen } from './http/listen.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const freePort = async (): Promise<number> => {
  const { port, close } = await listen(() => undefined, { port: 0 });
  await close();
  return port;
};

const answersWithin = async (url: string, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; performance.now() < end; await setTimeout(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return true;
  }
  return false;
};

it.skipIf(!existsSync('/dev/full'))(
  '[SE-20] a log that cannot be written does not end the server',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'batbot-full-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const server = spawn(process.execPath, ['--import', 'tsx', main], {
      stdio: ['ignore', full, full],
      env: {
        ...process.env,
        BATBOT_API_PORT: String(port),
        BATBOT_WEB_PORT: '0',
        BATBOT_WEB_FOLDER: folder,
        BATBOT_DATA_DIR: join(folder, 'data'),
      },
    });
    closeSync(full);
    try {
      const url = `http://127.0.0.1:${port}`;
      expect(await answersWithin(`${url}/ready`, 120_000)).toBe(true);
      const refused = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'no-token' },
        body: JSON.stringify({
          query: '{ getUserData(userId: "x", batbotWebVer: "") { userName } }',
        }),
      });
      expect(refused.status).toBe(200); // "Token Expired", reported as an event that cannot be written
      expect(await answersWithin(`${url}/ready`, 20_000)).toBe(true);
      expect(server.exitCode).toBeNull();
    } finally {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      await rm(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
