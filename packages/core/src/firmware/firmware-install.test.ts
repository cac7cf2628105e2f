import { expect, test } from 'vitest';
import type { FakeParameterDevice } from '../parameters/fake-parameter-device.fixture.ts';
import type { FirmwareImage } from './firmware-image.ts';
import type { InstallState } from './install-state.ts';
import { createInstallRig, makeImage } from './install-rig.fixture.ts';

const SIZE = 3_000;
const made = await makeImage(SIZE);
const input = { typedSerial: 'A1B2C3', password: 'SECRET' };

/** The rig with a page whose install is ready. */
const ready = async (given = made) => {
  const rig = await createInstallRig(given);
  const page = rig.open();
  page.install.prepare({ documentId: 'd1', image: given.image });
  const state = await rig.settle(page.install);
  return { ...rig, ...page, state };
};

const endOf = (state: InstallState) => {
  if (state.kind !== 'ended') throw new Error(`The state is ${state.kind}.`);
  return state.end;
};

const conditionsOf = (state: InstallState): Record<string, string> =>
  state.kind === 'ready'
    ? Object.fromEntries(
        state.conditions.filter(({ isMet }) => !isMet).map(({ name, now }) => [name, now]),
      )
    : {};

test('[DEV-60] an install keeps the settings, sends the image, asks the device and restores the settings', async () => {
  const { install, settle, state, truth, before, reports, awake, storage } = await ready();
  expect(state).toMatchObject({ kind: 'ready', isReady: true });
  install.install(input);
  const end = endOf(await settle(install));
  expect(end).toMatchObject({ now: 'newFirmware', next: 'none', isClosed: true });
  expect(end.text).toBe('SN A1B2C3 has firmware 2.0.0. All settings have their previous values.');
  expect(truth()).toMatchObject({ mode: 'firmware', firmware: '2.0.0', values: before });
  expect(truth().stored).toEqual(before);
  expect(reports).toEqual([
    {
      documentId: 'd1',
      serial: 'A1B2C3',
      from: '1.4.0',
      to: '2.0.0',
      outcome: 'done',
      seconds: expect.any(Number) as number,
      bytes: SIZE,
    },
  ]);
  expect(awake.held()).toBe(0);
  expect(install.unfinished$.value).toEqual([]);
  expect(storage.rows('ada', 'device')).toEqual([]);
});

test('[ST-07] an install during which the clock was set back is not reported as shorter than 0 s', async () => {
  const { install, settle, clock, reports } = await ready();
  install.install(input);
  await clock.advance(1_000);
  clock.jumpWall(-3_600_000);
  await settle(install);
  expect(reports).toMatchObject([{ outcome: 'done', seconds: 0 }]);
});

test('[DEV-109] a check of an unfinished install is shown until the device has answered', async () => {
  const rig = await ready();
  rig.install.install(input);
  await rig.clock.advance(1_000);
  rig.crash();
  const page = rig.open();
  rig.plug(true);
  await rig.clock.advance(5_000);
  page.install.check();
  expect(page.install.state$.value).toMatchObject({ kind: 'running', phase: 'asking' });
  expect((await rig.settle(page.install)).kind).toBe('ended');
});

test('[SYNC-97] an install that has ended in another tab is not unfinished here, and its earlier settings are not restored', async () => {
  const rig = await ready();
  rig.install.install(input);
  await rig.clock.advance(1_500);
  const other = rig.open();
  await rig.clock.settle();
  expect(other.install.unfinished$.value).toHaveLength(1);
  expect(endOf(await rig.settle(rig.install))).toMatchObject({
    now: 'newFirmware',
    isClosed: true,
  });
  expect(other.install.unfinished$.value).toEqual([]);
  const commands = rig.commands();
  other.install.check();
  await rig.settle(other.install);
  expect(other.install.state$.value).toEqual({ kind: 'idle' });
  expect(rig.commands()).toBe(commands);
});

test('[DEV-111] an unfinished install that cannot be read is reported until the user forgets it', async () => {
  const rig = await createInstallRig(made);
  const { install } = rig.open();
  const row = { table: 'device', id: 'install:A1B2C3', value: { phase: 'of a newer version' } };
  await rig.storage.open().write('ada', [row as never]);
  await rig.clock.settle();
  expect(install.unfinished$.value).toEqual([]);
  expect(install.unreadable$.value).toEqual({ unreadable: ['A1B2C3'] });
  install.abandon('A1B2C3');
  await rig.clock.settle();
  expect(install.unreadable$.value).toEqual({ unreadable: [] });
});

