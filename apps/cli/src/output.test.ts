import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hasLrzsz, startLrzszReceiver } from '../../../packages/node-serial/src/lrzsz.fixture.ts';
import { main } from './main.fixture.ts';

const FULL_DISK = '/dev/full';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batbot-output-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(!existsSync(FULL_DISK))(
  '[CLI-30] an output file on a full disk is reported, with exit code 1',
  async () => {
    const output = openSync(FULL_DISK, 'w');
    const child = spawn(process.execPath, [main, 'help'], {
      stdio: ['ignore', output, 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr?.on('data', (data: Buffer) => (err += data.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    closeSync(output);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The output cannot be written: ENOSPC: no space left on device, write\n',
    });
  },
);

/** Sends firmware to a receiver. `messages`: where the progress goes. */
const sendFirmware = async (
  messages: 'pipe' | number,
  onStart: (child: ChildProcess) => void = () => undefined,
) => {
  const file = join(folder, 'bms.bin');
  const content = Buffer.alloc(4_000, 'firmware');
  await writeFile(file, content);
  const rx = startLrzszReceiver('xmodem');
  onTestFinished(() => rx.dispose());
  const words = ['firmware', 'send', '--protocol', 'xmodem', '--port', rx.path, file];
  const child = spawn(process.execPath, [main, ...words], {
    stdio: ['ignore', 'pipe', messages],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  onStart(child);
  let out = '';
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const isReceived = content.equals(rx.file().bytes.subarray(0, content.length));
  return { code, out, isReceived };
};

const SENT = {
  out: expect.stringContaining('Every block was acknowledged') as string,
  isReceived: true,
};

test.skipIf(!hasLrzsz)(
  '[CLI-15] firmware is sent to its end when the reader of its progress has ended',
  async () => {
    const sent = await sendFirmware('pipe', ({ stderr }) => {
      stderr?.once('data', () => stderr.destroy());
    });
    expect(sent).toEqual({ code: 0, ...SENT });
  },
);

test.skipIf(!hasLrzsz || !existsSync(FULL_DISK))(
  '[CLI-30] firmware is sent to its end, with exit code 1, when its progress goes to a file on a full disk',
  async () => {
    const progress = openSync(FULL_DISK, 'w');
    const sent = await sendFirmware(progress);
    closeSync(progress);
    expect(sent).toEqual({ code: 1, ...SENT });
  },
);
