import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT } from '../../testing/account.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const show = () => renderScreen(<AssetsScreen />, { path: '/mainpage/assets?id=a' });

test('[SYNC-47] a pack is moved to another active account', async () => {
  const { screen, server, clock, online } = await show();
  server.put('a', { serial: 'SN-1', ownerId: 'north', ownerName: 'North' });
  server.put('north', { ...ACCOUNT, userName: 'North' });
  server.put('south', { ...ACCOUNT, userName: 'South' });
  server.put('closed', { ...ACCOUNT, userName: 'Closed', active: false });
  await online();
  await screen.getByRole('button', { name: 'Move…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Move SN-1 to another account' });
  await expect.element(dialog.getByText(/Its recordings stay with North\./)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'New account' }).click();
  await expect.element(page.getByTitle('South')).toBeVisible();
  const options = [...document.querySelectorAll('.ant-select-item-option')];
  expect(options.map(({ textContent }) => textContent)).toEqual(['South']);
  await page.getByTitle('South').click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await clock.settle();
  await expect
    .poll(() => server.applied())
    .toMatchObject([{ kind: 'moveAsset', input: { id: 'a', ownerId: 'south' } }]);
});

test('[SYNC-88] a pack that somebody moved while the dialog was open is a conflict', async () => {
  const { screen, server, clock, online } = await show();
  server.put('a', { serial: 'SN-1', ownerId: 'north', ownerName: 'North' });
  for (const name of ['North', 'South', 'West'])
    server.put(name.toLowerCase(), { ...ACCOUNT, userName: name });
  await online();
  await screen.getByRole('button', { name: 'Move…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Move SN-1 to another account' });
  await dialog.getByRole('combobox', { name: 'New account' }).click();
  await page.getByTitle('South').click();
  server.put('a', { serial: 'SN-1', ownerId: 'west', ownerName: 'West' });
  await online();
  await expect.element(dialog.getByText(/Its recordings stay with West\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await clock.settle();
  await expect.element(screen.getByText(/Somebody changed it meanwhile\./)).toBeVisible();
  await expect.element(screen.getByText('Owner: South (on the server: West)')).toBeVisible();
  expect(server.rows().get('a')?.values['ownerId']).toBe('west');
});

test('[SYNC-47] without another account, a pack is not offered to be moved', async () => {
  const { screen, server, online } = await show();
  server.put('a', { serial: 'SN-1', ownerId: 'north', ownerName: 'North' });
  server.put('north', { ...ACCOUNT, userName: 'North' });
  await online();
  await expect.element(screen.getByRole('button', { name: 'Edit facts' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Move…' }).query()).toBe(null);
});
