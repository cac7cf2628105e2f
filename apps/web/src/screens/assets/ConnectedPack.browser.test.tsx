import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

/** Shows Assets with a connected pack whose serial number, A1, was read. */
const show = async (isUpdating = false) => {
  const shown = await renderScreen(<AssetsScreen />, {
    isConnected: true,
    isUpdating,
    path: '/mainpage/assets',
  });
  const { core, clock } = shown;
  core.telemetry.identity.ask();
  await clock.advance(1_000);
  return shown;
};

test('[SYNC-114] before all packs are copied, the connected pack is not said to be missing', async () => {
  const { screen, server, online, sync } = await show();
  await expect
    .element(screen.getByText('Connected: SN A1, not among the packs on this computer.'))
    .toBeVisible();
  for (const id of ['b', 'c', 'd', 'e']) server.put(id, { serial: id });
  server.limitCopies('asset', 2);
  await online();
  await expect.element(screen.getByText(/^▲ Only the 2 packs and devices/)).toBeVisible();
  await expect
    .element(screen.getByText('Connected: SN A1, not among the packs on this computer.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Load more' }).click();
  await sync();
  await expect
    .element(screen.getByText('Connected: SN A1, not among the packs yet.'))
    .toBeVisible();
});

test('[PAGE-335] the report of a saved snapshot is not shown with another pack', async () => {
  const { screen, core, clock, pack, server, online } = await show();
  server.put('a', { serial: 'A1' });
  const at = new Date(clock.wallNow()).toISOString();
  server.put('b', { serial: 'B2', snapshot: { at } });
  await online();
  core.telemetry.follow();
  await clock.advance(3_000);
  await expect.element(screen.getByText('Connected: SN A1. ✓ Snapshot saved.')).toBeVisible();
  await core.link.disconnect();
  pack.serial = 'B2';
  await core.link.connect('fake');
  core.telemetry.identity.ask();
  await clock.advance(1_000);
  await expect.element(screen.getByText(/^Connected: SN B2/)).toHaveTextContent(/SN B2\.$/);
});
