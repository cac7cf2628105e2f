import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startSimulator } from '../start-simulator.ts';
import type { Simulator, SimulatorState } from '../simulator-options.ts';
import { closing, openSocket, receiveUntil } from './wait-for.fixture.ts';

let simulator: Simulator;
let serial = '';
let http = '';
beforeEach(async () => {
  simulator = await startSimulator({ ws: 0, seed: 1 });
  serial = simulator.wsUrl ?? '';
  http = serial.replace('ws:', 'http:').replace('/serial', '');
});
afterEach(() => simulator.close());

const ok = /\r\nOK\r\n$/;
const presence = (): Promise<WebSocket> => openSocket(serial.replace('/serial', '/presence'));
const nextText = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString());
};

describe('the serial WebSocket', () => {
  test('binary frames carry bytes in both directions', async () => {
    const socket = await openSocket(`${serial}?baudRate=115200`);
    const reply = receiveUntil(socket, ok);
    socket.send(Buffer.from('AT+VB=1\r\n'));
    expect(await reply).toBe('\r\nOK\r\n');
    expect(simulator.state().commands).toMatchObject([{ transport: 'ws', text: 'AT+VB=1' }]);
    socket.close(1000);
  });

  test('text frames set and read the control lines; connecting does not change them', async () => {
    const socket = await openSocket(serial);
    const ask = async (message: object): Promise<unknown> => {
      const answer = nextText(socket);
      socket.send(JSON.stringify(message));
      return answer;
    };
    const rest = { kind: 'signals', dsr: true, dcd: false, ri: false };
    expect(await ask({ kind: 'ask' })).toEqual({ ...rest, cts: true });
    expect(simulator.state().counters).toMatchObject({ lineChanges: 0, breaks: 0 });
    expect(await ask({ kind: 'signals', rts: false, id: 7 })).toEqual({
      ...rest,
      cts: false,
      id: 7,
    });
    expect(await ask({ kind: 'break', ms: 20 })).toEqual({ ...rest, cts: false });
    for (const nonsense of ['{', '7', 'null', '{"kind":"else"}', '{"kind":"break"}'])
      socket.send(nonsense);
    expect(await ask({ kind: 'signals', dtr: true })).toEqual({ ...rest, cts: false });
    expect(simulator.state().counters).toMatchObject({ lineChanges: 2, breaks: 1, boots: 0 });
    socket.terminate();
  });

  test('[SR-28] with dtrResets, opening the port or raising DTR resets the device', async () => {
    const wired = await startSimulator({ ws: 0, seed: 1, dtrResets: true });
    const socket = new WebSocket(wired.wsUrl ?? '');
    await receiveUntil(socket, /READY/);
    expect(wired.state().counters.boots).toBe(1);
    const banner = receiveUntil(socket, /READY/);
    for (const dtr of [false, true]) socket.send(JSON.stringify({ kind: 'signals', dtr }));
    await banner;
    expect(wired.state().counters.boots).toBe(2);
    socket.terminate();
    await wired.close();
  });

  test('a second client is refused as busy until the first one has closed', async () => {
    const first = await openSocket(serial);
    expect(await closing(new WebSocket(serial))).toEqual([4001, 'busy']);
    first.close(1000);
    await closing(first);
    const next = await openSocket(serial);
    const reply = receiveUntil(next, ok);
    next.send(Buffer.from('AT\r\n'));
    expect(await reply).toBe('\r\nOK\r\n');
  });

  test.each(['0', '-1', 'fast', ''])('the baud rate %j is refused', async (baudRate) => {
    expect(await closing(new WebSocket(`${serial}?baudRate=${baudRate}`))).toEqual([
      4000,
      'bad settings',
    ]);
  });

  test('pages of other origins and unknown paths are refused', async () => {
    await expect(openSocket(serial, 'https://evil.example')).rejects.toThrow('403');
    await expect(openSocket(serial.replace('/serial', '/else'))).rejects.toThrow('404');
    (await openSocket(serial, 'http://localhost:5173')).terminate();
  });

  test('unplugging closes the socket with 4002; opening while unplugged gives 4003', async () => {
    const socket = await openSocket(serial);
    const lost = closing(socket);
    await simulator.unplug();
    expect(await lost).toEqual([4002, 'unplugged']);
    expect(await closing(new WebSocket(serial))).toEqual([4003, 'gone']);
    await simulator.plug();
    (await openSocket(serial)).terminate();
  });
});

test('the WebSocket /presence reports whether the device is plugged in, and each change', async () => {
  const first = new WebSocket(serial.replace('/serial', '/presence'));
  expect(await nextText(first)).toEqual({ kind: 'attached' });
  const detached = nextText(first);
  await simulator.unplug();
  expect(await detached).toEqual({ kind: 'detached' });
  const attached = nextText(first);
  await simulator.plug();
  expect(await attached).toEqual({ kind: 'attached' });
  (await presence()).terminate();
});

describe('the control requests', () => {
  const state = async (): Promise<SimulatorState> =>
    (await (await fetch(`${http}/control/state`)).json()) as SimulatorState;

  test('requests unplug and plug in the device and report the state', async () => {
    expect(await state()).toMatchObject({ plugged: true, clients: { ws: false } });
    await fetch(`${http}/control/unplug`, { method: 'POST' });
    expect(await state()).toMatchObject({ plugged: false, counters: { unplugs: 1, boots: 0 } });
    await fetch(`${http}/control/plug`, { method: 'POST' });
    expect(await state()).toMatchObject({ plugged: true, counters: { unplugs: 1, boots: 1 } });
  });

  test('pages of this machine may access the control requests, others may not', async () => {
    const from = (origin: string, method = 'GET') =>
      fetch(`${http}/control/state`, { method, headers: { origin } });
    const local = await from('http://localhost:5173');
    expect(local.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect((await from('http://localhost:5173', 'OPTIONS')).status).toBe(204);
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('http://localhost.evil.example')).status).toBe(403);
  });

  test('unknown paths get 404 and wrong methods get 405', async () => {
    expect((await fetch(`${http}/control/nothing`)).status).toBe(404);
    expect((await fetch(`${http}/control/unplug`)).status).toBe(405);
  });
});

test('a port in use rejects the start with its number, and no server keeps running', async () => {
  const port = Number(new URL(serial).port);
  await expect(startSimulator({ ws: port })).rejects.toMatchObject({ kind: 'portInUse', port });
});

test('[DEV-115] a port in use is reported without the option of another transport', async () => {
  const port = Number(new URL(serial).port);
  await expect(startSimulator({ tcp: port })).rejects.toThrow(
    new RegExp(`^Port ${port} is in use by another program, .*: choose another one$`),
  );
});
