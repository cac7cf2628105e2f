import { expect, test } from 'vitest';
import { Link, Route, Routes } from 'react-router-dom';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { Asset } from '@batbot/core/workspace';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';
import { PackMap } from './PackMap.tsx';

const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<AssetsScreen />, { path: '/mainpage/assets', ...options });

/** Clicks a link that is behind the dialog, as a shortcut or the Back button does. */
const clickHidden = (link: Locator): void => {
  const element = link.element();
  if (element instanceof HTMLElement) element.click();
};

test('[SYNC-1] a pack added while the server is unreachable is listed at once and marked as not sent', async () => {
  const { screen, server, address, online } = await show();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('SN-0042');
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('16');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('heading', { name: /SN-0042/ })).toBeVisible();
  await expect.element(address).toHaveTextContent(/id=/);
  await expect.element(screen.getByText('1 change not on the server yet.')).toBeVisible();
  await expect.element(screen.getByText(/The server does not answer/)).toBeVisible();

  await online();
  await expect.element(screen.getByText('✓ Up to date with the server.')).toBeVisible();
  expect([...server.rows().values()][0]?.values).toMatchObject({ serial: 'SN-0042', cells: 16 });
});

test('[SYNC-1] a value that the server would refuse is reported at its field, and the pack is not saved', async () => {
  const { screen, workspace } = await show();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Built on' }).fill('12.3.26');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter the serial number of the pack.')).toBeVisible();
  await expect.element(screen.getByText(/Enter a date such as 2026-03-12/)).toBeVisible();
  await screen.getByRole('textbox', { name: 'Built on' }).fill('2126-03-12');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('This date is in the future.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Serial number' })).toHaveFocus();
  expect(workspace.outbox.items$.value).toEqual([]);
});

/** Types the facts of a new pack while there is a pack with the serial number SN-0042. */
const addAgain = async (serial: string, maker?: string) => {
  const shown = await show();
  const { screen, server, online } = shown;
  server.put('a', { serial: 'SN-0042', maker: 'Works' });
  await online();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill(serial);
  if (maker !== undefined) await screen.getByRole('textbox', { name: 'Maker' }).fill(maker);
  return { ...shown, save: screen.getByRole('button', { name: 'Save' }) };
};

test('[SYNC-39] a serial number that another pack has is reported while it is typed, with a link to the pack', async () => {
  const { screen, workspace, address, save } = await addAgain('sn 0042');
  await expect.element(screen.getByText(/^There is a pack with this serial number/)).toBeVisible();
  await save.click();
  await expect.element(screen.getByRole('textbox', { name: 'Serial number' })).toHaveFocus();
  expect(workspace.outbox.items$.value).toEqual([]);
  await screen.getByRole('dialog').getByRole('link', { name: 'SN-0042' }).click();
  await expect.element(address).toHaveTextContent('/mainpage/assets?id=a');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('[SYNC-39] a second pack with the same serial number is added if the user confirms it', async () => {
  const { screen, server, clock, save } = await addAgain('SN-0042');
  await screen.getByRole('checkbox', { name: /^This is a second pack/ }).click();
  await save.click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await clock.settle();
  await expect
    .poll(() => server.applied().map(({ input }) => [input['serial'], input['twin']]))
    .toEqual([['SN-0042', true]]);
});

test('[SYNC-39] a pack of another maker may have the same serial number', async () => {
  const { screen, server, clock, save } = await addAgain('SN-0042', 'Others');
  expect(screen.getByText(/^There is a pack with this serial number/).query()).toBe(null);
  await save.click();
  await clock.settle();
  await expect.poll(() => server.applied().map(({ input }) => input['twin'])).toEqual([undefined]);
});

test('[SYNC-39] a serial number that another pack has is asked about also in a known pack', async () => {
  const { screen, server, online, clock } = await show();
  server.put('a', { serial: 'SN-0042' });
  server.put('b', { serial: 'SN-0043' });
  await online();
  await screen.getByRole('row', { name: /SN-0043/ }).click();
  await screen.getByRole('button', { name: 'Edit facts' }).click();
  const serial = screen.getByRole('textbox', { name: 'Serial number' });
  expect(screen.getByText(/^There is a pack with this serial number/).query()).toBe(null);
  await serial.fill('SN 0042');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/^There is a pack with this serial number/)).toBeVisible();
  expect(server.applied()).toEqual([]);
  await screen.getByRole('checkbox', { name: /^This is a second pack/ }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map(({ input }) => input))
    .toEqual([{ id: 'b', serial: 'SN 0042', twin: true }]);
});

