import type { PermissionFlag } from '@batbot/core';
import { expect, test } from 'vitest';
import { PACK } from '../../testing/asset.fixture.ts';
import { createFakeInstall, IMAGE, JOB } from '../../testing/fake-install.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetFirmware } from './AssetFirmware.tsx';
import { InstallPanel } from './InstallPanel.tsx';

const OFFERED = { documentId: 'image', image: IMAGE };
const met = (name: string, now: string) => ({ name, needed: '', now, isMet: true });
const READY = {
  kind: 'ready',
  offered: OFFERED,
  identity: JOB.before,
  isInBootLoader: false,
  conditions: [met('Board', '2.1'), met('Current', '0.20 A')],
  isReady: true,
} as const;

const open = async () => {
  const fake = createFakeInstall();
  const { screen, server, online } = await renderScreen(<InstallPanel install={fake.service} />);
  server.put('pack', { serial: 'A1' });
  await online();
  return { screen, ...fake };
};

test('[PAGE-128] each condition is shown with its value, and an unmet one prevents the install', async () => {
  const { screen, setState } = await open();
  const conditions = [
    met('Board', '2.1'),
    { name: 'State of charge', needed: '≥ 30 %', now: '12 %', isMet: false },
  ];
  setState({ ...READY, conditions, isReady: false });
  const list = screen.getByRole('list', { name: 'Conditions' });
  await expect.element(list).toHaveTextContent('Met: Board: 2.1');
  await expect.element(list).toHaveTextContent('Not met: State of charge: 12 %, needed: ≥ 30 %');
  await screen.getByRole('textbox', { name: /Serial number/ }).fill('A1');
  await expect.element(screen.getByRole('button', { name: 'Install' })).toBeDisabled();
});

test('[PAGE-128] an install begins only after the serial number of the device was typed', async () => {
  const { screen, setState, calls } = await open();
  setState(READY);
  const button = screen.getByRole('button', { name: 'Install' });
  await expect.element(button).toBeDisabled();
  await screen.getByRole('textbox', { name: /Serial number/ }).fill('B2');
  await expect.element(button).toBeDisabled();
  await screen.getByRole('textbox', { name: /Serial number/ }).fill('A-1'); // as the engine compares it
  await expect.element(button).toBeDisabled();
  await screen.getByRole('textbox', { name: /Serial number/ }).fill('a1');
  await button.click();
  expect(calls).toEqual([['install', { typedSerial: 'a1' }]]);
});

test('[PAGE-128] the transfer shows what was sent and the remaining time, and can be stopped', async () => {
  const { screen, setState, calls } = await open();
  setState({
    kind: 'running',
    phase: 'transferring',
    job: JOB,
    progress: {
      sentBytes: 262_144,
      totalBytes: 524_288,
      resends: 0,
      remainingMs: 24_000,
    },
  });
  await expect.element(screen.getByText('262 kB of 524 kB, 0:24 left')).toBeVisible();
  await expect
    .element(screen.getByRole('progressbar', { name: 'Sent' }))
    .toHaveAttribute('aria-valuenow', '50');
  await screen.getByRole('button', { name: /^Stop/ }).click();
  expect(calls).toEqual([['stop']]);
});

test.each([
  ['install', 'Check and install again', ['close'], ['prepare', OFFERED]],
  ['check', 'Check the device', ['check'], undefined],
  ['restore', 'Restore the settings', ['restore', { typedSerial: 'A1' }], undefined],
] as const)('[PAGE-129] the next step %s has one button', async (next, name, first, second) => {
  const { screen, setState, calls } = await open();
  setState({
    kind: 'ended',
    job: JOB,
    end: {
      now: 'bootLoader',
      text: 'A1 is in its boot loader.',
      next,
      nextText: 'Keep it powered.',
      why: 'The transfer was stopped.',
      isClosed: false,
    },
  });
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('A1 is in its boot loader.');
  await expect.element(alert).toHaveTextContent('The transfer was stopped.');
  await screen.getByRole('button', { name }).click();
  expect(calls).toEqual(second === undefined ? [first] : [first, second]);
});

test('[PAGE-129] while an unplugged device is asked, the text does not say to keep it plugged in', async () => {
  const { screen, setState } = await open();
  setState({ kind: 'running', phase: 'asking', job: JOB });
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(/^Asking the device for its identity\.$/);
});

test('[PAGE-129] while the device is asked after a failed transfer, no step of the install is shown as running', async () => {
  const { screen, setState } = await open();
  setState({ kind: 'running', phase: 'transferring', job: JOB });
  await expect.element(screen.getByText('Transfer', { exact: true })).toBeVisible();
  setState({ kind: 'running', phase: 'asking', job: JOB });
  await expect.element(screen.getByRole('status')).toHaveTextContent(/^Asking/);
  expect(screen.getByText('Boot loader', { exact: true }).query()).toBe(null);
});

