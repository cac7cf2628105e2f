import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<AssetsScreen />, { path: '/mainpage/assets', ...options });

test('[SYNC-1] a pack added without network is listed at once and marked as not sent', async () => {
  const { screen, workspace, server, clock, address } = await show();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('SN-0042');
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('16');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('heading', { name: /SN-0042/ })).toBeVisible();
  await expect.element(address).toHaveTextContent(/id=/);
  await expect.element(screen.getByText('1 change not on the server yet.')).toBeVisible();
  await expect.element(screen.getByText(/The server does not answer/)).toBeVisible();

  server.fail(undefined);
  workspace.sync.run();
  await clock.settle();
  await expect.element(screen.getByText('✓ Up to date with the server.')).toBeVisible();
  expect([...server.rows().values()][0]?.values).toMatchObject({ serial: 'SN-0042', cells: 16 });
});

test('[SYNC-1] a value that the server would refuse is named beside its field, and nothing is saved', async () => {
  const { screen, workspace } = await show();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Built on' }).fill('12.3.26');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter the serial number of the pack.')).toBeVisible();
  await expect.element(screen.getByText(/Enter a date such as 2026-03-12/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Serial number' })).toHaveFocus();
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[SYNC-3] a conflict shows both values; "Keep mine" sends the change again', async () => {
  const { screen, workspace, server, clock } = await show();
  server.put('a', { serial: 'SN-1', model: 'Old' });
  server.put('a', { model: 'Theirs' });
  server.fail(undefined);
  await workspace.change({
    target: 'asset:a',
    kind: 'putAsset',
    input: { id: 'a', model: 'Mine' },
    base: 1,
  });
  await clock.settle();
  await expect.element(screen.getByText(/Model: Mine \(on the server: Theirs\)/)).toBeVisible();
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await clock.settle();
  await expect.poll(() => server.rows().get('a')?.values['model']).toBe('Mine');
  await expect.poll(() => screen.getByRole('button', { name: 'Keep mine' }).query()).toBe(null);
});

test('[SYNC-16] the pack on the cable is found by its serial number; its snapshot holds what it reports', async () => {
  const { screen, workspace, core, clock, server } = await show({
    isConnected: true,
    path: '/mainpage/home',
  });
  server.put('a', { serial: 'a-1' });
  server.fail(undefined);
  workspace.sync.run();
  await clock.advance(3_000);
  await screen.getByRole('button', { name: 'Read serial number' }).click();
  await clock.advance(3_000);
  await screen.getByRole('button', { name: 'Save snapshot' }).click();
  await clock.settle();
  expect(core.telemetry.liveData$.value.kind).toBe('sample');
  const snapshot = workspace.rows$.value.find(({ id }) => id === 'a')?.row['snapshot'];
  const items = workspace.outbox.items$.value.map(({ input }) => input['snapshot']);
  expect(snapshot ?? items[0]).toMatchObject({
    socPercent: 78.5,
    spreadMv: 2,
    worstCell: 1,
    highestTemperatureC: 26,
    faults: [],
  });
});

test('[SYNC-16] a serial number is found without its separators, as a scanner sends it', async () => {
  const { screen, workspace, server, clock, address } = await show();
  server.put('a', { serial: 'SN-00-42' });
  server.put('b', { serial: 'SN-00-43' });
  server.fail(undefined);
  workspace.sync.run();
  await clock.settle();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).fill('sn0042');
  await expect.element(screen.getByText('1 of 2 packs')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(address).toHaveTextContent(/id=a/);
});

test('390 px: the content of a pack follows its title without a gap', async () => {
  await page.viewport(390, 844);
  // As the shell does: the page takes the height that is left.
  const { screen, server, workspace, clock } = await renderScreen(
    <div style={{ display: 'flex', flexDirection: 'column', height: 800 }}>
      <AssetsScreen />
    </div>,
    { path: '/mainpage/assets?id=a' },
  );
  server.put('a', { serial: 'SN-1' });
  server.fail(undefined);
  workspace.sync.run();
  await clock.settle();
  await expect.element(screen.getByRole('button', { name: 'Edit facts' })).toBeVisible();
  const title = screen.getByRole('heading', { name: 'SN-1' }).element().getBoundingClientRect();
  const button = screen.getByRole('button', { name: 'Edit facts' }).element();
  expect(button.getBoundingClientRect().top - title.top).toBeLessThan(60);
  await page.viewport(1280, 800);
});
