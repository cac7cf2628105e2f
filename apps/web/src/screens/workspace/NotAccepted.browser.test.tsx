import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderShell } from '../../shell/render-shell.fixture.tsx';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { chooseLocale } from '../../text/format.ts';
import { SyncNotes } from './SyncNotes.tsx';

const show = async () => {
  const parts = await renderScreen(<SyncNotes />);
  parts.server.fail(undefined);
  return parts;
};

test('[SYNC-3] a change that is not accepted says so, and names its pack or ticket', async () => {
  const { screen, workspace, server, clock } = await show();
  server.put('a', { serial: 'SN-1', model: 'Old' });
  server.put('a', { model: 'Theirs' });
  server.put('t', { category: 'RANGE', number: 1_039, title: 'Range too short' });
  workspace.sync.run();
  await clock.advance(60_000);
  server.refuse('setTicketState', { code: 'STATE' });
  const pack = { id: 'a', model: 'Mine' };
  await workspace.change({ target: 'asset:a', kind: 'putAsset', input: pack, base: 1 });
  const ticket = { id: 't', state: 'OPEN' };
  await workspace.change({ target: 'ticket:t', kind: 'setTicketState', input: ticket, base: 1 });
  await clock.advance(60_000);
  await expect
    .element(
      screen.getByText(/^Not accepted: SN-1 · Pack facts, .*\. Somebody changed it meanwhile\.$/),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText(/^Not accepted: 1039 Range too short · Ticket changed, /))
    .toBeVisible();
});

test('[SYNC-5] a change that this version cannot read is reported, also if no change was refused', async () => {
  const { screen, workspaceStorage, sync } = await show();
  workspaceStorage.put('technician', 'outbox', '0', { from: 'the future' });
  await sync();
  await expect
    .element(
      screen.getByText('1 change of another version of this app cannot be read. They are kept.'),
    )
    .toBeVisible();
});

test('[PAGE-256] there is room between the values of a change that is not accepted and its buttons, and in its dialog', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID' });
  const input = { id: 'a', serial: 'SN-1', model: 'Mine' };
  await workspace.change({ target: 'asset:a', kind: 'putAsset', input });
  await clock.advance(60_000);
  const edit = screen.getByRole('button', { name: 'Edit' });
  await expect.element(edit).toBeVisible();
  const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;
  const values = screen.getByText(/Model: Mine/).element();
  expect(edit.element().getBoundingClientRect().top - bottomOf(values)).toBeGreaterThanOrEqual(8);
  await edit.click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox').first()).toBeVisible();
  const reason = dialog.element().querySelector('.ant-modal-body p');
  const [label] = dialog.element().querySelectorAll('label');
  if (reason === null || label === undefined) throw new Error('There is no reason.');
  expect(label.getBoundingClientRect().top - bottomOf(reason)).toBeGreaterThanOrEqual(7);
});

test('[PAGE-261] a refused change of a place lists its values by their names, with those of the server', async () => {
  const { screen, workspace, server, clock } = await show();
  server.put('a', { serial: 'SN-1' });
  const place = { at: '2026-01-01T00:00:00Z', lat: 47, lon: 8, accuracyM: 12 };
  server.put('a', { place: { ...place, address: 'Basel' } });
  const input = { id: 'a', place: { ...place, lat: 48, address: 'Bern' } };
  await workspace.change({ target: 'asset:a', kind: 'putAsset', input, base: 1 });
  await clock.advance(60_000);
  const values = screen.getByText(/^As of: /);
  await expect.element(values).toHaveTextContent('Latitude: 48 (on the server: 47)');
  await expect.element(values).toHaveTextContent('Accuracy, m: 12 · ');
  await expect.element(values).toHaveTextContent('Address: Bern (on the server: Basel)');
});

test('[PAGE-261] a refused photo lists its values by their names', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('addTicketEntry', { code: 'TOO_LARGE' });
  const body = { name: 'cell 3.png', type: 'image/jpeg', sizeBytes: 1_204_800 };
  const input = { id: 'e', ticketId: 't', kind: 'PHOTO', body };
  await workspace.change({ target: 'ticketEntry:e', kind: 'addTicketEntry', input });
  await clock.advance(60_000);
  await expect
    .element(screen.getByText(/Content: Name cell 3\.png, .*, Size, bytes 1\s204\s800$/))
    .toBeVisible();
});

