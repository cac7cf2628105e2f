import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { describeBusyPort, findPorts, readPorts } from './ports.ts';

const holdPort = async (host: string) => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { port, release: () => once(server.close(), 'close') };
};

test('the default ports are 5173, 4000 and 7070, and environment variables override them', () => {
  expect(readPorts({})).toEqual({ web: 5173, api: 4000, simulator: 7070 });
  expect(readPorts({ BATBOT_API_PORT: '4100' }).api).toBe(4100);
  expect(() => readPorts({ BATBOT_SIM_PORT: 'seven' })).toThrow('BATBOT_SIM_PORT');
});

test('port 0 selects a free port', async () => {
  const { ports, busy } = await findPorts({ web: 0, api: 0, simulator: 0 });
  expect(busy).toEqual([]);
  expect(Object.values(ports).every((port) => port > 0)).toBe(true);
});

test('a port that is in use on one loopback address is busy, and the message names its variable', async () => {
  const held = await holdPort('127.0.0.1');
  const { busy } = await findPorts({ web: 0, api: held.port, simulator: 0 });
  expect(busy).toEqual([{ listener: 'api', port: held.port }]);
  const text = describeBusyPort({ listener: 'api', port: held.port }, 'npm start');
  expect(text).toContain(`Port ${held.port}`);
  expect(text).toContain(`BATBOT_API_PORT=${held.port + 1} npm start`);
  await held.release();
});

test('two services with the same port are reported as busy', async () => {
  const free = await holdPort('127.0.0.1');
  await free.release();
  const { busy } = await findPorts({ web: free.port, api: 0, simulator: free.port });
  expect(busy).toEqual([{ listener: 'simulator', port: free.port }]);
});