test('[SYNC-3] a conflict shows both values, and "Keep mine" sends the change again', async () => {
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

/** Opens the facts of a pack with a model and a maker, adds to the model, and lets a colleague change a value meanwhile. */
const editWhile = async (theirs: Readonly<Record<string, unknown>>) => {
  const shown = await show({ path: '/mainpage/assets?id=a' });
  const { screen, server, sync, online } = shown;
  server.put('a', { serial: 'SN-1', model: 'Old', maker: 'Before' });
  await online();
  await screen.getByRole('button', { name: 'Edit facts' }).click();
  await screen.getByRole('textbox', { name: 'Model' }).click();
  await userEvent.keyboard('{End} 2'); // a space at the end is kept while the user types
  server.put('a', theirs);
  await sync();
  return shown;
};

test('[SYNC-36] a value that a colleague changes while the form is open is shown, and not changed back', async () => {
  const { screen, server, clock } = await editWhile({ maker: 'After' });
  await expect.element(screen.getByRole('textbox', { name: 'Maker' })).toHaveValue('After');
  await screen.getByRole('button', { name: 'Save' }).click();
  await clock.settle();
  await expect.poll(() => server.rows().get('a')?.values['model']).toBe('Old 2');
  expect(server.rows().get('a')?.values['maker']).toBe('After');
});

test('[SYNC-13] an earlier change of the user that is sent while the form is open is not a conflict', async () => {
  const { screen, workspace, server, clock, online } = await show({
    path: '/mainpage/assets?id=a',
  });
  server.put('a', { serial: 'SN-1', model: 'Old' });
  await online();
  server.fail('unreachable');
  const edit = async (model: string) => {
    await screen.getByRole('button', { name: 'Edit facts' }).click();
    await screen.getByRole('textbox', { name: 'Model' }).fill(model);
  };
  await edit('First');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('1 change not on the server yet.')).toBeVisible();
  await edit('Second');
  server.fail(undefined);
  workspace.sync.run();
  await expect.poll(() => workspace.outbox.items$.value).toEqual([]);
  await screen.getByRole('button', { name: 'Save' }).click();
  await clock.settle();
  await expect.poll(() => server.rows().get('a')?.values['model']).toBe('Second');
  await expect.element(screen.getByText('✓ Up to date with the server.')).toBeVisible();
});

test.each(['Cancel', 'Escape'])('[SYNC-38] %s discards what was typed in the form', async (way) => {
  const { screen, server, workspace, online } = await show({ path: '/mainpage/assets?id=a' });
  server.put('a', { serial: 'SN-1', model: 'Old' });
  await online();
  const edit = screen.getByRole('button', { name: 'Edit facts' });
  await edit.click();
  await screen.getByRole('textbox', { name: 'Model' }).fill('Typed');
  if (way === 'Cancel') await screen.getByRole('button', { name: 'Cancel' }).click();
  else await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await edit.click();
  await expect.element(screen.getByRole('textbox', { name: 'Model' })).toHaveValue('Old');
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[SYNC-38] what was typed before the user left the page is shown again, and the form says so', async () => {
  const { screen, server, online } = await renderScreen(
    <>
      <Link to="/mainpage/home">Leave</Link>
      <Link to="/mainpage/assets?id=a">Come back</Link>
      <Routes>
        <Route path="/mainpage/assets" element={<AssetsScreen />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { path: '/mainpage/assets?id=a' },
  );
  server.put('a', { serial: 'SN-1', model: 'Old' });
  await online();
  const edit = screen.getByRole('button', { name: 'Edit facts' });
  await edit.click();
  const kept = screen.getByText(/^What you typed before is still here/);
  await screen.getByRole('textbox', { name: 'Model' }).fill('Typed');
  expect(kept.query()).toBe(null);
  clickHidden(screen.getByText('Leave'));
  await expect.element(edit).not.toBeInTheDocument();
  clickHidden(screen.getByText('Come back'));
  await edit.click();
  await expect.element(screen.getByRole('textbox', { name: 'Model' })).toHaveValue('Typed');
  await expect.element(kept).toBeVisible();
});

test('[SYNC-36] a value that the user and a colleague changed is a conflict, which the user decides', async () => {
  const { screen, server, clock } = await editWhile({ model: 'Theirs' });
  await screen.getByRole('button', { name: 'Save' }).click();
  await clock.settle();
  await expect.element(screen.getByText(/Model: Old 2 \(on the server: Theirs\)/)).toBeVisible();
  expect(server.rows().get('a')?.values['model']).toBe('Theirs');
});

test('[SYNC-16] the connected pack is found by its serial number, and its snapshot contains the reported values', async () => {
  const { screen, workspace, core, clock, server } = await show({
    isConnected: true,
    path: '/mainpage/home',
  });
  server.put('a', { serial: 'a-1' });
  server.put('b', { serial: 'b-1' });
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

test('[SYNC-16] the last snapshot names the worst cell only if its resistance was reported, otherwise the lowest cell', async () => {
  const { screen, server, sync, online } = await show({ path: '/mainpage/assets?id=a' });
  const at = '2026-06-01T10:00:00Z';
  server.put('a', { serial: 'SN-1', snapshot: { at, worstCell: 14, worstCellMohm: 2.98 } });
  await online();
  await expect.element(screen.getByText('Cell 14, 2.98 mΩ')).toBeVisible();
  await expect.element(screen.getByText('Worst cell', { exact: true })).toBeVisible();
  server.put('a', { serial: 'SN-1', snapshot: { at, worstCell: 3 } });
  await sync();
  await expect.element(screen.getByText('Cell 3', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Lowest cell', { exact: true })).toBeVisible();
});

test('[SYNC-16] a search text without separators, as a scanner sends it, finds a serial number with them', async () => {
  const { screen, server, address, online } = await show();
  server.put('a', { serial: 'SN-00-42' });
  server.put('b', { serial: 'SN-00-43' });
  await online();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).fill('sn0042');
  await expect.element(screen.getByText('1 of 2 assets')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(address).toHaveTextContent(/id=a/);
});

test('[SYNC-16] a search text with separators finds a serial number without them', async () => {
  const { screen, server, online } = await show();
  server.put('a', { serial: 'BB24MX000209' });
  server.put('b', { serial: 'BB24MX000210' });
  await online();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).fill('BB24-MX 000209');
  await expect.element(screen.getByText('1 of 2 assets')).toBeVisible();
});

test('[PAGE-232] the form of a new pack begins in its first field, so that a scan goes there', async () => {
  const { screen, online } = await show();
  await online();
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await expect.element(screen.getByLabelText('Serial number')).toHaveFocus();
});

test('[SYNC-16] a scan opens the pack with exactly this serial number at once, and the next scan replaces the text', async () => {
  const { screen, server, address, online } = await show();
  server.put('a', { serial: 'SN-00-4' });
  server.put('b', { serial: 'SN-00-42' });
  await online();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).click();
  await userEvent.keyboard('sn004{Enter}');
  await expect.element(address).toHaveTextContent(/id=a/);
  await userEvent.keyboard('SN-00-42{Enter}');
  await expect.element(address).toHaveTextContent(/id=b/);
});

test('[SYNC-16] Enter with several matching packs moves the focus to the list', async () => {
  const { screen, server, address, online } = await show();
  server.put('a', { serial: 'SN-1', model: 'Van' });
  server.put('b', { serial: 'SN-2', model: 'Van' });
  await online();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).click();
  await userEvent.keyboard('van{Enter}');
  await expect.element(screen.getByRole('grid')).toHaveFocus();
  await expect.element(address).not.toHaveTextContent(/id=/);
});

test('[SYNC-16] after identification, the page of the connected pack opens once and one snapshot is saved', async () => {
  const { screen, workspace, clock, server, address, core } = await show({
    isConnected: true,
    path: '/mainpage/home',
  });
  server.put('a', { serial: 'a-1' });
  server.fail(undefined);
  workspace.sync.run();
  await clock.advance(3_000);
  const read = screen.getByRole('button', { name: 'Read serial number' });
  await read.click();
  await clock.advance(3_000);
  await expect.element(address).toHaveTextContent(/id=a/);
  await expect.poll(() => server.rows().get('a')?.values['snapshot']).toBeDefined();
  await screen.getByRole('button', { name: 'Close details' }).click();
  await clock.advance(10_000);
  await expect.element(address).not.toHaveTextContent(/id=/);
  expect(server.applied().map(({ kind }) => kind)).toEqual(['putAsset']);
  expect(core.telemetry.identity.identity$.value.kind).toBe('known');
});

test('[SYNC-16] a pack that is identified while the user types does not open its page', async () => {
  const { screen, clock, server, address, core, online } = await show({
    isConnected: true,
    path: '/mainpage/home',
  });
  server.put('a', { serial: 'a-1' });
  await online();
  await screen.getByRole('textbox', { name: 'Serial, client, place' }).fill('a');
  core.telemetry.identity.ask();
  await clock.advance(3_000);
  await screen.getByRole('button', { name: 'Open its page' }).click();
  await expect.element(address).toHaveTextContent(/id=a/);
});

test('[SYNC-25] the chips count the packs that need attention, are mine, were not seen for 90 days, or were never seen', async () => {
  const { screen, server, online } = await show();
  const seenAt = new Date().toISOString();
  const longAgo = new Date(Date.now() - 91 * 86_400_000).toISOString();
  server.put('a', { serial: 'SN-1', ownerId: 'id-technician', attention: 2, seenAt });
  server.put('b', { serial: 'SN-2', ownerId: 'other', ownerName: 'Other', seenAt });
  server.put('c', { serial: 'SN-3', ownerId: 'other', ownerName: 'Other' });
  server.put('d', { serial: 'SN-4', ownerId: 'other', ownerName: 'Other', seenAt: longAgo });
  await online();
  await expect.element(screen.getByText('Needs attention 1')).toBeVisible();
  await expect.element(screen.getByText('Mine 1')).toBeVisible();
  await screen.getByText('Not seen 90 d 1').click();
  await expect.element(screen.getByText('1 of 4 assets')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /SN-4/ })).toBeVisible();
  await screen.getByText('Not seen 90 d 1').click();
  await screen.getByText('Never seen 1').click();
  await expect.element(screen.getByRole('row', { name: /SN-3/ })).toBeVisible();
});

test('[SYNC-25] scrapped packs have their own chip, and do not count as needing attention or not seen', async () => {
  const { screen, server, online } = await show();
  server.put('a', { serial: 'SN-1', attention: 2 });
  server.put('b', { serial: 'SN-2', attention: 2, state: 'SCRAPPED' });
  await online();
  await expect.element(screen.getByText('Needs attention 1')).toBeVisible();
  await expect.element(screen.getByText('Never seen 1')).toBeVisible();
  await screen.getByText('Scrapped 1').click();
  await expect.element(screen.getByText('1 of 2 assets')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /SN-2/ })).toBeVisible();
});

