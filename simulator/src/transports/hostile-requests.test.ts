import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator } from '../start-simulator.ts';
import type { Simulator } from '../simulator-options.ts';

let simulator: Simulator;
let port = 0;
beforeAll(async () => {
  simulator = await startSimulator({ ws: 0, seed: 1 });
  port = Number(new URL(simulator.wsUrl ?? '').port);
});
afterAll(() => simulator.close());

/** Sends bytes as they are. Resolves with the first line of the answer, or '' when the connection ended without one. */
const send = (text: string, end: 'wait' | 'reset' = 'wait'): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => {
        if (end === 'reset') socket.resetAndDestroy();
      });
    });
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      socket.end();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve(answer.split('\r\n', 1)[0] ?? '');
    });
    socket.setTimeout(300, () => socket.destroy());
  });

const upgrade = (target: string, origin = 'http://localhost'): string =>
  [
    `GET ${target} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Origin: ${origin}`,
    '\r\n',
  ].join('\r\n');

const isAlive = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/control/state`)).ok;

test.each(['//', '///', '/\\', 'http://', '*', '//x:99999/'])(
  '[SE-03] a request for %s is refused and the simulator goes on',
  async (target) => {
    const plain = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await send(plain)).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(await send(upgrade(target))).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(await send(upgrade(target, 'http://evil.example'))).toMatch(/^HTTP\/1\.1 403/);
    expect(await isAlive()).toBe(true);
  },
);

test('[SE-03] survives refused upgrades whose peer resets the connection', async () => {
  const storm = Array.from({ length: 100 }, () =>
    send(upgrade('/serial', 'http://evil.example'), 'reset'),
  );
  await Promise.all(storm);
  expect(await isAlive()).toBe(true);
});

test('[SE-03] survives random targets, headers and bytes', async () => {
  const target = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  const request = fc.oneof(
    target.map((text) => upgrade(`/${text}`)),
    target.map((text) => `POST /control/${text} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 8, maxLength: 8 }), async (requests) => {
      await Promise.all(requests.map((text) => send(text, 'reset')));
    }),
    { numRuns: 40 },
  );
  expect(await isAlive()).toBe(true);
}, 30_000);
