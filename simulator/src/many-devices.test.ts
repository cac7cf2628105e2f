import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Simulator } from './simulator-options.ts';
import { ptyLimit } from './simulated-device.ts';
import { startSimulator } from './start-simulator.ts';
import { hasPty } from './transports/pty-transport.ts';
import {
  closeSerial,
  openSerial,
  openSocket,
  readUntil,
  receiveUntil,
} from './transports/wait-for.fixture.ts';

let simulator: Simulator | undefined;
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await simulator?.close();
});

const ok = /\r\nOK\r\n$/;
const poll = async (url: string): Promise<string> => {
  const socket = await openSocket(url);
  sockets.push(socket);
  const reply = receiveUntil(socket, ok);
  socket.send(Buffer.from('AT+ADATA\r\n'));
  const text = await reply;
  socket.close(1000); // each open port costs time
  return text;
};

test('a thousand devices answer a poll each, from packs of their own', async () => {
  simulator = await startSimulator({
    ws: 0,
    seed: 1,
    devices: 1000,
    scenario: 'idle',
    pacing: false,
    speed: 0.001, // a thousand packs in real time would keep a busy machine from ever answering
  });
  const urls = simulator.devices.map(({ wsUrl }) => wsUrl ?? '');
  expect(urls.slice(0, 2).map((url) => new URL(url).pathname)).toEqual(['/serial', '/serial/2']);
  const replies: string[] = [];
  // In groups: the queue of a listening socket holds 511 connections, and a busy machine accepts them late.
  for (let at = 0; at < urls.length; at += 50)
    replies.push(...(await Promise.all(urls.slice(at, at + 50).map(poll))));
  expect(replies.every((reply) => reply.startsWith('\r\n+ADATA: 1,1,'))).toBe(true);
  expect(new Set(replies.map((reply) => reply.split(',').slice(5).join())).size).toBe(1000);
  expect(simulator.devices.map((device) => device.state().counters.polls)).toEqual(
    urls.map(() => 1),
  );
});

test.skipIf(!hasPty(process.platform))(
  'the first devices are serial ports in a folder; the others are available only over WebSocket',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'batbot-many-'));
    try {
      simulator = await startSimulator({ pty: folder, devices: ptyLimit + 1 });
      const paths = simulator.devices.map(({ ptyPath }) => ptyPath);
      expect(paths.slice(0, 2)).toEqual([join(folder, 'obd-1'), join(folder, 'obd-2')]);
      expect(paths[ptyLimit]).toBeUndefined();
      const port = await openSerial(paths[1] ?? '');
      const reply = readUntil(port, ok);
      port.write('AT\r\n');
      expect(await reply).toBe('\r\nOK\r\n');
      await closeSerial(port);
      await simulator.close();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('each device is plugged in, watched and controlled by its number', async () => {
  simulator = await startSimulator({ ws: 0, devices: 3 });
  const base = (simulator.wsUrl ?? '').replace('/serial', '');
  const http = base.replace('ws:', 'http:');
  const state = async (path: string): Promise<unknown> =>
    (await fetch(`${http}/control${path}/state`)).json();
  await fetch(`${http}/control/2/unplug`, { method: 'POST' });
  expect(await state('/2')).toMatchObject({ device: 2, devices: 3, plugged: false });
  expect(await state('')).toMatchObject({ device: 1, plugged: true });
  expect(await state('/1')).toMatchObject({ device: 1, plugged: true });
  expect(await poll(`${base}/serial/3`)).toContain('+ADATA');
  expect(await poll(`${base}/serial/1`)).toContain('+ADATA');
  const watcher = await openSocket(`${base}/presence/3`);
  sockets.push(watcher);
  const detached = receiveUntil(watcher, /detached/);
  await simulator.devices[2]?.unplug();
  await detached;
  for (const path of ['serial/4', 'serial/0', 'presence/4', 'control/4/traffic'])
    await expect(openSocket(`${base}/${path}`)).rejects.toThrow('404');
  expect((await fetch(`${http}/control/4/state`)).status).toBe(404);
});