test('[SYNC-25] packs and devices are counted as assets, and can be listed by kind', async () => {
  const { screen, server, sync, online } = await show();
  server.put('a', { serial: 'SN-1' });
  server.put('b', { serial: 'SN-2' });
  await online();
  await expect.element(screen.getByText('2 assets', { exact: true })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Kind' }).query()).toBe(null);
  server.put('c', { serial: 'DEV-1', kind: 'OBD' });
  await sync();
  await expect.element(screen.getByText('3 assets', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /DEV-1.*OBD device/ })).toBeVisible();
  await screen.getByRole('combobox', { name: 'Kind' }).click();
  await screen.getByTitle('Pack', { exact: true }).click();
  await expect.element(screen.getByText('2 of 3 assets')).toBeVisible();
});

test('[SYNC-37] the form sets the state of a pack, which its page shows in words', async () => {
  const { screen, server, clock, online } = await show({ path: '/mainpage/assets?id=a&tab=facts' });
  server.put('a', { serial: 'SN-1', state: 'SCRAPPED', designCapacityAh: 150 });
  await online();
  await expect.element(screen.getByRole('row', { name: 'Design capacity 150 Ah' })).toBeVisible();
  await screen.getByRole('button', { name: 'Edit facts' }).click();
  await screen.getByRole('combobox', { name: 'State' }).click();
  await screen.getByTitle('In store', { exact: true }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await clock.settle();
  await expect.poll(() => server.rows().get('a')?.values['state']).toBe('STORED');
  expect(server.rows().get('a')?.values).toMatchObject({ serial: 'SN-1', state: 'STORED' });
  await expect.element(screen.getByRole('row', { name: /State.*In store/ })).toBeVisible();
});

test('[SYNC-25] a chip counts the packs with older firmware than the one offered to them', async () => {
  const { screen, server, online } = await show();
  server.put('a', { serial: 'SN-1', firmware: '1.9.0' });
  server.put('b', { serial: 'SN-2', firmware: '1.10.0' });
  const body = { version: '1.10.0', chunks: [] };
  server.put('image', { kind: 'FIRMWARE_IMAGE', name: 'Image', state: 'RELEASED', body });
  for (const assetId of ['a', 'b']) {
    server.put(`for ${assetId}`, {
      documentId: 'image',
      assetId,
      mode: 'OFFERED',
      state: 'ACTIVE',
    });
  }
  await online();
  await screen.getByText('Firmware behind 1').click();
  await expect.element(screen.getByText('1 of 2 assets')).toBeVisible();
});

const placed = (count: number, spread: number): readonly Asset[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    serial: `SN-${n}`,
    version: 1,
    kind: 'PACK',
    state: 'INUSE',
    attention: 0,
    waiting: [],
    place: { at: 0, lat: 48 + ((n * 7) % 100) * spread, lon: 9 + ((n * 13) % 97) * spread },
  })) as unknown as readonly Asset[]; // without the unknown values

