import type { InstallState } from '@batbot/core/firmware';
import { describe, expect, test } from 'vitest';
import { buildImage, type DeviceOptions } from '../index.ts';
import { openBench, signedImage, truthOf } from './device-bench.fixture.ts';

type FaultSpec = NonNullable<DeviceOptions['faults']>[number];

const program = Uint8Array.from({ length: 6_000 }, (_, i) => (i * 31 + (i >> 7)) & 255);
const plain = signedImage({ version: '1.5.0', program });
const wiping = signedImage({ version: '1.5.0', program, wipesSettings: true });
const wrongBoard = signedImage({ version: '1.5.0', program, board: '3.0' });
const INPUT = { password: 'BATBOT', typedSerial: 'A1B2C3' };

const endOf = (state: InstallState) => {
  if (state.kind !== 'ended') throw new Error(JSON.stringify(state));
  return state.end;
};

/** Opens a device with stored settings of its own and a page whose install is ready. */
const ready = async (offered = plain) => {
  const bench = openBench(offered.bytes);
  const { device, clock, pass } = bench;
  const line = device.openLine('setup');
  for (const text of ['AT+PARKEY="BATBOT"', 'AT+PAR=COVP,3700', 'AT+PAR=NOTE,mine', 'AT+PARSAVE'])
    line.receive(Buffer.from(`${text}\r\n`), clock.monotonicNow());
  const page = await bench.openPage();
  await pass(() => false, 5_000);
  page.install.prepare({ image: offered.image });
  await bench.settleInstall(page);
  await pass(() => {
    const state = page.install.state$.value;
    return state.kind === 'ready' && state.isReady;
  }, 30_000);
  const before = truthOf(device);
  /** Installs with the fault, and returns the end. */
  const install = async (fault?: FaultSpec) => {
    if (fault !== undefined) device.faults.add(fault, clock.monotonicNow());
    page.install.install(INPUT);
    return endOf(await bench.settleInstall(page));
  };
  return { bench, device, page, before, install };
};

test.each([
  ['keeps', plain],
  ['wipes', wiping],
])(
  'an image that %s the settings is installed, and all settings are as before',
  async (_, offered) => {
    const { bench, device, before, install } = await ready(offered);
    const end = await install();
    expect(end).toMatchObject({ now: 'newFirmware', next: 'none' });
    expect(truthOf(device)).toEqual({ ...before, FW: '1.5.0' });
    device.reboot(bench.clock.monotonicNow());
    expect(truthOf(device)).toEqual({ ...before, FW: '1.5.0' });
    expect(bench.installs).toMatchObject([{ from: '1.4.0', to: '1.5.0', outcome: 'done' }]);
  },
);

describe('with a fault, the install is done only if the device has the new firmware', () => {
  test.each<FaultSpec>([
    { name: 'flash-cut', value: 0, count: 1 },
    { name: 'flash-cut', value: 700, count: 1 },
    { name: 'flash-cut', value: 3_000, count: 1 },
    { name: 'ack-loss', p: 0.2 },
    { name: 'bit-flips', value: 20, p: 0.2, for: 20 },
    { name: 'restart-mid-write', count: 1 },
    { name: 'other-board-after-restart', after: 1 },
    { name: 'unplug', after: 1.2, value: 0 },
    { name: 'reboot', after: 1 },
    { name: 'silence', after: 1, for: 10 },
  ])('%j', async (fault) => {
    const { bench, device, page, install } = await ready();
    const end = await install(fault);
    const identity = device.system.identity();
    const isNew = identity.firmware === '1.5.0' && identity.serial === 'A1B2C3';
    if (end.now === 'newFirmware') expect(isNew).toBe(true);
    if (end.now === 'oldFirmware') expect(identity.firmware).toBe('1.4.0');
    if (end.now === 'bootLoader') expect(identity.firmware).toBe('BOOT');
    if (end.now === 'otherDevice') expect(identity.serial).toBe('Z9Y8X7');
    expect(bench.installs.at(-1)?.outcome === 'done').toBe(end.now === 'newFirmware');
    if (end.now !== 'newFirmware') expect(end.nextText).toMatch(/./);
    await page.crash();
  });
});

test('an image for another board is refused by the boot loader, and is never reported as installed', async () => {
  const { device, install, bench } = await ready(wrongBoard);
  expect((await install()).now).toBe('bootLoader');
  expect(device.system.identity().firmware).toBe('BOOT');
  expect(bench.installs).toMatchObject([{ outcome: 'failed' }]);
});

test.each([
  [
    'for another board and version',
    buildImage({ version: '9.0', program, board: '3.0' }),
    'otherFirmware',
  ],
  ['that is no image', program, 'unknownFirmware'],
])(
  '[DEV-64] a file %s that the device accepts is never reported as installed',
  async (_, bytes, now) => {
    const { bench, device, install } = await ready(
      signedImage({ version: '1.5.0', program }, bytes),
    );
    const end = await install({ name: 'accepts-wrong-image', count: 1 });
    expect(device.system.isInBootLoader()).toBe(false);
    expect(end).toMatchObject({ now, isClosed: false });
    expect(bench.installs).toMatchObject([{ outcome: 'failed' }]);
  },
);

test('a device that is left in its boot loader takes the image at the next install', async () => {
  const { device, bench, page, before, install } = await ready();
  expect((await install({ name: 'flash-cut', value: 3_000, count: 1 })).now).toBe('bootLoader');
  page.install.prepare({ image: plain.image });
  await bench.settleInstall(page);
  await bench.pass(() => false, 3_000);
  expect(page.install.state$.value).toMatchObject({ kind: 'ready', isInBootLoader: true });
  expect(await install()).toMatchObject({ now: 'newFirmware' });
  expect(truthOf(device)).toEqual({ ...before, FW: '1.5.0' });
});