test.each([
  [1280, 800],
  [390, 844],
])(
  '[PAGE-265] at %i × %i, the list below many refused changes has a height',
  async (width, height) => {
    await page.viewport(width, height);
    const { workspace, server, clock } = await renderShell('/mainpage/logs');
    server.fail(undefined);
    server.refuse('putAsset', { code: 'INVALID' });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      await workspace.change({
        target: `asset:${id}`,
        kind: 'putAsset',
        input: { id, serial: id },
      });
    await clock.advance(60_000);
    await expect.poll(() => document.querySelector('.collection__body')).not.toBeNull();
    const list = document.querySelector('.collection__body');
    await expect.poll(() => list?.clientHeight).toBeGreaterThan(200);
    list?.scrollIntoView({ block: 'end' });
    expect(list?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  },
);

test('[PAGE-234] a double click on Discard discards one change', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID' });
  for (const id of ['a', 'b'])
    await workspace.change({ target: `asset:${id}`, kind: 'putAsset', input: { id, serial: id } });
  await clock.advance(60_000);
  const discard = screen.getByRole('button', { name: 'Discard' });
  await expect.poll(() => discard.elements()).toHaveLength(2);
  await discard.first().click();
  await expect.poll(() => discard.elements()).toHaveLength(1);
  // The second click may come after the next change has taken the place of the first one.
  discard.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  await clock.settle();
  expect(workspace.outbox.items$.value.map(({ target }) => target)).toEqual(['asset:b']);
});

test('[PAGE-362] after a decision about a refused change, the focus is in the list, after the last one on the page', async () => {
  const { screen, workspace, server, clock } = await renderShell('/mainpage/logs');
  server.fail(undefined);
  server.refuse('putAsset', { code: 'INVALID' });
  for (const id of ['a', 'b'])
    await workspace.change({ target: `asset:${id}`, kind: 'putAsset', input: { id, serial: id } });
  await clock.advance(60_000);
  const discard = screen.getByRole('button', { name: 'Discard' });
  await expect.poll(() => discard.elements()).toHaveLength(2);
  await discard.first().click();
  await expect.element(screen.getByRole('region', { name: 'Not accepted' })).toHaveFocus();
  await discard.click();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('[WS-09] a pack with the serial number of another pack is added again only as a second pack', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'SERIAL_KNOWN', field: 'serial' });
  const input = { id: 'b', serial: 'SN-1' };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input });
  await clock.advance(60_000);
  await expect
    .element(
      screen.getByText(
        /^Not accepted: SN-1 · .*The server has a pack with this serial number already/,
      ),
    )
    .toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep mine' }).query()).toBe(null);
  server.refuse('putAsset');
  await screen.getByRole('button', { name: 'Add as a second pack' }).click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map((each) => each.input))
    .toEqual([{ ...input, twin: true }]);
});

test('[WS-09] a changed serial number is saved on the version of its own pack, not on that of the other pack', async () => {
  const { screen, workspace, server, clock } = await show();
  server.put('b', { serial: 'SN-2' });
  server.refuse('putAsset', {
    code: 'SERIAL_KNOWN',
    field: 'serial',
    status: 'conflict',
    version: 9,
  });
  const input = { id: 'b', serial: 'SN-1' };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input, base: 1 });
  await clock.advance(60_000);
  const save = screen.getByRole('button', { name: 'Save as a second pack' });
  await expect.element(save).toBeVisible();
  server.refuse('putAsset');
  await save.click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map((each) => [each.input, each.base]))
    .toEqual([[{ ...input, twin: true }, 1]]);
});

