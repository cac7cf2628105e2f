import { expect, test } from 'vitest';
import { IMAGE } from '../../testing/fake-install.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { FirmwareScreen } from './FirmwareScreen.tsx';

test('[SYNC-113] a pause that the server refused is marked as not accepted, and the pointing as active', async () => {
  const { screen, server, sync, online } = await renderScreen(<FirmwareScreen />, {
    path: '/mainpage/firmwareTab?view=pointing&id=p1',
  });
  const image = { kind: 'FIRMWARE_IMAGE', name: 'Pack BMS 2.0.0', state: 'RELEASED', body: IMAGE };
  server.put('i1', { ...image, ownerId: 'technician' });
  server.put('p1', { documentId: 'i1', accountId: 'technician', mode: 'OFFERED', state: 'ACTIVE' });
  server.refuse('setAssignment', { status: 'conflict', code: 'VERSION', version: 2 });
  await online();
  await screen.getByRole('button', { name: 'Pause' }).click();
  await sync();
  await expect.element(screen.getByText('Somebody changed it meanwhile.')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'State ▲ Not accepted' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
});

test('[SYNC-116] the choice of a pack for an image says if the server has more packs', async () => {
  const { screen, server, online } = await renderScreen(<FirmwareScreen />, {
    path: '/mainpage/firmwareTab?view=pointing',
  });
  for (const id of ['a', 'b', 'c']) server.put(id, { serial: id });
  server.limitCopies('asset', 2);
  await online();
  await screen.getByRole('button', { name: 'Point an image' }).click();
  await expect
    .element(
      screen.getByRole('dialog').getByText(/^▲ Only the 2 packs and devices are on .* has more\.$/),
    )
    .toBeVisible();
});
