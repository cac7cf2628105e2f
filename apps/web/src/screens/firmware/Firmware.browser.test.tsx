import type { PermissionFlag } from '@batbot/core';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT } from '../../testing/account.fixture.ts';
import {
  createFakeInstall,
  IMAGE as DESCRIPTION,
  JOB,
} from '../../testing/fake-install.fixture.ts';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { FirmwareScreen } from './FirmwareScreen.tsx';

const PACK = '00000000-0000-7000-8000-000000000001';
const IMAGE = '00000000-0000-7000-8000-000000000002';
const BODY = { ...DESCRIPTION, sizeBytes: 3 };

/** Renders Firmware in a workspace with one pack and one image. */
const open = async (
  path = '/mainpage/firmwareTab',
  {
    state = 'RELEASED',
    flags,
    ...device
  }: Pick<ScreenOptions, 'flags' | 'install' | 'isConnected'> & { readonly state?: string } = {},
) => {
  const opened = await renderScreen(<FirmwareScreen />, {
    path,
    ...device,
    ...(flags === undefined ? {} : { flags }),
  });
  const { workspace, clock } = opened;
  await workspace.change({
    target: `asset:${PACK}`,
    kind: 'putAsset',
    input: { id: PACK, serial: 'A1', model: 'P48', firmware: '1.4.0' },
  });
  await workspace.change({
    target: `document:${IMAGE}`,
    kind: 'publishDocument',
    input: { id: IMAGE, kind: 'FIRMWARE_IMAGE', name: 'Pack BMS 2.0.0', body: BODY, state },
  });
  await clock.settle();
  return opened;
};

/** Renders Firmware with a connected device. */
const openConnected = () =>
  open('/mainpage/firmwareTab', { install: createFakeInstall().service, isConnected: true });

test('[PAGE-232] a dialog whose first control opens a file does not hide the focus', async () => {
  const { screen } = await open('/mainpage/firmwareTab?view=images');
  await screen.getByRole('button', { name: 'Add an image' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add an image' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: '1. Description…' })).toHaveFocus();
});

test('[PAGE-251] while an image is checked or installed, no other one can be', async () => {
  const { service, setState } = createFakeInstall();
  const { screen, server, online, core, clock } = await open('/mainpage/firmwareTab', {
    install: service,
    isConnected: true,
  });
  server.put('offered', { documentId: IMAGE, assetId: PACK, mode: 'OFFERED', state: 'ACTIVE' });
  await online();
  core.telemetry.identity.ask();
  await clock.settle();
  const button = screen.getByRole('button', { name: 'Check and install…' });
  await expect.element(button).toBeEnabled();
  setState({ kind: 'running', phase: 'transferring', job: JOB });
  await expect.element(button).toBeDisabled();
});

test.each<[readonly PermissionFlag[], readonly string[]]>([
  [['addFirmware'], ['Images']],
  [['firmwareHistory'], ['Images', 'History']],
  [
    ['addFirmware', 'updateFirmware', 'pointFirmware', 'firmwareHistory'],
    ['This pack', 'Images', 'Pointing', 'History'],
  ],
])('[PAGE-124] with %o the views are %o', async (flags, views) => {
  const { screen } = await open('/mainpage/firmwareTab?view=images', { flags });
  const group = screen.getByRole('radiogroup', { name: 'View' });
  await expect.element(group).toBeVisible();
  const labels = group.getByRole('radio').elements();
  expect(labels.map((each) => each.closest('label')?.textContent)).toEqual(views);
});

test('[PAGE-125] an image is shown with the devices it is for and the effect of its install', async () => {
  const { screen } = await open(`/mainpage/firmwareTab?view=images&id=${IMAGE}`);
  await expect.element(screen.getByText('Corrects the state of charge after rest.')).toBeVisible();
  await expect.element(screen.getByText(BODY.sha256)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Withdraw…' })).toBeVisible();
});

test('[PAGE-248] the details of a pointing have its mode, which is a column of the list', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing&id=required');
  server.put('required', { documentId: IMAGE, mode: 'REQUIRED', state: 'ACTIVE' });
  await online();
  await expect.element(screen.getByRole('row', { name: 'Mode Required' })).toBeVisible();
});

test('[PAGE-125] without addFirmware an image is neither added nor withdrawn', async () => {
  const { screen } = await open(`/mainpage/firmwareTab?view=images&id=${IMAGE}`, {
    flags: ['firmwareHistory'],
  });
  await expect.element(screen.getByText(BODY.sha256)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Withdraw…' }).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Add an image' }).elements()).toEqual([]);
});

