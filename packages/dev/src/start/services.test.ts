import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoSize } from '../demo-world/demo-world.ts';
import { findPorts } from './ports.ts';
import { startServices, type StartOptions } from './services.ts';
import { createParts, startParts } from './start-parts.ts';

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

const start = (options: Partial<StartOptions>) =>
  startParts(async (add) => {
    const command = 'npm start';
    const settings = { env: env(), command, startWeb: webOnPort, worldSize, ...options };
    return { block: await startServices(settings, add, new AbortController().signal) };
  });

/** Returns the ports in the printed text. They must be free after all services are closed. */
const portsIn = (block: string) => {
  const found = [...block.matchAll(/localhost:(\d+)/g)].map(([, port]) => Number(port));
  const [web = 0, api = 0, simulator = 0] = found;
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
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo; // it listens on TCP
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

test('a service that starts after the stop is closed before the stop ends, and nothing is printed', async () => {
  const { add, close } = createParts();
  const closed: string[] = [];
  let opened = (): void => undefined;
  const web = new Promise<void>((resolve) => (opened = resolve)).then(() => ({
    url: '',
    close: async () => void closed.push('web'),
  }));
  let isStarting = false;
  const startWeb = () => ((isStarting = true), web);
  const settings = { ...env(), BATBOT_DEMO_ACCOUNTS: 'false' };
  const abort = new AbortController();
  const starting = startServices({ env: settings, command: '', startWeb }, add, abort.signal);
  await expect.poll(() => isStarting).toBe(true);
  const ended = starting.then(() => 'ready', String); // may be rejected before `close` ends
  abort.abort();
  const closing = close();
  opened();
  await closing;
  expect(await ended).toContain('aborted');
  expect(closed).toEqual(['web']);
  expect(existsSync(pty())).toBe(false);
});