test('[DEV-61] settings that need the serial number are not restored until the user enters it', async () => {
  const { install, settle, truth, before, device } = await ready();
  install.install({});
  const end = endOf(await settle(install));
  expect(end).toMatchObject({ now: 'newFirmware', next: 'restore', isClosed: false });
  expect(end.text).toBe('SN A1B2C3 has firmware 2.0.0. 2 settings differ from before.');
  expect(install.unfinished$.value).toHaveLength(1);
  expect(device().writes()).toEqual([]);
  install.restore(input);
  expect(endOf(await settle(install))).toMatchObject({ next: 'none', isClosed: true });
  expect(truth().values).toEqual(before);
});

test('[DEV-62] a condition that is not met prevents the install, with its value', async () => {
  const { install, setSample, settle, truth, power } = await ready();
  setSample({ socPercent: 12, currentA: -3, protections: ['cellUnderVoltage'] });
  expect(conditionsOf(install.state$.value)).toEqual({
    Current: '−3.00\u202FA',
    'State of charge': '12.0\u202F%',
    'Active protections': '1 (cell under voltage)',
  });
  install.install(input);
  expect(await settle(install)).toMatchObject({ kind: 'ready', isReady: false });
  expect(truth()).toMatchObject({ mode: 'firmware', firmware: '1.4.0', arrived: 0 });
  power.next({ kind: 'battery', percent: 9 });
  setSample({});
  install.prepare({ image: made.image });
  expect(conditionsOf(await settle(install))).toEqual({ 'Power of this computer': '9 %' });
  power.next({ kind: 'unknown' });
  install.prepare({ image: made.image });
  expect(await settle(install)).toMatchObject({ kind: 'ready', isReady: true });
});

test('[DEV-104] values that are 6 s old prevent the install', async () => {
  const { install, setSample } = await ready();
  setSample({ socPercent: 80 }, { socPercent: 6_000, currentA: 7_000, protections: 8_000 });
  expect(conditionsOf(install.state$.value)).toEqual({
    Current: '0.10\u202FA, 7 s old',
    'State of charge': '80.0\u202F%, 6 s old',
    'Active protections': '0, but 8 s old',
  });
});

test('[DEV-62] changes in Configuration that begin after the check prevent the install until they are discarded', async () => {
  const { install, parameters, settle } = await ready();
  parameters.edit('CAP', 50);
  expect(conditionsOf(install.state$.value)).toEqual({ 'Changes in Configuration': 'not written' });
  install.install(input);
  expect(await settle(install)).toMatchObject({ kind: 'ready', isReady: false });
  parameters.discard();
  expect(install.state$.value).toMatchObject({ kind: 'ready', isReady: true });
});

test('[DEV-95] what Configuration writes after the check is kept by the install', async () => {
  const { install, parameters, settle, truth, clock, before } = await ready();
  parameters.edit('CAP', 50);
  parameters.review();
  const written = parameters.write();
  await clock.settle();
  expect(parameters.state$.value.kind).toBe('restarting');
  expect(conditionsOf(install.state$.value)).toEqual({
    'Changes in Configuration': 'being written',
  });
  await clock.advance(20_000);
  await written;
  expect(parameters.state$.value.kind).toBe('done');
  expect(install.state$.value).toMatchObject({ kind: 'ready', isReady: true });
  install.install(input);
  const end = endOf(await settle(install));
  expect(end.text).toBe('SN A1B2C3 has firmware 2.0.0. All settings have their previous values.');
  expect(truth().stored).toEqual({ ...before, CAP: '500' });
});

test('[DEV-95] a write of Configuration that has stopped prevents the install', async () => {
  const { install, parameters, clock, device } = await ready();
  device().setFaults([{ kind: 'writeClamped', key: 'CAP', raw: '900' }]);
  parameters.edit('CAP', 50);
  parameters.review();
  const written = parameters.write();
  await clock.advance(20_000);
  await written;
  expect(parameters.state$.value.kind).toBe('partial');
  expect(conditionsOf(install.state$.value)).toEqual({
    'Changes in Configuration': 'not all written',
  });
});

test.each([
  ['another board', { boards: ['9.9'] }, { Board: '2.1' }],
  ['an older version', { version: '1.3.0' }, { 'New version': '1.3.0' }],
  ['the same version', { version: '1.4.0' }, { 'New version': '1.4.0' }],
  ['later versions', { from: { min: '1.5.0' } }, { 'Installed version': '1.4.0' }],
  ['earlier versions', { from: { max: '1.3.9' } }, { 'Installed version': '1.4.0' }],
  ['exactly this version', { from: { min: '1.4.0', max: '1.4.0' } }, {}],
  [
    'another size',
    { sizeBytes: SIZE + 1 },
    { 'Image on this computer': 'damaged: its hash differs', Signature: 'unknown' },
  ],
])(
  '[DEV-62] an image for %s is installed only if its conditions are met',
  async (_, change, unmet) => {
    const { state } = await ready(await makeImage(SIZE, change));
    expect(conditionsOf(state)).toEqual(unmet);
  },
);

