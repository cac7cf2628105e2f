import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const ME = 'id-technician';

const show = async (
  packs: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  search = '',
) => {
  const shown = await renderScreen(<AssetsScreen />, { path: `/mainpage/assets${search}` });
  for (const [id, values] of Object.entries(packs)) shown.server.put(id, values);
  await shown.online();
  return shown;
};

test('[SYNC-81] packs of an account that was removed, and scrapped packs, are not counted as mine', async () => {
  const { screen } = await show({
    a: { serial: 'SN-1', ownerId: ME },
    b: { serial: 'SN-2' },
    c: { serial: 'SN-3', ownerId: ME, state: 'SCRAPPED' },
  });
  await expect.element(screen.getByText('Mine 1')).toBeVisible();
});

test('[SYNC-81] a pack that was added here counts as mine before the server has it', async () => {
  const { screen, workspace, clock } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets',
  });
  await workspace.change({
    target: 'asset:new',
    kind: 'putAsset',
    input: { id: 'new', serial: 'SN-7' },
  });
  await clock.settle();
  await screen.getByText('Mine', { exact: true }).click(); // without a count until the server answers
  await expect.element(screen.getByRole('row', { name: /SN-7/ })).toBeVisible();
});

test('[SYNC-16] a search finds the client that the row shows, also if it is the owner', async () => {
  const { screen } = await show({
    a: { serial: 'SN-1', ownerId: 'x', ownerName: 'North Fleet' },
    b: { serial: 'SN-2', ownerId: 'y', ownerName: 'Other', clientName: 'City Fleet' },
  });
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).fill('north');
  await expect.element(screen.getByText('1 of 2 assets')).toBeVisible();
});

test('[SYNC-25] the map leaves out scrapped packs and says so, unless they are chosen', async () => {
  const place = { at: '2026-01-01T00:00:00Z', lat: 47, lon: 8 };
  const { screen } = await show(
    {
      a: { serial: 'SN-1', place },
      b: { serial: 'SN-2' },
      c: { serial: 'SN-3', place, state: 'SCRAPPED' },
    },
    '?view=map',
  );
  await expect
    .element(screen.getByText('1 of 2 assets with a position. Without 1 scrapped one.'))
    .toBeVisible();
  await screen.getByText('Scrapped 1').click();
  await expect.element(screen.getByText('1 of 1 asset with a position.')).toBeVisible();
});

test('[SYNC-90] the exported list has the kind and the state of each asset, which the list shows as tags', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents downloads
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:none';
  });
  const { screen } = await show({
    a: { serial: 'SN-1', state: 'SCRAPPED' },
    b: { serial: 'SN-2', kind: 'OBD' },
  });
  await screen.getByRole('button', { name: 'Assets: options' }).click();
  await screen.getByRole('menuitem', { name: 'Export list (CSV)' }).click();
  const file: string = (await saved[0]?.text()) ?? '';
  expect(file).toMatch(/,Firmware,Kind,State\r\n/);
  expect(file).toMatch(/^SN-1,.*,Pack,Scrapped\r\n/m);
  expect(file).toMatch(/^SN-2,.*,OBD device,In use\r\n/m);
});

test('[PAGE-242] without parameters, a pack names Configuration only to users who may open it', async () => {
  const { screen, server, online } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets?id=a&tab=parameters',
    flags: ['battAccess'],
  });
  server.put('a', { serial: 'SN-1' });
  await online();
  await expect
    .element(screen.getByText('No parameters were read yet.', { exact: true }))
    .toBeVisible();
});

test('[SYNC-96] [PAGE-356] a pack whose change the server refused is marked as not accepted', async () => {
  const { screen, server, workspace, online } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets',
  });
  const input = { id: 'b', serial: 'SN-1' };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input });
  const row = screen.getByRole('row', { name: /SN-1/ });
  await expect.element(row).toHaveTextContent('◌ Not sent yet');
  server.refuse('putAsset', { code: 'INVALID' });
  await online();
  await expect.element(row).toHaveTextContent('▲ Not accepted');
  await row.click();
  await expect
    .element(screen.getByText(/^▲ The server has not accepted 1 change: decide above the list/))
    .toBeVisible();
});