test('[PAGE-129] a finished install is one line without an empty description', async () => {
  const { screen, setState } = await open();
  const text = 'SN A1 has firmware 2.0.0. All settings have their previous values.';
  const end = { now: 'newFirmware', text, next: 'none', nextText: '', isClosed: true } as const;
  setState({ kind: 'ended', job: JOB, end });
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
  expect(document.querySelector('.ant-alert-description')).toBe(null);
});

test('[PAGE-390] the result of an install on a pack that is not in Assets says that Logs do not have it, and offers to add the pack', async () => {
  const { service, setState } = createFakeInstall();
  const { screen } = await renderScreen(<InstallPanel install={service} />);
  const end = { now: 'newFirmware', text: 'Done.', next: 'none', nextText: '' } as const;
  setState({ kind: 'ended', job: JOB, end: { ...end, isClosed: true } });
  await expect.element(screen.getByText(/^SN A1 is not in Assets, so Logs/)).toBeVisible();
  await screen.getByRole('button', { name: 'Add this pack' }).click();
  await expect.element(screen.getByText(/^SN A1 is in Assets now, and Logs get/)).toBeVisible();
});

test('[PAGE-129] a device that must not be used is not offered another step', async () => {
  const { screen, setState } = await open();
  setState({
    kind: 'ended',
    job: JOB,
    end: {
      now: 'otherBoard',
      text: 'A1 reports another board than before the install.',
      next: 'service',
      nextText: 'Do not use the pack.',
      isClosed: false,
    },
  });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Do not use the pack.');
  expect(
    screen
      .getByRole('button')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['Close']);
});

test('[PAGE-128] the page of a pack offers no install while another device is connected', async () => {
  const { service, setState } = createFakeInstall();
  setState(READY);
  const { screen, core, clock } = await renderScreen(
    <AssetFirmware asset={{ ...PACK, serial: 'B2' }} />,
    { install: service, isConnected: true },
  );
  core.telemetry.identity.ask();
  await clock.settle();
  await expect.element(screen.getByText(/Another device is connected: SN A1/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Install' }).elements()).toEqual([]);
});

test('[PAGE-129] a connected device in its boot loader is not shown with a version', async () => {
  const { service, setUnfinished } = createFakeInstall();
  // The fake device reports the version 1.4.
  const { schema } = JOB.known;
  const commands = { ...schema.commands, bootLoaderVersion: '1.4' };
  setUnfinished([{ ...JOB, known: { ...JOB.known, schema: { ...schema, commands } } }]);
  const { screen, core, clock } = await renderScreen(<AssetFirmware asset={PACK} />, {
    install: service,
    isConnected: true,
  });
  core.telemetry.identity.ask();
  await clock.settle();
  await expect
    .element(screen.getByText(/^Installed: no firmware, the boot loader runs/))
    .toBeVisible();
});

test('[PAGE-258] an install that has not ended is forgotten only after a confirmation', async () => {
  const { service, setUnfinished, calls } = createFakeInstall();
  setUnfinished([JOB]);
  const { screen } = await renderScreen(<AssetFirmware asset={PACK} />, { install: service });
  await screen.getByRole('button', { name: 'Forget this install…' }).click();
  await expect.element(screen.getByText(/^Forget this install\? The settings from/)).toBeVisible();
  expect(calls).toEqual([]);
  await screen.getByRole('button', { name: 'Forget', exact: true }).click();
  expect(calls).toEqual([['abandon', 'A1']]);
});

test('[DEV-111] an install that cannot be read is reported with the next steps, and can be forgotten', async () => {
  const { service, setUnreadable, calls } = createFakeInstall();
  const { screen } = await renderScreen(<AssetFirmware asset={PACK} />, { install: service });
  setUnreadable({ unreadable: ['A1'] });
  await expect.element(screen.getByText(/^An install on SN A1 has not ended, and/)).toBeVisible();
  await screen.getByRole('button', { name: 'Forget this install…' }).click();
  await screen.getByRole('button', { name: 'Forget', exact: true }).click();
  expect(calls).toEqual([['abandon', 'A1']]);
  setUnreadable({ unreadable: [], problem: 'Try again.' });
  await expect.element(screen.getByText(/^It is not known .* Try again\.$/)).toBeVisible();
});

test.each<[PermissionFlag, boolean, boolean]>([
  ['updateFirmware', true, false],
  ['pointFirmware', false, true],
])(
  '[PAGE-128] on the page of a pack, %s alone installs: %s, points: %s',
  async (flag, installs, points) => {
    const { service, setState } = createFakeInstall();
    setState(READY);
    const { screen } = await renderScreen(<AssetFirmware asset={PACK} />, {
      flags: [flag],
      install: service,
    });
    await expect.element(screen.getByText(/^Last known firmware/)).toBeVisible();
    const shown = (name: RegExp): boolean =>
      screen.getByRole('button', { name }).elements().length > 0;
    await expect.poll(() => shown(/^Install$/)).toBe(installs);
    expect(shown(/^Point an image/)).toBe(points);
  },
);
