import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator-options.ts';
import { startSimulator } from '../start-simulator.ts';
import { hasPty } from '../transports/pty-transport.ts';
import { closeSerial, openSerial, openSocket } from '../transports/wait-for.fixture.ts';
import { bulkBytes } from './bulk-lines.ts';

const bytes = 3_000_001;
const serial = hasPty(process.platform);
let folder = '';
let simulator: Simulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-bulk-'));
  const pty = serial ? { pty: join(folder, 'obd') } : {};
  simulator = await startSimulator({ ws: 0, tcp: 0, seed: 1, ...pty });
});
afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

type Source = { readonly on: (event: 'data', listener: (chunk: Buffer) => void) => unknown };

const collect = (source: Source, event: 'data' | 'message'): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // A WebSocket of `ws` has the same listener under another name.
    source.on(event as 'data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytes) resolve(Buffer.concat(chunks));
    });
  });
const ask = async (body: unknown): Promise<{ status: number; json: unknown }> => {
  const base = (simulator.wsUrl ?? '').replace('ws:', 'http:').replace('/serial', '');
  const answer = await fetch(`${base}/control/bulk`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
};
const connected = async (name: string): Promise<void> => {
  await expect.poll(() => simulator.state().clients[name]).toBe(true);
};
const whole = bulkBytes(0, bytes);

describe('a bulk stream', () => {
  test('a bulk stream reaches a WebSocket client completely and is counted, and no unsolicited line follows it', async () => {
    const socket = await openSocket(simulator.wsUrl ?? '');
    const received = collect(socket, 'message');
    expect((await ask({ bytes })).json).toMatchObject({ outcome: 'sent', sent: bytes });
    expect((await received).equals(whole)).toBe(true);
    expect(simulator.state().counters).toMatchObject({ bulkBytes: bytes, bytesOut: bytes });
    socket.close(1000);
  });

  test.skipIf(!serial)(
    'a bulk stream reaches a serial port completely, however slowly it is read',
    async () => {
      const port = await openSerial(simulator.ptyPath ?? '');
      await connected('pty');
      const received = collect(port, 'data');
      expect((await ask({ bytes, transport: 'pty' })).json).toMatchObject({ outcome: 'sent' });
      expect((await received).equals(whole)).toBe(true);
      await closeSerial(port);
    },
  );

  test('a bulk stream reaches a TCP client completely and ends when the client disconnects', async () => {
    const socket = createConnection(simulator.tcpPort ?? 0, '127.0.0.1');
    await connected('tcp');
    const received = collect(socket, 'data');
    expect((await ask({ bytes, transport: 'tcp' })).json).toMatchObject({ outcome: 'sent' });
    expect((await received).equals(whole)).toBe(true);
    socket.pause();
    const endless = simulator.bulk(10 ** 12);
    expect(simulator.bulk(1)).toBeUndefined();
    socket.destroy();
    expect(await endless).toMatchObject({ outcome: 'gone' });
  });

  test('a bulk stream without a client or with an invalid count is refused', async () => {
    expect(await ask({ bytes: 1 })).toMatchObject({ status: 400 });
    for (const wrong of [0, 1.5, '7', 1e13])
      expect(await ask({ bytes: wrong })).toMatchObject({ status: 400 });
    const socket = createConnection(simulator.tcpPort ?? 0, '127.0.0.1');
    await once(socket, 'connect');
    await connected('tcp');
    expect(await ask({ bytes: 1, transport: 'ws' })).toMatchObject({ status: 400 });
    socket.destroy();
  });
});
