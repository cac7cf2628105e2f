import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRecording } from '../record/recording.ts';
import type { Traffic } from '../record/recording.ts';
import type { Simulator, SimulatorState } from '../simulator-options.ts';
import { startSimulator } from '../start-simulator.ts';
import { closing, openSocket, readUntil, receiveUntil } from '../transports/wait-for.fixture.ts';

let simulator: Simulator;
let folder = '';
let base = '';
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-control-'));
  simulator = await startSimulator({
    ws: 0,
    tcp: 0,
    seed: 1,
    record: join(folder, 'traffic.jsonl'),
  });
  base = (simulator.wsUrl ?? '').replace('ws:', 'http:').replace('/serial', '');
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${base}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    json: (await answer.json()) as SimulatorState & { id: number; error: string },
  };
};
const ok = /\r\nOK\r\n$/;

describe('control requests', () => {
  test('faults are added, listed, counted and removed', async () => {
    const { json } = await ask('POST', 'faults', { name: 'garbage-before', value: 3 });
    expect(json.id).toBe(1);
    const socket = await openSocket(simulator.wsUrl ?? '');
    const reply = receiveUntil(socket, ok);
    socket.send(Buffer.from('AT\r\n'));
    expect(await reply).toHaveLength(6 + 3);
    expect(simulator.state().faults).toMatchObject([{ id: 1, strikes: 1 }]);
    expect((await ask('DELETE', 'faults', { id: 1 })).json.faults).toEqual([]);
    expect(await ask('POST', 'faults', { name: 'nothing' })).toMatchObject({ status: 400 });
    socket.close(1000);
  });

  test('state of charge, current and temperature of the pack can be set and released again', async () => {
    const set = await ask('POST', 'pack', { soc: 0.195, current: 50, temperature: 42, speed: 10 });
    expect(set.json.truth.soc).toBeCloseTo(0.195, 2);
    expect(set.json.truth.temperature).toBeCloseTo(42, 0);
    expect(set.json.speed).toBe(10);
    await expect.poll(() => simulator.state().truth.current).toBe(50);
    expect(simulator.state().overrides).toEqual({ current: 50 });
    await ask('POST', 'pack', { current: null });
    expect(simulator.state().overrides).toEqual({});
    await expect.poll(() => simulator.state().truth.current).not.toBe(50);
    expect((await ask('POST', 'pack', { soc: 2 })).json.error).toContain(
      'soc must be a number from 0 to 1',
    );
    expect((await ask('POST', 'pack', { colour: 1 })).json.error).toContain('no field colour');
    await ask('POST', 'pack', { current: 7, ambient: 9_999 }); // refused as a whole
    expect(simulator.state().overrides).toEqual({});
  });

  test('a request for another scenario starts it with its own pack', async () => {
    expect((await ask('POST', 'scenario', { name: 'many-cells' })).json).toMatchObject({
      scenario: 'many-cells',
    });
    expect(simulator.state().pack.cells).toHaveLength(128);
    expect(await ask('POST', 'scenario', { name: 'war' })).toMatchObject({ status: 400 });
  });

  test('a body that is not JSON is refused', async () => {
    const answer = await fetch(`${base}/control/faults`, { method: 'POST', body: '{' });
    expect(answer.status).toBe(400);
  });

  test("an unplug fault closes the client's port, and the device returns by itself", async () => {
    const socket = await openSocket(simulator.wsUrl ?? '');
    const lost = closing(socket);
    await ask('POST', 'faults', { name: 'unplug', value: 0.05 });
    expect(await lost).toEqual([4002, 'unplugged']);
    await expect.poll(() => simulator.state().plugged).toBe(true);
    expect(simulator.state().counters).toMatchObject({ unplugs: 1, boots: 1 });
  });

  test('the page is served with a strict content security policy', async () => {
    const page = await fetch(base);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('Simulated device');
    for (const file of [
      'page.css',
      'page.js',
      'simulator.js',
      'pack.js',
      'faults.js',
      'traffic.js',
    ])
      expect((await fetch(`${base}/control/${file}`)).status).toBe(200);
  });
});

test('TCP carries bytes; all traffic is observed and recorded', async () => {
  const observer = await openSocket((simulator.wsUrl ?? '').replace('/serial', '/control/traffic'));
  // A reply may arrive in several pieces, split at any byte.
  const seen = new Promise<string>((resolve) => {
    let text = '';
    observer.on('message', (data: Buffer) => {
      const piece = JSON.parse(data.toString()) as Traffic;
      text += `${piece.direction === 'in' ? '>' : ''}${piece.text}`;
      if (ok.test(text)) resolve(text);
    });
  });
  const socket = createConnection(simulator.tcpPort ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  const reply = readUntil(socket, ok);
  socket.write('AT\r\n');
  expect(await reply).toBe('\r\nOK\r\n');
  expect(await seen).toBe('>AT\r\n\r\nOK\r\n');
  socket.destroy();
  await simulator.close();
  const recorded = readRecording(readFileSync(join(folder, 'traffic.jsonl'), 'utf8'));
  const said = (direction: string): string =>
    recorded
      .filter((t) => t.direction === direction && t.transport === 'tcp')
      .map((t) => t.text)
      .join('');
  expect(said('in')).toBe('AT\r\n');
  expect(said('out')).toBe('\r\nOK\r\n');
});