test('[DEV-63] [FW-02] an image that is incomplete, damaged, or signed by someone else is not installed', async () => {
  const rig = await createInstallRig(made);
  const { install } = rig.open();
  const sha256 = made.image.sha256;
  const unmet = async () => {
    install.prepare({ image: made.image });
    return conditionsOf(await rig.settle(install));
  };
  rig.pieces.delete(sha256);
  expect(await unmet()).toMatchObject({ 'Image on this computer': '0 of 1 pieces' });
  rig.pieces.set(
    sha256,
    made.bytes.map((byte) => byte ^ 1),
  );
  expect(await unmet()).toMatchObject({ 'Image on this computer': 'damaged: its hash differs' });
  rig.pieces.set(sha256, made.bytes);
  expect(await unmet()).toEqual({});

  const changed: readonly Partial<FirmwareImage>[] = [
    { signature: (await makeImage(SIZE + 1)).image.signature },
    { boards: [...made.image.boards, '9.9'] },
    { version: '2.0.1' },
    { wipesSettings: false },
  ];
  for (const change of changed) {
    install.prepare({ image: { ...made.image, ...change } });
    expect(conditionsOf(await rig.settle(install))).toEqual({
      Signature: 'not valid for this description',
    });
  }

  const stranger = rig.open([]).install;
  stranger.prepare({ image: made.image });
  expect(conditionsOf(await rig.settle(stranger))['Signature']).toMatch(
    /^valid, by an unknown key .+ The operator can add it to firmwareKeys$/,
  );
});

test('[DEV-64] [FW-03] an install is never reported as done if another device or version answers after the restart', async () => {
  const expected = {
    otherDevice: { serial: 'OTHER' },
    otherFirmware: { version: '1.9.9' },
  } as const;
  for (const [now, change] of Object.entries(expected)) {
    const rig = await ready();
    rig.startAs(change);
    rig.install.install(input);
    expect(endOf(await rig.settle(rig.install))).toMatchObject({ now, isClosed: false });
    expect(rig.reports[0]?.outcome).not.toBe('done');
  }
});

test('[DEV-97] changes that are not written prevent the restoring of the settings, and are kept', async () => {
  const { install, parameters, settle, truth, before } = await ready();
  install.install({});
  await settle(install);
  parameters.edit('CAP', 50);
  install.restore(input);
  expect(endOf(await settle(install))).toMatchObject({
    next: 'restore',
    why: 'Configuration has changes that are not written. Export or discard them first.',
  });
  expect(parameters.state$.value).toMatchObject({ kind: 'dirty', edits: { CAP: 50 } });
  parameters.discard();
  install.restore(input);
  expect(endOf(await settle(install))).toMatchObject({ next: 'none' });
  expect(truth().values).toEqual(before);
});

test.each([
  ['another board', (device: FakeParameterDevice) => device.setHardware('3.0')],
  ['other firmware', (device: FakeParameterDevice) => device.setFirmware('1.3.0')],
])(
  '[DEV-98] a device with the same serial number but %s is not taken for the checked one',
  async (_, change) => {
    const { install, settle, truth, device } = await ready();
    change(device());
    install.install(input);
    expect(await settle(install)).toMatchObject({
      kind: 'ready',
      problem: 'The device or its firmware is not the one that was checked.',
    });
    expect(truth()).toMatchObject({ mode: 'firmware', firmware: '1.4.0', arrived: 0 });
  },
);

test('[DEV-98] the device is asked again if its reply to ATI has no identity', async () => {
  const { install, settle, device } = await ready();
  device().setFaults([{ kind: 'onlyOk', command: 0 }]);
  install.install(input);
  expect(endOf(await settle(install))).toMatchObject({ now: 'newFirmware', isClosed: true });
});

test('[DEV-60] the settings are not restored to another device', async () => {
  const { install, settle, device } = await ready();
  install.install({});
  await settle(install);
  device().reply('AT+PARKEY="SECRET"');
  device().reply('AT+PAR=OVP,3600'); // the other settings can be written without the serial number
  device().setSerial('OTHER');
  const writes = [...device().writes()];
  install.restore(input);
  expect(endOf(await settle(install))).toMatchObject({
    next: 'restore',
    why: 'Another device is connected, not A1B2C3.',
  });
  expect(device().writes()).toEqual(writes);
});

test('[DEV-65] a stopped transfer leaves the device in its boot loader; another install ends it', async () => {
  const rig = await ready();
  rig.onArrival((count) => {
    if (count === 1_500) rig.install.stop();
  });
  rig.install.install(input);
  const end = endOf(await rig.settle(rig.install));
  expect(end).toMatchObject({
    now: 'bootLoader',
    next: 'install',
    why: 'The transfer was stopped.',
  });
  rig.install.prepare({ image: made.image });
  expect(await rig.settle(rig.install)).toMatchObject({ isInBootLoader: true, isReady: true });
  rig.install.install(input);
  expect(endOf(await rig.settle(rig.install))).toMatchObject({ now: 'newFirmware', next: 'none' });
  expect(rig.truth().values).toEqual(rig.before);
});