test('[PAGE-125] a withdrawal that could not be saved is reported, and the image stays released', async () => {
  const { screen, workspaceStorage } = await open(`/mainpage/firmwareTab?view=images&id=${IMAGE}`);
  workspaceStorage.refuse('full');
  await screen.getByRole('button', { name: 'Withdraw…' }).click();
  await screen.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      'Not saved: There is no room left on this computer. Delete sessions you no longer need.',
    );
  await expect.element(screen.getByRole('button', { name: 'Withdraw…' })).toBeVisible();
});

test('[PAGE-125] a draft is released with the same body', async () => {
  const { screen, workspace, clock } = await open(`/mainpage/firmwareTab?view=images&id=${IMAGE}`, {
    state: 'DRAFT',
  });
  await screen.getByRole('button', { name: 'Release…' }).click();
  await screen.getByRole('button', { name: 'Release', exact: true }).click();
  await clock.settle();
  expect(workspace.outbox.items$.value.at(-1)).toMatchObject({
    kind: 'publishDocument',
    input: { id: IMAGE, state: 'RELEASED', body: BODY },
  });
});

test('[PAGE-125] the user who added a draft does not release it', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=images&id=draft');
  const draft = { kind: 'FIRMWARE_IMAGE', name: 'Pack BMS 2.0.0', body: BODY, state: 'DRAFT' };
  server.put('draft', { ...draft, authorId: 'technician' });
  await online();
  await expect.element(screen.getByText(/^You added this image\. A second person/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Release…' })).toBeDisabled();
});

test('[DEV-81] the pointing of a withdrawn image is not shown as active, and cannot be paused', async () => {
  const { screen, workspace, clock } = await open('/mainpage/firmwareTab?view=pointing', {
    state: 'RETIRED',
  });
  const id = '00000000-0000-7000-8000-000000000003';
  const input = { id, documentId: IMAGE, assetId: PACK, mode: 'OFFERED' };
  await workspace.change({ target: `assignment:${id}`, kind: 'assign', input });
  await clock.settle();
  await screen.getByRole('row', { name: /SN A1/ }).click();
  await expect.element(screen.getByRole('button', { name: 'End…' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pause' }).query()).toBe(null);
});

test('[DEV-103] an image that is pointed to a pack twice is offered once, as required if one pointing requires it', async () => {
  const { screen, workspace, core, clock } = await openConnected();
  for (const [number, mode] of ['OFFERED', 'REQUIRED'].entries()) {
    const id = `00000000-0000-7000-8000-00000000001${number}`;
    const input = { id, documentId: IMAGE, assetId: PACK, mode };
    await workspace.change({ target: `assignment:${id}`, kind: 'assign', input });
  }
  core.telemetry.identity.ask();
  await clock.advance(1_000);
  const offered = screen.getByRole('list', { name: 'Offered images' }).getByRole('listitem');
  await expect.element(offered.first()).toHaveTextContent(/Required/);
  expect(offered.elements()).toHaveLength(1);
});

test('[PAGE-126] a file that is not the described image is refused, with the reason', async () => {
  const { screen, workspace } = await open('/mainpage/firmwareTab?view=images');
  await screen.getByRole('button', { name: 'Add an image' }).click();
  const [description, file] = document.querySelectorAll<HTMLInputElement>(
    '[role=dialog] input[type=file]',
  );
  const give = async (input: HTMLInputElement | undefined, text: string, name: string) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    if (input !== undefined) input.files = data.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
  };
  await give(description, '{}', 'image.json');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not a description');
  await give(description, JSON.stringify(BODY), 'image.json');
  await expect.element(screen.getByText('Corrects the state of charge after rest.')).toBeVisible();
  await give(file, 'xyz', 'image.bin');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('is not the image');
  await expect.element(screen.getByRole('button', { name: 'Add as draft' })).toBeDisabled();
  expect(workspace.outbox.items$.value).toHaveLength(2);
});

test('[PAGE-370] a file that was read for another description is not taken for this one', async () => {
  const { screen, workspace } = await open('/mainpage/firmwareTab?view=images');
  await screen.getByRole('button', { name: 'Add an image' }).click();
  const bytes = new TextEncoder().encode('abc');
  const sha256 = await workspace.tools.sha256(bytes);
  const described = { ...BODY, version: '3.0.0', sha256, chunks: [{ seq: 0, sha256 }] };
  const describe = (image: object) =>
    screen
      .getByLabelText('Description of an image')
      .upload(new File([JSON.stringify(image)], 'image.json'));
  let read: (bytes: ArrayBuffer) => void = () => undefined;
  const reading = vi
    .spyOn(File.prototype, 'arrayBuffer')
    .mockReturnValue(new Promise((resolve) => (read = resolve)));
  await describe(described);
  await expect.element(screen.getByText(sha256)).toBeVisible();
  const [, input] = document.querySelectorAll('[role=dialog] input[type=file]');
  await page.elementLocator(input ?? document.body).upload(new File([bytes], 'image.bin'));
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await describe({ ...described, version: '4.0.0', sha256: sha256.replace(/^./, 'f') });
  await expect.element(screen.getByText('Pack BMS 4.0.0')).toBeVisible();
  read(bytes.buffer);
  await workspace.tools.sha256(bytes); // after those of the file
  await rendered();
  expect(screen.getByText('✓ The file is the described one.').elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Add as draft' })).toBeDisabled();
});

test('[DEV-82] a file that is in the list already is not added again', async () => {
  const { screen } = await open('/mainpage/firmwareTab?view=images');
  await screen.getByRole('button', { name: 'Add an image' }).click();
  const description = screen.getByLabelText('Description of an image');
  await description.upload(new File([JSON.stringify({ ...BODY, version: '3.0.0' })], 'image.json'));
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent('This file is in the list already, as Pack BMS 2.0.0.');
});

test('[DEV-83] a pointing of an account above has no buttons to pause or end it', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('above', { documentId: IMAGE, mode: 'OFFERED', state: 'ACTIVE', mayChange: false });
  await online();
  await screen.getByRole('row', { name: /an account above/ }).click();
  await expect
    .element(screen.getByText(/^An account above yours made this pointing/))
    .toBeVisible();
  expect(screen.getByRole('button', { name: /^(Pause|End)/ }).elements()).toEqual([]);
});

/** A pointing to all packs that the server has paused because two of four installs failed. */
const FAILED = {
  documentId: IMAGE,
  mode: 'OFFERED',
  state: 'PAUSED',
  reason: 'FAILED',
  stages: [100],
  stopAtFailedPercent: 30,
  progress: { stage: 0, total: 4, targets: 4, done: 1, failed: 2 },
};

test('[DEV-89] an expired pointing is shown as expired, and can only be ended', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('old', { ...FAILED, expiresAt: '2026-01-01T00:00:00.000Z' });
  await online();
  await screen.getByRole('row', { name: /Pack BMS 2.0.0.*Expired/ }).click();
  await expect.element(screen.getByRole('button', { name: 'End…' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^(Pause|Continue)/ }).elements()).toEqual([]);
});

test('[DEV-90] a pointing that was paused after failures shows their number and the limit', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('failed', FAILED);
  await online();
  await screen.getByRole('row', { name: /1 of 4 packs done, 2 failed/ }).click();
  await expect
    .element(
      screen.getByText(/^2 of 4 packs of the stages so far failed \(50 %\). The limit is 30 %/),
    )
    .toBeVisible();
  await expect.element(screen.getByText('on 30 % of the packs')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('[DEV-90] This pack says that an image is not offered because its pointing was paused', async () => {
  const { screen, core, server, online, clock } = await openConnected();
  server.put('failed', FAILED);
  await online();
  core.telemetry.identity.ask();
  await clock.settle();
  await expect
    .element(
      screen.getByText(/^Pack BMS 2.0.0 is not offered now: its pointing was paused because/),
    )
    .toBeVisible();
  await expect.element(screen.getByText('No image is offered to this pack.')).toBeVisible();
});

test('[PAGE-243] a user without the permission Assets is not sent there to add the connected pack', async () => {
  const { screen, core, online, clock } = await renderScreen(<FirmwareScreen />, {
    path: '/mainpage/firmwareTab',
    install: createFakeInstall().service,
    isConnected: true,
    flags: ['addFirmware', 'updateFirmware'],
  });
  await online();
  core.telemetry.identity.ask();
  await clock.settle();
  await expect
    .element(screen.getByText(/is not among your packs, .* Ask your administrator to add it\.$/))
    .toBeVisible();
  expect(screen.getByRole('link', { name: 'Add it in Assets' }).elements()).toEqual([]);
});

/** Opens the page of the connected pack. `arrive` lets a pointing arrive from the server. */
const openPack = async () => {
  const { screen, core, server, online, clock } = await openConnected();
  const others = screen.getByRole('combobox', { name: 'Another released image' });
  await expect.element(others).toBeVisible();
  const arrive = async (id: string, pointing: Readonly<Record<string, unknown>>): Promise<void> => {
    server.put(id, pointing);
    await online();
    core.telemetry.identity.ask();
    await clock.settle();
  };
  return { screen, others, arrive };
};

test('[DEV-93] an image with a paused pointing is not listed among the other released images', async () => {
  const { screen, others, arrive } = await openPack();
  await others.click();
  await screen.getByText('Pack BMS 2.0.0 (2.1)').click();
  await arrive('failed', FAILED);
  await expect.element(screen.getByText(/^Pack BMS 2.0.0 is not offered now/)).toBeVisible();
  await expect.element(others).not.toBeInTheDocument();
});

test('[DEV-94] an image with a paused pointing is not listed for a pack whose stage has not begun', async () => {
  const { screen, others, arrive } = await openPack();
  // Both ids together give the pack place 81 of 0–99, so it belongs to the second stage.
  await arrive('00000000-0000-7000-8000-000000000050', { ...FAILED, stages: [10, 100] });
  await expect.element(screen.getByText(/^Pack BMS 2.0.0 is not offered now/)).toBeVisible();
  await expect.element(others).not.toBeInTheDocument();
});

test('[DEV-84] an offered image is not listed again among the other released images', async () => {
  const { screen, core, workspace, clock } = await openConnected();
  const others = screen.getByRole('combobox', { name: 'Another released image' });
  await expect.element(others).toBeVisible();
  const id = '00000000-0000-7000-8000-000000000003';
  const input = { id, documentId: IMAGE, assetId: PACK, mode: 'OFFERED' };
  await workspace.change({ target: `assignment:${id}`, kind: 'assign', input });
  core.telemetry.identity.ask();
  await clock.settle();
  const offered = screen.getByRole('list', { name: 'Offered images' });
  await expect.element(offered.getByText('Pack BMS 2.0.0')).toBeVisible();
  await expect.element(others).not.toBeInTheDocument();
});

test('[PAGE-127] an image is pointed to a pack, paused and ended', async () => {
  const { screen, workspace, clock } = await open('/mainpage/firmwareTab?view=pointing');
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await screen.getByRole('combobox', { name: 'Image' }).click();
  await screen.getByText('Pack BMS 2.0.0 (2.1)').click();
  await screen.getByRole('combobox', { name: 'For' }).click();
  await screen.getByText('SN A1').click();
  await screen.getByRole('button', { name: 'Point', exact: true }).click();
  await clock.settle();
  const item = workspace.outbox.items$.value.at(-1);
  expect(item?.input).toEqual({
    id: item?.input['id'],
    documentId: IMAGE,
    assetId: PACK,
    mode: 'OFFERED',
  });
  await screen.getByRole('row', { name: /Pack BMS 2.0.0.*SN A1/ }).click();
  await screen.getByRole('button', { name: 'Pause' }).click();
  await clock.settle();
  expect(workspace.outbox.items$.value.at(-1)).toMatchObject({
    kind: 'setAssignment',
    input: { id: item?.input['id'], state: 'PAUSED' },
  });
});

test('[PAGE-240] at 390 px, a long serial number is not cut among the choices, nor after it is chosen', async () => {
  await page.viewport(390, 844);
  const { screen, workspace, clock } = await open('/mainpage/firmwareTab?view=pointing');
  const serial = 'BMS-2026-LFP-48V100AH-0000000000000000017';
  const input = { id: 'long', serial };
  await workspace.change({ target: 'asset:long', kind: 'putAsset', input });
  await clock.settle();
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await screen.getByRole('combobox', { name: 'For' }).click();
  const isCut = (selector: string): boolean | undefined => {
    const shown = [...document.querySelectorAll(selector)].find((each) =>
      each.textContent.includes(serial),
    );
    return shown && shown.scrollWidth > shown.clientWidth;
  };
  await expect.poll(() => isCut('.ant-select-item-option-content')).toBe(false);
  await screen.getByTitle(`SN ${serial}`).click();
  await expect.poll(() => isCut('.ant-select-content')).toBe(false);
});

const accountOf = (userName: string) => ({ ...ACCOUNT, userName, parentId: 'technician' });

test('[DEV-92] an image is pointed only to accounts that see it, and to their packs', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('technician', { ...accountOf('Technician'), parentId: null });
  server.put('north', accountOf('North'));
  server.put('depot', { ...accountOf('North Depot'), parentId: 'north' });
  server.put('south', accountOf('South'));
  server.put('b2', { serial: 'B2', ownerId: 'depot' });
  server.put('c3', { serial: 'C3', ownerId: 'south' });
  const body = { ...BODY, name: 'North BMS' };
  const image = { kind: 'FIRMWARE_IMAGE', name: 'North BMS 2.0.0', state: 'RELEASED', body };
  server.put('image', { ...image, ownerId: 'north' });
  await online();
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await screen.getByRole('combobox', { name: 'For' }).click();
  await screen.getByText('SN C3', { exact: true }).click();
  await screen.getByRole('combobox', { name: 'Image' }).click();
  await screen.getByText('North BMS 2.0.0 (2.1)').click();
  await expect.element(screen.getByText(/^Choose an account that sees the image/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Point', exact: true })).toBeDisabled();
  await screen.getByRole('combobox', { name: 'For' }).click();
  const disabled = document.querySelectorAll('.ant-select-item-option-disabled');
  expect([...disabled].map((each) => each.textContent)).toEqual([
    'South · cannot see it',
    'Technician · cannot see it',
    'SN A1 · its account cannot see it',
    'SN C3 · its account cannot see it',
  ]);
  await screen.getByText('SN B2', { exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Point', exact: true })).toBeEnabled();
});

test('[PAGE-237] an image is not pointed to a scrapped pack', async () => {
  const { screen, server, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('gone', { serial: 'Z9', state: 'SCRAPPED' });
  await online();
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await screen.getByRole('combobox', { name: 'For' }).click();
  await expect.element(screen.getByText('SN A1', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('SN Z9', { exact: true })).not.toBeInTheDocument();
});

test('[PAGE-127] an image is pointed to the packs of an account in stages', async () => {
  const { screen, server, clock, online } = await open('/mainpage/firmwareTab?view=pointing');
  server.put('fleet', accountOf('City Fleet'));
  await online();
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await screen.getByRole('combobox', { name: 'Image' }).click();
  await screen.getByText('Pack BMS 2.0.0 (2.1)').click();
  await screen.getByRole('combobox', { name: 'For' }).click();
  await screen.getByText('City Fleet', { exact: true }).click();
  await screen.getByRole('combobox', { name: 'Stages' }).click();
  await screen.getByText('50 %, then all', { exact: true }).click();
  await screen.getByRole('button', { name: 'Point', exact: true }).click();
  await clock.settle();
  expect(server.applied().at(-1)?.input).toMatchObject({
    accountId: 'fleet',
    stages: [50, 100],
    pauseAfterStage: true,
    stopAtFailedPercent: 5,
  });
});

test('[PAGE-128] This pack lists the released images for the board of the connected device', async () => {
  const { screen, core, workspace, clock } = await openConnected();
  const id = '00000000-0000-7000-8000-000000000004';
  const body = { ...BODY, name: 'Other BMS', boards: ['3.0'] };
  await workspace.change({
    target: `document:${id}`,
    kind: 'publishDocument',
    input: { id, kind: 'FIRMWARE_IMAGE', name: 'Other BMS 2.0.0', body, state: 'RELEASED' },
  });
  core.telemetry.identity.ask();
  await clock.settle();
  await screen.getByRole('combobox', { name: 'Another released image' }).click();
  await expect.element(screen.getByText('Pack BMS 2.0.0 (2.1)')).toBeVisible();
  expect(screen.getByText('Other BMS 2.0.0 (3.0)').elements()).toEqual([]);
});

test('[OBD-293] This pack does not ask a device with a binary protocol for its serial number', async () => {
  const { screen, core } = await openConnected();
  const read = screen.getByRole('button', { name: 'Read serial number' });
  await expect.element(read).toBeVisible();
  await core.profileChoice.choose('jbd');
  await expect
    .element(screen.getByText(/^The profile of this device has no AT commands/))
    .toBeVisible();
  expect(read.query()).toBe(null);
});
