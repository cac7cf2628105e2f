/* oxlint-disable no-control-regex -- the protocols consist of control characters */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { buildImage } from '../firmware/image-file.ts';
import { blocksOf, EOT, programOf } from '../firmware/sent-blocks.fixture.ts';
import type { Simulator, SimulatorOptions } from '../simulator-options.ts';
import { startSimulator } from '../start-simulator.ts';
import { hasPty } from './pty-transport.ts';
import { openSocket, readUntil, receiveUntil } from './wait-for.fixture.ts';

const image = buildImage({ version: '1.5.0', program: programOf(20_000) });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-boot-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a simulator that runs until the end of the test. */
const start = async (
  { onTestFinished }: TestContext,
  options: SimulatorOptions,
): Promise<Simulator> => {
  const simulator = await startSimulator({ scenario: 'idle', ...options });
  onTestFinished(() => simulator.close());
  return simulator;
};
/** A concurrent test needs its own `expect` to poll. */
const isInstalled = async (context: TestContext, simulator: Simulator): Promise<void> => {
  await context.expect.poll(() => simulator.state().identity.firmware).toBe('1.5.0');
};

describe('an image is installed', () => {
  test('by TCP', async (context) => {
    const simulator = await start(context, { tcp: 0 });
    const { tcpPort = 0 } = simulator;
    const socket = createConnection(tcpPort, '127.0.0.1');
    await once(socket, 'connect');
    const called = readUntil(socket, /BOOT\r\nC/);
    socket.write('AT+FWUP\r\n');
    await called;
    for (const part of [...blocksOf(image, 1024), EOT, EOT]) {
      const replied = readUntil(socket, /\x06|\x15/);
      socket.write(part);
      await replied;
    }
    socket.destroy();
    await isInstalled(context, simulator);
  });

  test('by WebSocket', async (context) => {
    const simulator = await start(context, { ws: 0 });
    const { wsUrl = '' } = simulator;
    const socket = await openSocket(`${wsUrl}?baudRate=460800`);
    const called = receiveUntil(socket, /BOOT\r\nC/);
    socket.send(Buffer.from('AT+FWUP\r\n'));
    await called;
    const banner = receiveUntil(socket, /READY/); // it may arrive together with the last reply
    for (const part of [...blocksOf(image, 1024), EOT, EOT]) {
      const replied = receiveUntil(socket, /\x06|\x15/);
      socket.send(part);
      await replied;
    }
    await isInstalled(context, simulator);
    await banner;
    socket.close(1000);
  });
});

const hasTools = spawnSync('sh', ['-c', 'command -v sx sb']).status === 0;
if (!hasTools && process.env['CI'] === 'true')
  throw new Error('These tests need lrzsz: apt-get install lrzsz');

/** Runs a sender of lrzsz on the port of a simulator, after AT+FWUP. Resolves to its exit code. */
const runSender = async (
  command: readonly string[],
  { ptyPath = '' }: Simulator,
  bytes = image,
): Promise<unknown> => {
  const file = `${ptyPath}.bin`;
  writeFileSync(file, bytes);
  const script =
    'exec 3<>"$1"; stty raw -echo <&3; printf "AT+FWUP\\r\\n" >&3; shift; "$@" <&3 >&3';
  const child = spawn('sh', ['-c', script, 'sh', ptyPath, ...command, file], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

// Concurrent, because a sender waits some seconds before its first block.
describe
  .skipIf(!hasPty(process.platform) || !hasTools)
  .concurrent('senders of lrzsz on a pty', () => {
    const startOnPty = (context: TestContext, name: string, options: SimulatorOptions = {}) =>
      start(context, { pty: join(folder, name), pacing: false, ...options });

    test.for([
      ['XMODEM with blocks of 128 bytes', ['sx']],
      ['XMODEM-1K', ['sx', '-k']],
      ['YMODEM', ['sb']],
      ['YMODEM-1K', ['sb', '-k']],
    ] as const)('%s', async ([name, command], context) => {
      const simulator = await startOnPty(context, name);
      expect(await runSender(command, simulator)).toBe(0);
      await isInstalled(context, simulator);
    });

    test('XMODEM-1K delivers the image although replies are lost', async (context) => {
      // From the first block on: a sender that gets no reply to its end gives up.
      const faults = [{ name: 'ack-loss', count: 2, p: 0.3 }] as const;
      const simulator = await startOnPty(context, 'lost', { faults });
      expect(await runSender(['sx', '-k'], simulator)).toBe(0);
      await isInstalled(context, simulator);
    });

    test('a wrong image is refused, and the sender reports it', async (context) => {
      const simulator = await startOnPty(context, 'wrong');
      const wrong = buildImage({ version: '1.5.0', board: '3.0', program: programOf(20_000) });
      expect(await runSender(['sx', '-k'], simulator, wrong)).not.toBe(0);
      expect(simulator.state().identity.firmware).toBe('BOOT');
    });
  });