test('[DEV-66] [FW-04] an install that cannot be stored on this computer does not begin', async () => {
  const { install, storage, settle, truth } = await ready();
  storage.refuse('full');
  install.install(input);
  const state = await settle(install);
  expect(state).toMatchObject({
    kind: 'ready',
    problem: expect.stringContaining('store') as string,
  });
  expect(truth()).toMatchObject({ mode: 'firmware', arrived: 0 });
});

/** Follows the next steps until the new firmware has the settings from before. */
const followToTheEnd = async (
  rig: Awaited<ReturnType<typeof ready>>,
  { install }: Pick<Awaited<ReturnType<typeof ready>>, 'install'>,
  place: string,
) => {
  for (let step = 0; step < 6; step += 1) {
    const state = install.state$.value;
    if (state.kind === 'ended' && state.end.next === 'none') break;
    if (state.kind === 'ended' && state.end.next === 'restore') install.restore(input);
    else {
      install.prepare({ image: made.image });
      const prepared = await rig.settle(install);
      expect(prepared, place).toMatchObject({ kind: 'ready', isReady: true });
      install.install(input);
    }
    await rig.settle(install);
  }
  expect(endOf(install.state$.value), place).toMatchObject({ now: 'newFirmware', next: 'none' });
  expect(rig.truth(), place).toMatchObject({ firmware: '2.0.0', values: rig.before });
  expect(install.unfinished$.value, place).toEqual([]);
};

type Cut = 'unplug' | 'power' | 'kill' | 'unplug and kill';
const cuts = ['unplug', 'power', 'kill', 'unplug and kill'] as const;

/**
 * Interrupts an install at byte `at` (`onArrival`) or before command `at` (`onCommand`) and connects the device again.
 * Expects that the check reports the actual state of the device and that the offered next steps complete the install.
 */
const interrupt = async (cut: Cut, event: 'onArrival' | 'onCommand', at: number) => {
  const place = `${cut}, ${event} ${String(at)}`;
  const rig = await ready();
  let hasCut = false;
  rig[event]((count) => {
    if (count !== at || hasCut) return;
    hasCut = true;
    if (cut === 'power') rig.cutPower();
    if (cut.startsWith('unplug')) rig.plug(false);
    if (cut.endsWith('kill')) rig.crash();
  });
  rig.install.install(input);
  let page: Pick<typeof rig, 'install'> = rig;
  if (cut.endsWith('kill')) {
    for (let second = 0; second < 300 && !hasCut; second += 1) await rig.clock.advance(1_000);
    page = rig.open();
    await rig.clock.settle();
  } else await rig.settle(rig.install);
  expect(hasCut, place).toBe(true);
  rig.plug(true);
  await rig.clock.advance(5_000);
  page.install.check();
  const state = await rig.settle(page.install);
  const { mode, firmware } = rig.truth();
  const installed = firmware === '2.0.0' ? 'newFirmware' : 'oldFirmware';
  // Nothing is unfinished if the install had not begun, or has ended.
  if (state.kind !== 'ended') expect(page.install.unfinished$.value, place).toEqual([]);
  else expect(state.end.now, place).toBe(mode === 'bootLoader' ? mode : installed);
  // After the end of the page in the middle of the transfer, the check is the first report [DEV-73].
  if (state.kind === 'ended' && cut === 'kill' && mode === 'bootLoader' && event === 'onArrival') {
    expect(rig.reports.at(-1)?.outcome, place).toBe('interrupted');
  }
  await followToTheEnd(rig, page, place);
};

test.each(cuts)(
  '[DEV-67] [FW-01] after %s at any byte the state matches the device, and the offered next steps complete the install',
  async (cut) => {
    const whole = 3 * 1_029 + 1;
    const positions = new Set([1, 2, 131, 1_028, 1_029, 1_030, 2_058, 2_059, whole - 1, whole]);
    for (let at = 7; at < whole; at += 211) positions.add(at);
    for (const at of positions) await interrupt(cut, 'onArrival', at);
  },
);

test.each(cuts)(
  '[DEV-67] [FW-01] after %s before any command the state matches the device, and the offered next steps complete the install',
  async (cut) => {
    const rig = await ready();
    rig.onCommand(() => undefined);
    rig.install.install(input);
    await rig.settle(rig.install);
    const most = rig.commands();
    expect(most).toBeGreaterThan(10);
    for (let at = 1; at <= most; at += 1) await interrupt(cut, 'onCommand', at);
  },
);
