/* oxlint-disable no-control-regex -- the protocols consist of control characters */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildImage } from '../firmware/image-file.ts';
import { blocksOf, EOT, programOf } from '../firmware/sent-blocks.fixture.ts';
import type { Simulator, SimulatorOptions } from '../simulator-options.ts';
import { startSimulator } from '../start-simulator.ts';
import { hasPty } from './pty-transport.ts';
import { openSocket, readUntil, receiveUntil } from './wait-for.fixture.ts';

const image = buildImage({ version: '1.5.0', program: programOf(20_000) });

let folder = '';
let simulator: Simulator | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batbot-boot-'));
});
afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const start = async (options: SimulatorOptions): Promise<Simulator> => {
  simulator = await startSimulator({ scenario: 'idle', ...options });
  return simulator;
};
const firmware = (): string | undefined => simulator?.state().identity.firmware;
const isInstalled = async (): Promise<void> => {
  await expect.poll(firmware).toBe('1.5.0');
};

describe('an image is installed', () => {
  test('by TCP', async () => {
    const { tcpPort = 0 } = await start({ tcp: 0 });
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
    await isInstalled();
  });

  test('by WebSocket', async () => {
    const { wsUrl = '' } = await start({ ws: 0 });
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
    await isInstalled();
    await banner;
    socket.close(1000);
  });
});

const hasTools = spawnSync('sh', ['-c', 'command -v sx sb']).status === 0;
if (!hasTools && process.env['CI'] === 'true')
  throw new Error('These tests need lrzsz: apt-get install lrzsz');

/** Runs a sender of lrzsz on the port, after AT+FWUP. Resolves to its exit code. */
const runSender = async (
  command: readonly string[],
  port: string,
  bytes = image,
): Promise<unknown> => {
  const file = join(folder, 'image.bin');
  writeFileSync(file, bytes);
  const script =
    'exec 3<>"$1"; stty raw -echo <&3; printf "AT+FWUP\\r\\n" >&3; shift; "$@" <&3 >&3';
  const child = spawn('sh', ['-c', script, 'sh', port, ...command, file], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

describe.skipIf(!hasPty(process.platform) || !hasTools)('senders of lrzsz on a pty', () => {
  test.each([
    ['XMODEM with blocks of 128 bytes', ['sx']],
    ['XMODEM-1K', ['sx', '-k']],
    ['YMODEM', ['sb']],
    ['YMODEM-1K', ['sb', '-k']],
  ])('%s', async (_, command) => {
    const { ptyPath = '' } = await start({ pty: join(folder, 'obd'), pacing: false });
    expect(await runSender(command, ptyPath)).toBe(0);
    await isInstalled();
  });

  test('XMODEM-1K delivers the image although replies are lost', async () => {
    // From the first block on: a sender that gets no reply to its end gives up.
    const faults = [{ name: 'ack-loss', count: 2, p: 0.3 }] as const;
    const { ptyPath = '' } = await start({ pty: join(folder, 'obd'), pacing: false, faults });
    expect(await runSender(['sx', '-k'], ptyPath)).toBe(0);
    await isInstalled();
  });

  test('a wrong image is refused, and the sender reports it', async () => {
    const { ptyPath = '' } = await start({ pty: join(folder, 'obd'), pacing: false });
    const wrong = buildImage({ version: '1.5.0', board: '3.0', program: programOf(20_000) });
    expect(await runSender(['sx', '-k'], ptyPath, wrong)).not.toBe(0);
    expect(firmware()).toBe('BOOT');
  });
});
