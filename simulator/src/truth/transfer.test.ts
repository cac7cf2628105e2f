import { createDeviceCore } from '@batbot/core';
import { createFakeClock, createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';
import { sendFile, type TransferEnd, type TransferProtocol } from '@batbot/core/firmware';
import { expect, test } from 'vitest';
import { buildImage, createDevice, type DeviceOptions } from '../index.ts';

const STEP_MS = 5;
const image = buildImage({
  version: '1.5.0',
  program: Uint8Array.from({ length: 30_000 }, (_, i) => (i * 31 + (i >> 7)) & 255),
});

/**
 * Sends a file from the real core to the boot loader of a simulated device in virtual time, whose line delivers bytes at
 * 115,200 baud in the direction of the core.
 */
const transfer = async (
  faults: NonNullable<DeviceOptions['faults']>,
  protocol: TransferProtocol,
  bytes = image,
) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const device = createDevice({ scenario: 'idle' });
  const line = device.openLine('test');
  line.setBaudRate(115_200);
  const core = createDeviceCore({ ...createFakePorts(), clock, links: [fake.link] });
  fake.device.onWrite((written) => line.receive(written, clock.monotonicNow()));
  const pass = async (isOver: () => boolean): Promise<void> => {
    for (let passed = 0; passed < 600_000 && !isOver(); passed += STEP_MS) {
      await clock.advance(STEP_MS);
      const said = line.take(clock.monotonicNow());
      if (said.length > 0) fake.device.send(said);
    }
  };
  void core.link.connect('fake');
  await clock.settle();
  const enter = new TextEncoder().encode('AT+FWUP\r\n');
  const opening = core.link.openRaw({ text: 'AT+FWUP', bytes: enter, origin: 'user' });
  let opened: Awaited<typeof opening> | undefined;
  void opening.then((result) => {
    opened = result;
  });
  await pass(() => opened !== undefined);
  if (!opened?.ok) throw new Error('the raw channel did not open');
  for (const fault of faults) device.faults.add(fault, clock.monotonicNow());
  const sending = sendFile({ channel: opened.value, clock, baudRate: 115_200 }, protocol, {
    name: 'image.bin',
    bytes,
  });
  let end: TransferEnd | undefined;
  void sending.ended.then((result) => {
    end = result;
  });
  await pass(() => end !== undefined);
  const { resends } = sending.progress$.value;
  opened.value.close();
  const installedBy = clock.monotonicNow() + 5_000;
  await pass(() => clock.monotonicNow() >= installedBy);
  await core.dispose();
  return { end, resends, identity: device.system.identity() };
};

const PROTOCOLS = ['xmodem', 'ymodem'] as const;

test.each(PROTOCOLS)('the core installs an image by %s', async (protocol) => {
  const { end, resends, identity } = await transfer([], protocol);
  expect(end).toEqual({ kind: 'sent', isConfirmed: true });
  expect(resends).toBe(0); // the device answers the first end with NAK, which is no block
  expect(identity.firmware).toBe('1.5.0');
});

test.each(PROTOCOLS.flatMap((protocol) => [0.05, 0.3].map((p) => [protocol, p] as const)))(
  'the core installs an image by %s with a reply loss of %d',
  async (protocol, p) => {
    const { end, resends, identity } = await transfer([{ name: 'ack-loss', p }], protocol);
    expect(end).toMatchObject({ kind: 'sent' });
    expect(resends).toBeGreaterThan(0);
    expect(identity.firmware).toBe('1.5.0');
  },
);

test.each(['bit-flips', 'dropped-bytes', 'garbage-before', 'garbage-after', 'slow'] as const)(
  'the core installs an image although some replies have the fault %s',
  async (name) => {
    const value = name === 'slow' ? 2 : 100;
    const { end, identity } = await transfer([{ name, p: 0.1, value }], 'xmodem');
    expect(end).toMatchObject({ kind: 'sent' });
    expect(identity.firmware).toBe('1.5.0');
  },
);

test.each(PROTOCOLS)('a transfer by %s that is cut is never reported as sent', async (protocol) => {
  for (const value of [0, 200, 2_000, 15_000, 30_000]) {
    const { end, identity } = await transfer([{ name: 'flash-cut', value }], protocol);
    expect(end?.kind).not.toBe('sent');
    expect(identity.firmware).toBe(value < 2_000 ? '1.4.0' : 'BOOT');
  }
});

test('an image for another board is cancelled by the device', async () => {
  const wrong = buildImage({ version: '9', board: '3.0', program: new Uint8Array(5_000) });
  const { end, identity } = await transfer([], 'ymodem', wrong);
  expect(end).toEqual({ kind: 'cancelled' });
  expect(identity.firmware).toBe('BOOT');
});

test('a damaged image is sent, and the device stays in its boot loader', async () => {
  const damaged = image.map((byte, i) => (i === 20_000 ? byte ^ 1 : byte));
  const { end, identity } = await transfer([], 'xmodem', damaged);
  expect(end).toMatchObject({ kind: 'sent' });
  expect(identity.firmware).toBe('BOOT');
});
