import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { faultCatalogue } from '../faults/fault-spec.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { startSimulator } from '../start-simulator.ts';
import type { Simulator } from '../simulator-options.ts';

let simulator: Simulator;
let port = 0;
beforeAll(async () => {
  simulator = await startSimulator({ ws: 0, seed: 1 });
  port = Number(new URL(simulator.wsUrl ?? '').port);
});
afterAll(() => simulator.close());

/**
 * Sends bytes unchanged. Resolves with the first line of the response, or '' if the connection ended without one.
 * `limitMs`: how long to wait for the response to bytes that may get none.
 */
const send = (text: string, end: 'wait' | 'reset' = 'wait', limitMs = 0): Promise<string> =>
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
    socket.once('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
    socket.setTimeout(limitMs, () => socket.destroy());
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
  '[SE-03] a request for %s is refused, and the simulator keeps running',
  async (target) => {
    const plain = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await send(plain)).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(await send(upgrade(target))).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(await send(upgrade(target, 'http://evil.example'))).toMatch(/^HTTP\/1\.1 403/);
    expect(await isAlive()).toBe(true);
  },
);

test('[SE-03] the simulator keeps running after refused upgrades whose peer resets the connection', async () => {
  const storm = Array.from({ length: 100 }, () =>
    send(upgrade('/serial', 'http://evil.example'), 'reset'),
  );
  await Promise.all(storm);
  expect(await isAlive()).toBe(true);
});

/** Any character. The unit 'binary' of fast-check makes a list of all 1.1 million first, which takes seconds. */
const unit = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

test('[SE-03] the simulator keeps running after random targets, headers and bytes', async () => {
  const target = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  const request = fc.oneof(
    fc.tuple(
      target.map((text) => upgrade(`/${text}`)),
      fc.constantFrom('wait', 'reset'),
    ),
    fc.tuple(
      fc.oneof(
        target.map((text) => `POST /control/${text} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
        fc.string({ unit, maxLength: 200 }),
      ),
      fc.constant('reset' as const),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 8, maxLength: 8 }), async (requests) => {
      await Promise.all(requests.map(([text, end]) => send(text, end, 300)));
    }),
    { numRuns: 40 },
  );
  expect(await isAlive()).toBe(true);
});

/** Creates objects with the fields of requests, and values that may or may not be valid. */
const shaped = (names: readonly string[]): fc.Arbitrary<string> => {
  const value = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(...names),
    fc.jsonValue({ maxDepth: 1 }),
  );
  const field = fc.constantFrom(...names, 'id', 'kind', 'name', 'value', '__proto__');
  return fc.dictionary(field, value, { maxKeys: 5 }).map((fields) => JSON.stringify(fields));
};

test('[SE-03] random control requests get 200 or 4xx', async () => {
  const names = [
    ...Object.keys(faultCatalogue),
    ...Object.keys(scenarios),
    ...['soc', 'temperature', 'current', 'ambient', 'speed', 'renamed', 'bytes', 'transport'],
  ];
  const path = fc.constantFrom('faults', 'scenario', 'pack', 'bulk', 'plug', 'reboot', 'unplug');
  const body = fc.oneof(shaped(names), fc.json(), fc.string({ unit }));
  await fc.assert(
    fc.asyncProperty(path, body, fc.boolean(), async (route, text, isPost) => {
      const url = `http://127.0.0.1:${port}/control/${route}`;
      const { status } = await fetch(url, { method: isPost ? 'POST' : 'DELETE', body: text });
      expect([200, 400, 405]).toContain(status);
    }),
    { numRuns: 300 },
  );
  await fetch(`http://127.0.0.1:${port}/control/faults`, { method: 'DELETE' });
  await fetch(`http://127.0.0.1:${port}/control/plug`, { method: 'POST' });
  expect(await isAlive()).toBe(true);
});

test('[SE-03] the simulator keeps running after random frames on the serial port', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/serial`);
  await new Promise((resolve) => socket.once('open', resolve));
  const text = fc.oneof(shaped(['signals', 'ask', 'break', 'dtr', 'rts', 'ms']), fc.string());
  const frame = fc.oneof(text, fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(frame, (data) => socket.send(data)),
    { numRuns: 500 },
  );
  socket.send(JSON.stringify({ kind: 'ask', id: 4711 }));
  await new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (data instanceof Buffer && data.includes('4711')) resolve(); // all frames before this one were handled
    });
  });
  socket.close();
  expect(await isAlive()).toBe(true);
});

test('[SE-03] a serial port that receives invalid frames is closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 60 }), async (bytes) => {
      await send(`${upgrade('/serial')}${bytes}`, 'reset');
    }),
    { numRuns: 60 },
  );
  expect(await isAlive()).toBe(true);
});