test('[SYNC-25] without a maps service, the map reports that, and packs in the same place are shown as one', async () => {
  let opened = '';
  const { screen } = await renderScreen(
    <PackMap packs={placed(3, 0)} onOpen={(id) => (opened = id)} />,
  );
  await expect.element(screen.getByText(/No map configured/)).toBeVisible();
  await expect.element(screen.getByText('3 of 3 assets with a position.')).toBeVisible();
  await screen.getByRole('button', { name: '3 in this area' }).click();
  await screen.getByRole('group', { name: 'Assets in this place' }).getByText('SN-1').click();
  expect(opened).toBe('p1');
});

test('[SYNC-25] 5,000 packs need fewer than 200 elements on the map', async () => {
  const { screen } = await renderScreen(
    <div style={{ height: 500 }}>
      <PackMap packs={placed(5_000, 0.02)} onOpen={() => undefined} />
    </div>,
  );
  await expect.element(screen.getByText(/^5.?000 of 5.?000 assets/)).toBeVisible();
  const markers = () => [...document.querySelectorAll('.map-marker')];
  await expect.poll(() => markers().length).toBeGreaterThan(1);
  expect(markers().length).toBeLessThan(200);
  const shown = markers().reduce((sum, { textContent }) => sum + Number(textContent || 1), 0);
  expect(shown).toBeGreaterThanOrEqual(5_000);
});

