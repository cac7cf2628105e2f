import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

test('[PAGE-64] without a maps service, the known devices are listed with their locations as text', async () => {
  const { screen, core, storage } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets?view=devices',
    position: { latitude: 52.52, longitude: 13.405, accuracyM: 10 },
  });
  await expect.element(screen.getByText(/No map configured: locations as text\./)).toBeVisible();
  await expect.element(screen.getByText(/^No devices yet\./)).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save location' });
  await expect.element(save).toBeDisabled();
  await core.link.connect('fake');
  await save.click();
  const row = screen.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect.element(row.getByText(/^52\.52000°, 13\.40500°/)).toBeVisible();
  expect(storage.kept().get('metDevices')).toContain('52.52');
  await core.link.disconnect();
  await row.getByRole('button', { name: 'Delete location' }).click();
  await expect.element(row.getByText('No location saved')).toBeVisible();
  expect(storage.kept().get('metDevices')).not.toContain('52.52');
  await row.getByRole('button', { name: 'Remove from the list' }).click();
  await expect.element(screen.getByText(/^No devices yet\./)).toBeVisible();
});
