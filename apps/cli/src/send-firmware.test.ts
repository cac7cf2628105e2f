import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import {
  hasLrzsz,
  startLrzszReceiver,
  type LrzszReceiver,
} from '../../../packages/node-serial/src/lrzsz.fixture.ts';
import { sendFirmware } from './send-firmware.ts';

const SIZE = 20_000;
const content = Uint8Array.from(
  { length: SIZE },
  (_, index) => (index * 167 + (index >> 8) * 31) & 0xff,
);

// Concurrent, because lrzsz waits up to 10 s after each fault.
describe.skipIf(!hasLrzsz).concurrent('firmware send, received by lrzsz on a real pty', () => {
  let folder = '';
  let file = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batbot-send-'));
    file = join(folder, 'bms-1.4.bin');
    await writeFile(file, content);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const send = (
    { onTestFinished }: TestContext,
    protocol: 'xmodem' | 'ymodem',
    receiver: LrzszReceiver,
    blockSize?: 128 | 1_024,
  ): ReturnType<typeof sendFirmware> => {
    onTestFinished(() => receiver.dispose());
    const { path: port } = receiver;
    return sendFirmware(
      {
        kind: 'firmwareSend',
        port,
        baudRate: 115_200,
        file,
        protocol,
        ...(blockSize && { blockSize }),
      },
      () => undefined,
    );
  };
  const same = (bytes: Uint8Array): boolean => Buffer.from(content).equals(bytes);

  test('[DEV-46] rb receives the same bytes under the same name', async (context) => {
    const rb = startLrzszReceiver('ymodem');
    expect(await send(context, 'ymodem', rb)).toMatchObject({ code: 0 });
    expect(await rb.exited).toBe(0);
    const { name, bytes } = rb.file();
    expect(name).toBe('bms-1.4.bin');
    expect(same(bytes)).toBe(true);
  });

  test.for([
    ['xmodem', 1_024],
    ['xmodem', 128],
    ['xmodem-checksum', undefined],
  ] as const)(
    '[DEV-46] rx receives the same bytes: %s, blocks of %s',
    async ([kind, blockSize], context) => {
      const rx = startLrzszReceiver(kind);
      expect(await send(context, 'xmodem', rx, blockSize)).toMatchObject({ code: 0 });
      expect(await rx.exited).toBe(0);
      const { bytes } = rx.file();
      expect(same(bytes.subarray(0, SIZE))).toBe(true);
      expect(bytes.subarray(SIZE).every((byte) => byte === 0x1a)).toBe(true);
    },
  );

  test.for(['xmodem', 'ymodem'] as const)(
    '[DEV-47] %s delivers the same bytes over a line that flips bits, in headers and content',
    async (protocol, context) => {
      // Receives content, a header and more content, then sends a reply.
      const flipped = new Set([140, 1_500, 6_310]);
      const started = startLrzszReceiver(protocol, {
        baudRate: 460_800,
        toReceiver: (byte, index) => (flipped.has(index) ? byte ^ 0x10 : byte),
        toSender: (byte, index) => (index === 9 ? byte ^ 0x80 : byte),
      });
      expect(await send(context, protocol, started)).toMatchObject({ code: 0 });
      expect(await started.exited).toBe(0);
      expect(same(started.file().bytes.subarray(0, SIZE))).toBe(true);
    },
  );

  test('[DEV-47] a lost reply does not end the transfer', async (context) => {
    const rx = startLrzszReceiver('xmodem', {
      toSender: (byte, index) => (index === 5 || index === 12 ? undefined : byte),
    });
    expect(await send(context, 'xmodem', rx)).toMatchObject({ code: 0 });
    expect(await rx.exited).toBe(0);
    expect(same(rx.file().bytes.subarray(0, SIZE))).toBe(true);
  });

  test('[DEV-44] if the receiver cancels, the error explains what to do', async (context) => {
    const rx = startLrzszReceiver('xmodem', {
      toReceiver: (byte, index) => (index < 1_500 ? byte : 0x18),
    });
    expect(await send(context, 'xmodem', rx)).toEqual({
      code: 1,
      text: 'The receiver cancelled the transfer. Start it there again, then send again.',
    });
    expect(await rx.exited).not.toBe(0);
  });

  test('the error names a missing file or port', async () => {
    const ask = { kind: 'firmwareSend', port: join(folder, 'none'), baudRate: 115_200 } as const;
    const quiet = (): void => undefined;
    expect(
      await sendFirmware({ ...ask, file: join(folder, 'none.bin'), protocol: 'xmodem' }, quiet),
    ).toMatchObject({
      code: 2,
      text: expect.stringContaining('none.bin cannot be read') as string,
    });
    expect(await sendFirmware({ ...ask, file, protocol: 'xmodem' }, quiet)).toMatchObject({
      code: 1,
      text: expect.stringContaining('none') as string,
    });
  });
});

test('[CLI-21] an empty file is refused before the port is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-send-'));
  const file = join(folder, 'empty.bin');
  await writeFile(file, '');
  const ask = { kind: 'firmwareSend', baudRate: 115_200, file, protocol: 'xmodem' } as const;
  const ended = await sendFirmware({ ...ask, port: join(folder, 'none') }, () => undefined);
  expect(ended).toEqual({ text: `${file} is empty`, code: 2 });
  await rm(folder, { recursive: true, force: true });
});
