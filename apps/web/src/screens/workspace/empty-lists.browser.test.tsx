import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';
import { StandardsScreen } from '../config/StandardsScreen.tsx';
import { FirmwareScreen } from '../firmware/FirmwareScreen.tsx';
import { LogsScreen } from '../logs/LogsScreen.tsx';
import { RomeoConfigScreen } from '../romeo/RomeoConfigScreen.tsx';
import { RomeoListScreen } from '../romeo/RomeoListScreen.tsx';
import { AssignModal } from '../parameters/AssignModal.tsx';
import { useStandards } from '../parameters/use-standards.ts';
import { ComplaintScreen } from '../tickets/ComplaintScreen.tsx';
import { ServiceScreen } from '../tickets/ServiceScreen.tsx';

const LISTS: readonly (readonly [
  title: string,
  Screen: ComponentType,
  path: string,
  empty: string,
])[] = [
  ['Assets', AssetsScreen, 'assets', 'No packs yet.'],
  ['Standards', StandardsScreen, 'config/standards', 'No standards yet.'],
  ['Romeo List', RomeoListScreen, 'romeoList', 'No OBD or Romeo devices yet.'],
  ['Firmware', FirmwareScreen, 'firmware?view=images', 'No images yet.'],
  ['Firmware', FirmwareScreen, 'firmware?view=pointing', 'No image is pointed'],
  ['Firmware', FirmwareScreen, 'firmware?view=history', 'No installs yet.'],
  ['Logs', LogsScreen, 'logs', 'No changes yet.'],
  ['Service', ServiceScreen, 'service', 'No tickets yet.'],
];

test.each(LISTS)(
  '[SYNC-48] %s does not say that it is empty before the server has answered',
  async (title, Screen, path, empty) => {
    const { screen, endUpdate, server } = await renderScreen(<Screen />, {
      path: `/mainpage/${path}`,
      isUpdating: true,
    });
    await expect.element(screen.getByRole('status', { name: `Loading ${title}` })).toBeVisible();
    await expect.element(screen.getByText(empty)).not.toBeInTheDocument();
    server.fail(undefined);
    await endUpdate();
    await expect.element(screen.getByText(empty)).toBeVisible();
  },
);

test.each(LISTS)(
  '[SYNC-53] %s that was never read shows neither that it is empty nor a count of 0',
  async (title, Screen, path, empty) => {
    const { screen } = await renderScreen(<Screen />, { path: `/mainpage/${path}` });
    await expect.element(screen.getByText('Not read from the server yet.')).toBeVisible();
    await expect.element(screen.getByText(empty)).not.toBeInTheDocument();
    const head = screen.getByRole('heading', { name: title, level: 1 }).element().parentElement;
    expect(head?.textContent).not.toMatch(/\d/);
  },
);

test.each([
  ['Complaint', ComplaintScreen, 'complaint', 'None yet.'],
  ['Romeo Config', RomeoConfigScreen, 'romeoConfig', 'No OBD or Romeo devices yet.'],
] as const)(
  '[SYNC-53] %s does not say that there is nothing before its list was read',
  async (_, Screen, path, empty) => {
    const { screen, server, sync } = await renderScreen(<Screen />, { path: `/mainpage/${path}` });
    await expect.element(screen.getByText('Not read from the server yet.')).toBeVisible();
    await expect.element(screen.getByText(empty)).not.toBeInTheDocument();
    server.fail(undefined);
    await sync();
    await expect.element(screen.getByText(empty)).toBeVisible();
  },
);

test('[SYNC-48] a later update does not hide that a list is empty', async () => {
  const { screen, workspace, sync, server } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets',
  });
  server.fail(undefined);
  await sync();
  const empty = screen.getByText('No packs yet.');
  await expect.element(empty).toBeVisible();
  server.hold('changes');
  await sync();
  expect(workspace.sync.state$.value.kind).toBe('working');
  await rendered();
  expect(empty.elements()).toHaveLength(1);
});

const ASSETS = ['a1', 'a2', 'a3', 'a4'].map((id) => ({ id, serial: `SN-${id}` }));

test('[SYNC-53] after a first copy that broke off, a list is neither counted nor empty', async () => {
  const { screen, server, sync } = await renderScreen(
    <>
      <AssetsScreen />
      <ServiceScreen />
    </>,
    { path: '/mainpage/assets' },
  );
  for (const { id, ...asset } of ASSETS) server.put(id, asset);
  let pages = 0;
  server.decide((call) => (call === 'copy' && (pages += 1) > 1 ? 'lostBefore' : 'answered'));
  server.fail(undefined);
  await sync();
  await expect.element(screen.getByText('SN-a3')).toBeVisible();
  await expect.element(screen.getByText('3 assets so far')).toBeVisible();
  await expect.element(screen.getByText('No tickets yet.')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Not read from the server yet.')).toBeVisible();
  await expect
    .element(
      screen.getByText('▲ The server does not answer: what is shown is not complete.').first(),
    )
    .toBeVisible();
  expect(document.body.textContent).not.toMatch(/(3 assets(?! so far)|0 tickets)/);
  server.decide(() => 'answered');
  await sync();
  await expect.element(screen.getByText('4 assets', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('No tickets yet.')).toBeVisible();
});

test('[SYNC-116] a row of the address that is not copied yet is not said to be gone', async () => {
  const { screen, server, online } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets?id=c',
  });
  for (const id of ['a', 'b', 'c']) server.put(id, { serial: id });
  server.limitCopies('asset', 2);
  await online();
  await expect.element(screen.getByText('This asset is not in the list (any more).')).toBeVisible();
});

test('[SYNC-116] Romeo Config says if the server has more devices than this computer', async () => {
  const { screen, server, online } = await renderScreen(<RomeoConfigScreen />, {
    path: '/mainpage/romeoConfig',
  });
  for (const id of ['a', 'b']) server.put(id, { serial: id });
  server.limitCopies('asset', 1);
  await online();
  await expect
    .element(screen.getByText(/^▲ Only the 1 pack or device is on this .* these\.$/))
    .toBeVisible();
});

const Assign = () => <AssignModal standards={useStandards()} onClose={() => undefined} />;

test('[SYNC-116] the choice of a pack for a standard says if the server has more packs', async () => {
  const { screen, server, online } = await renderScreen(<Assign />);
  for (const id of ['a', 'b', 'c']) server.put(id, { serial: id });
  server.limitCopies('asset', 2);
  await online();
  await expect
    .element(screen.getByText(/^▲ Only the 2 packs and devices are on .* has more\.$/))
    .toBeVisible();
});