test('at 390 px, the content of a pack follows its title without a gap', async () => {
  await page.viewport(390, 844);
  // The page takes the remaining height, as in the shell.
  const { screen, server, online } = await renderScreen(
    <div style={{ display: 'flex', flexDirection: 'column', height: 800 }}>
      <AssetsScreen />
    </div>,
    { path: '/mainpage/assets?id=a' },
  );
  server.put('a', { serial: 'SN-1' });
  await online();
  await expect.element(screen.getByRole('button', { name: 'Edit facts' })).toBeVisible();
  const title = screen.getByRole('heading', { name: 'SN-1' }).element().getBoundingClientRect();
  const button = screen.getByRole('button', { name: 'Edit facts' }).element();
  expect(button.getBoundingClientRect().top - title.top).toBeLessThan(60);
});

test('[PAGE-62] without a connected device, the reason why no location can be saved is a text', async () => {
  const { screen, core } = await show({ path: '/mainpage/assets?view=devices', isConnected: true });
  const save = screen.getByRole('button', { name: 'Save location' });
  const reason = screen.getByText(/^Connect a device to save its location\./);
  await expect.element(save).toBeEnabled();
  expect(reason.query()).toBe(null);
  await core.link.disconnect();
  await expect.element(save).toBeDisabled();
  await expect.element(reason).toBeVisible();
});