test('[SYNC-89] the editor of a refused change names the reason, clears a value that may be empty, and a click beside it keeps the text', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID', field: 'builtOn' });
  const input = { id: 'b', serial: 'SN-1', builtOn: '2126-01-01', cells: 16 };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input });
  await clock.advance(60_000);
  await screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('The value is not valid. (Built on)')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Built on' }).fill('');
  await dialog.getByRole('textbox', { name: 'Cells in series' }).fill('');
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill('');
  const beside = document.querySelector('.ant-modal-wrap');
  if (beside !== null) await userEvent.click(beside, { position: { x: 5, y: 5 } });
  await expect.element(dialog.getByRole('textbox', { name: 'Built on' })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect.element(dialog.getByText('Enter a value.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill('SN-2');
  server.refuse('putAsset');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map((each) => each.input))
    .toEqual([{ id: 'b', serial: 'SN-2', builtOn: null, cells: null }]);
});

test('[PAGE-84] the editor of a refused change shows numbers with the decimal sign of the user', async () => {
  onTestFinished(() => void chooseLocale('en'));
  chooseLocale('de-DE');
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID', field: 'builtOn' });
  const input = { id: 'b', serial: 'SN-1', firmware: '1.5', designCapacityAh: 100.5 };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input });
  await clock.advance(60_000);
  await screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByRole('textbox', { name: /^Design capacity/ }))
    .toHaveValue('100,5');
  await expect.element(dialog.getByRole('textbox', { name: /^Firmware/ })).toHaveValue('1.5');
  server.refuse('putAsset');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await clock.settle();
  await expect.poll(() => server.applied().map((each) => each.input)).toEqual([input]);
});

test('[PAGE-317] a refused change with a tab between pasted cells is sent again on one line', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID', field: 'serial' });
  const input = { id: 'b', serial: 'SN-15\tLFP', maker: 'Works\tEast', cells: 16 };
  await workspace.change({ target: 'asset:b', kind: 'putAsset', input });
  await clock.advance(60_000);
  await screen.getByRole('button', { name: 'Edit' }).click();
  server.refuse('putAsset');
  await screen.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map((each) => each.input))
    .toEqual([{ id: 'b', serial: 'SN-15 LFP', maker: 'Works East', cells: 16 }]);
});

test('[PAGE-245] at 390 px, the buttons of a refused change with many values are on the first screen', async () => {
  await page.viewport(390, 844);
  const { screen, workspace, server, clock } = await show();
  server.refuse('reportWrite', { code: 'INVALID' });
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`LIMIT_${at}`, at]));
  const input = { assetId: 'a', schemaName: 'Maker', values };
  await workspace.change({ target: 'asset:a', kind: 'reportWrite', input });
  await clock.advance(60_000);
  await expect.element(screen.getByRole('button', { name: 'Discard' })).toBeInViewport();
  await expect.element(screen.getByText(/LIMIT_0 0, LIMIT_1 1/)).toBeVisible();
  expect(screen.getByText(/LIMIT_299 299/).query()).toBe(null);
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(screen.getByText(/LIMIT_299 299/)).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show less' }).click();
  await expect.element(screen.getByRole('button', { name: 'Discard' })).toBeInViewport();
});

test('[PAGE-341] [PAGE-351] of many changes that are not accepted, the first ones are shown with their number, and more on request', async () => {
  const { screen, workspace, server, clock } = await show();
  server.refuse('putAsset', { code: 'INVALID' });
  for (let pack = 0; pack < 45; pack += 1) {
    const input = { id: `p${pack}`, serial: `SN-${pack}` };
    await workspace.change({ target: `asset:p${pack}`, kind: 'putAsset', input });
  }
  await clock.advance(60_000);
  const discard = screen.getByRole('button', { name: 'Discard' });
  await expect.element(screen.getByText(/^The first 20 of 45 changes are shown\./)).toBeVisible();
  expect(discard.elements()).toHaveLength(20);
  const more = screen.getByRole('button', { name: 'Show more' });
  const focused = (): string | null | undefined => document.activeElement?.textContent;
  expect(more.element().closest('[role=status]')).toBe(null);
  expect(
    screen
      .getByRole('alert')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['Not accepted: 45 changes.']);
  await more.click();
  await expect.poll(focused).toMatch(/^Not accepted: SN-20 /);
  await more.click();
  await expect.poll(focused).toMatch(/^Not accepted: SN-40 /);
  await expect.poll(() => discard.elements()).toHaveLength(45);
  expect(more.query()).toBe(null);
});
