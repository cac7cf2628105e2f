import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoSize } from '../demo-world/demo-world.ts';
import { findPorts } from './ports.ts';
import { createRunningServices } from './running-services.ts';
import { startServices, type StartOptions } from './services.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pty = () => join(folder, 'obd');
const env = () => ({
  BATBOT_WEB_PORT: '0',
  BATBOT_API_PORT: '0',
  BATBOT_SIM_PORT: '0',
  BATBOT_PTY: pty(),
  BATBOT_DATA_DIR: join(folder, 'data'),
});

const webOnPort: StartOptions['startWeb'] = async ({ port }) => ({
  url: `http://localhost:${port}`,
  close: async () => undefined,
});

/** Enough to see that data is added. All of it takes a busy machine half a minute. */
const worldSize = { ...demoSize, packs: 3, recordings: 1 };

const start = async (options: Partial<StartOptions>) => {
  const running = createRunningServices();
  const command = 'npm start';
  const settings = { env: env(), command, startWeb: webOnPort, worldSize, ...options };
  try {
    const block = await startServices(settings, running, new AbortController().signal);
    return { block, close: running.close };
  } catch (error) {
    await running.close();
    throw error;
  }
};

const numberIn = (match: RegExpMatchArray): number => Number(match[1]);

/** Returns the ports in the printed text. They must be free after all services are closed. */
const portsIn = (block: string) => {
  const [web = 0, api = 0, simulator = 0] = [...block.matchAll(/localhost:(\d+)/g)].map(numberIn);
  return { web, api, simulator };
};

test('all services start, their addresses are printed, the last line reports that they are ready, and closing frees everything', async () => {
  const { block, close } = await start({});
  const answer = await fetch(/http:\S+\/graphql/.exec(block)?.[0] ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  });
  expect(answer.status).toBe(200);
  expect(block).toContain('technician  batbot-demo');
  if (process.platform !== 'win32') {
    expect(block).toContain(pty());
    expect(existsSync(pty())).toBe(true);
  }
  expect(block.split('\n').at(-1)).toMatch(/^BatBot Web is ready: http:\/\/localhost:\d+$/);
  await close();
  expect(existsSync(pty())).toBe(false);
  expect((await findPorts(portsIn(block))).busy).toEqual([]);
});

test('a busy port is reported before anything starts, with the variable that sets another port', async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  let webStarted = false;
  const starting = start({
    env: { ...env(), BATBOT_SIM_PORT: String(port) },
    startWeb: (...options) => {
      webStarted = true;
      return webOnPort(...options);
    },
  });
  await expect(starting).rejects.toThrow(`BATBOT_SIM_PORT=${port + 1} npm start`);
  expect(webStarted).toBe(false);
  expect(existsSync(join(folder, 'data'))).toBe(false);
  await new Promise((resolve) => holder.close(resolve));
});

test('a port that is taken after the check is reported in the same way, and the started services are closed', async () => {
  const taken = Object.assign(new Error('in use'), { kind: 'portInUse', port: 1 });
  const starting = start({ startWeb: () => Promise.reject(taken) });
  await expect(starting).rejects.toThrow(/for the web app, is already in use.\n.*BATBOT_WEB_PORT/);
  expect(existsSync(pty())).toBe(false);
});
