import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { UploadScreen } from './UploadScreen.tsx';

const PATH = '/mainpage/upload';

/** The tab, and a button that shows and hides it as a change of the tab does. */
const Tabs = ({ isOpen = true }: { readonly isOpen?: boolean }) => {
  const [isShown, setShown] = useState(isOpen);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Another tab
      </button>
      {isShown && <UploadScreen />}
    </>
  );
};

/** Renders the tab with one known pack and a file that was chosen. */
const withFile = async (text: string, name = 'packs.csv') => {
  const parts = await renderScreen(<Tabs />, { path: PATH });
  const { clock, server, workspace } = parts;
  server.put('known', { id: 'known', serial: 'SN-1', model: 'X', cells: 16 });
  server.fail(undefined);
  workspace.sync.run();
  await clock.advance(60_000);
  await choose(text, name);
  return { ...parts, settle: () => clock.advance(60_000) };
};

const choose = async (text: string, name = 'packs.csv') => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no field for a file.');
  await userEvent.upload(input, new File([text], name, { lastModified: 1_735_725_600_000 }));
};

test('[IMP-14] the check says that a pack with another place loses its position on the map', async () => {
  const { screen, server, online } = await renderScreen(<Tabs />, { path: PATH });
  const place = { at: '2025-01-01T00:00:00Z', lat: 47, lon: 8, address: 'Bern' };
  server.put('known', { id: 'known', serial: 'SN-1', place });
  await online();
  await choose('Serial,Place\nSN-1,Basel\n');
  await expect.element(screen.getByText('Position on the map: removed')).toBeVisible();
  await expect.element(screen.getByText(/^The map position of 1 pack is removed/)).toBeVisible();
});

test.each(['{Enter}', ' '])(
  '[PAGE-328] the key "%s" opens the choice of files in the field for a dropped file',
  async (key) => {
    const { screen, online } = await renderScreen(<Tabs />, { path: PATH });
    await online();
    let opened = 0;
    document.querySelector('input[type="file"]')?.addEventListener('click', (event) => {
      event.preventDefault(); // no window of the operating system
      opened += 1;
    });
    screen
      .getByRole('button', { name: /^Drop a file here/ })
      .element()
      .focus();
    await userEvent.keyboard(key);
    await expect.poll(() => opened).toBe(1);
  },
);

test('[PAGE-267] at 1280 px, refused rows with long values make the table no wider than its card', async () => {
  await page.viewport(1280, 800);
  const { screen, online } = await renderScreen(<Tabs />, { path: PATH });
  await online();
  await choose(`Serial,Model,Place\nSN-1,${'M'.repeat(200)},\n,,${'Q'.repeat(150)}\n`);
  await expect.element(screen.getByText('The serial number is missing.')).toBeVisible();
  const [table] = document.querySelectorAll('.ant-table-content');
  expect(table?.scrollWidth).toBe(table?.clientWidth);
});

test('[PAGE-267] on a phone, a long new value of a pack is wrapped in the list of updates', async () => {
  await page.viewport(390, 844);
  const { screen, server, online } = await renderScreen(<Tabs />, { path: PATH });
  server.put('known', { id: 'known', serial: 'SN-1' });
  await online();
  await choose(`Serial,Place\nSN-1,${'Würzburg '.repeat(20)}\n`);
  const value = screen.getByText(/^Place: /);
  await expect.element(value).toBeVisible();
  expect(value.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

test('[PAGE-358] values in Arabic change the order neither of the cells of a refused row nor of the first rows', async () => {
  const { screen, online } = await renderScreen(<Tabs />, { path: PATH });
  await online();
  await choose('Serial,Model,Cells,Built on\nSN-1,مرحبا,9,2025-02-30\nSN-2,سلام,9,\n');
  await expect.element(screen.getByText(/is not a day of the calendar/)).toBeVisible();
  const shown = [...document.querySelectorAll('.upload__cells')];
  expect(shown.map(({ textContent }) => textContent)).toContain('SN-1 | مرحبا | 9 | 2025-02-30');
  for (const cells of shown) {
    const texts = document.createTreeWalker(cells, NodeFilter.SHOW_TEXT);
    const lefts: number[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      lefts.push(range.getBoundingClientRect().left);
    }
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  }
});

test('[IMP-16] a pack list is checked after the server has answered, so that its packs are known', async () => {
  const { screen, server, endUpdate } = await renderScreen(<Tabs />, {
    path: PATH,
    isUpdating: true,
  });
  server.put('known', { id: 'known', serial: 'SN-1', model: 'X' });
  server.fail(undefined);
  await choose('Serial,Model\nSN-1,Y\nSN-2,Y\n');
  await expect.element(screen.getByText(/^Fetching the packs/)).toBeVisible();
  expect(screen.getByText(/^Create/).query()).toBe(null);
  await endUpdate();
  await expect
    .element(screen.getByText('Create 1 · Update 1 · Unchanged 0 · Refused 0'))
    .toBeVisible();
  expect(screen.getByText(/^Fetching the packs/).query()).toBe(null);
});

test('[IMP-19] the check says that not all packs of the server are known here', async () => {
  const { screen, server, online } = await renderScreen(<Tabs />, { path: PATH });
  for (const id of ['a', 'b', 'c']) server.put(id, { id, serial: id, kind: 'PACK' });
  server.limitCopies('asset', 2);
  await online();
  await choose('Serial,Model\nSN-1,Y\n');
  await expect.element(screen.getByText(/^The server has more packs than this/)).toBeVisible();
});

test('[IMP-16] the log of a device is checked without the server', async () => {
  const { screen } = await renderScreen(<Tabs />, { path: PATH, isUpdating: true });
  await choose('Time;Voltage;Current\n2025-01-01 10:00:00;52,1;3,5\n', 'log.csv');
  await expect.element(screen.getByRole('button', { name: 'Save as a session' })).toBeVisible();
});

test('[IMP-15] the receipt of an earlier version says that it cannot be undone, and can be removed', async () => {
  const { screen, workspace } = await renderScreen(<Tabs isOpen={false} />, { path: PATH });
  const head = { id: 'old', fileName: 'old.csv', at: 1, state: 'applying', create: 1, update: 0 };
  await workspace.input.write([
    { table: 'imports', id: 'old', value: { ...head, refused: 0, parts: 1, next: 0 } },
  ]);
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await expect.element(screen.getByText(/can neither continue nor undo it\.$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo…' }).query()).toBe(null);
  await screen.getByRole('button', { name: 'Remove from this list' }).click();
  await expect.element(screen.getByText('old.csv')).not.toBeInTheDocument();
});

test('[PAGE-155] [PAGE-272] an import that is not finished can be continued, and not be removed from the list', async () => {
  const { screen, workspace } = await renderScreen(<Tabs isOpen={false} />, { path: PATH });
  const head = { id: 'new', fileName: 'new.csv', at: 1, state: 'applying', create: 2, update: 0 };
  await workspace.input.write([
    { table: 'imports', id: 'new', value: { ...head, refused: 0, next: 1 } },
  ]);
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect.element(screen.getByText(/To create 2 · to update 0 · refused 0$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove from this list' }).query()).toBe(null);
});

const PACKS =
  'Serial,Model,Cells,Built on\nSN-1,Y,16,\nSN-2,X,8,2025-01-01\nSN-3,X,8,2025-02-30\n,X,8,\n';

test('[PAGE-150] [IMP-9] a pack list is recognized, checked and applied, and the receipt undoes it', async () => {
  const { screen, server, workspace, settle } = await withFile(PACKS);
  await expect
    .element(screen.getByText('Create 1 · Update 1 · Unchanged 0 · Refused 2'))
    .toBeVisible();
  await expect
    .element(screen.getByText('“2025-02-30” is not a day of the calendar.'))
    .toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^4 Built on “2025-02-30”/ })).toBeVisible();
  await expect.element(screen.getByText('The serial number is missing.')).toBeVisible();
  await expect.element(screen.getByText('Model: X → Y')).toBeVisible();
  expect(workspace.outbox.items$.value).toEqual([]);

  await screen.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect.element(screen.getByText(/Created 1 · updated 1 · refused 2/)).toBeVisible();
  await settle();
  await expect.element(screen.getByText('✓ Applied')).toBeVisible();
  expect(server.rows().get('known')).toMatchObject({ values: { model: 'Y' }, version: 2 });
  const others = [...server.rows().values()].filter(({ values }) => values['serial'] === undefined);
  expect(others).toMatchObject([{ values: { kind: 'IMPORT_MAPPING', state: 'RELEASED' } }]);
  expect(server.rows().size).toBe(3);

  await screen.getByRole('button', { name: 'Undo…' }).click();
  await screen.getByRole('button', { name: 'Undo the import' }).click();
  await settle();
  await expect.element(screen.getByText(/Undone: 1 reversed, 1 set to scrapped\./)).toBeVisible();
  expect(server.rows().get('known')).toMatchObject({ values: { model: 'X' } });
});

test('[IMP-8] [PAGE-150] the receipt of an undo counts what has happened to each pack', async () => {
  const { screen, server, workspace, settle } = await withFile(PACKS);
  await screen.getByRole('button', { name: 'Apply 2 changes' }).click();
  await settle();
  await screen.getByRole('button', { name: 'Undo…' }).click();
  server.fail('unreachable');
  server.put('known', { model: 'Z' }); // by another user, before this computer knows it
  await screen.getByRole('button', { name: 'Undo the import' }).click();
  await expect.element(screen.getByText(/Undone: 2 not sent yet\./)).toBeVisible();
  server.fail(undefined);
  workspace.sync.run();
  await settle();
  const receipt = screen.getByText(/Undone: /);
  await expect
    .element(receipt)
    .toHaveTextContent(
      'Undone: 1 set to scrapped, 1 not accepted by the server and waiting for your decision.',
    );
  expect(server.rows().get('known')).toMatchObject({ values: { model: 'Z' } });
});

test('[IMP-23] [IMP-5] an import is not called applied while the server has not confirmed or accepted its changes', async () => {
  const { screen, server, workspace, settle } = await withFile(PACKS);
  server.fail('unreachable');
  server.put('known', { model: 'Z' }); // by another user, before this computer knows it
  await screen.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect.element(screen.getByText('◌ Waits for the server')).toBeVisible();
  await expect.element(screen.getByText(/ · refused 2 · 2 not sent yet$/)).toBeVisible();
  expect(screen.getByText('✓ Applied').query()).toBeNull();
  server.fail(undefined);
  workspace.sync.run();
  await settle();
  await expect.element(screen.getByText('▲ Waits for your decision')).toBeVisible();
  await expect
    .element(screen.getByText(/ · 1 not accepted by the server and waiting for your decision$/))
    .toBeVisible();
});

test('[PAGE-151] kind, settings, columns and units can be changed, and each change is checked again', async () => {
  const { screen } = await withFile('Nr;Typ;Zellen\nA-1;X;8\nA-2;Y;9\n');
  await expect.element(screen.getByText(/kind of the file was not recognized/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'What is this?' }).click();
  await page.getByText('Pack list', { exact: true }).click();
  await expect.element(screen.getByText('Choose the column of the serial number.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Column of: Serial number' }).click();
  await page.getByTitle('Nr', { exact: true }).click();
  await expect
    .element(screen.getByText('Create 2 · Update 0 · Unchanged 0 · Refused 0'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Apply 2 changes' }).click();
  await screen.getByRole('button', { name: 'Import another file' }).click();

  // The same columns are mapped as before.
  await choose('Nr;Typ;Zellen\nA-3;X;8\n', 'more.csv');
  await expect
    .element(screen.getByText('Create 1 · Update 0 · Unchanged 0 · Refused 0'))
    .toBeVisible();
});

test('[PAGE-372] a column that the user chooses has the unit of its name', async () => {
  const { screen } = await withFile('time,voltage (V),电流(mA)\n2025-01-01 10:00:00,52.1,-1240\n');
  await screen.getByRole('combobox', { name: 'Column of: Current' }).click();
  await page.getByTitle('电流(mA)', { exact: true }).click();
  const row = screen.getByRole('row', { name: /^Current/ });
  await expect.element(row.getByTitle('mA', { exact: true })).toBeVisible();
});

test('[PAGE-151] the columns that are not imported are named; if a file can be read in two ways, the user is asked before it is checked', async () => {
  const { screen } = await withFile(
    'serial,built on,owner,colour\nA-1,03/04/2025,Fleet,red\nA-2,05/06/2025,Fleet,red\n',
  );
  await expect.element(screen.getByText('Not imported: owner, colour.')).toBeVisible();
  await expect.element(screen.getByText(/may be in March or in April/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: 'Order of dates' }).click();
  await page.getByText('Day first: 31/12/2025').click();
  await expect.element(screen.getByRole('button', { name: 'Apply 2 changes' })).toBeVisible();
});

test('[PAGE-152] a file that cannot be read to its end is not applied, and the line of the error is shown', async () => {
  const { screen } = await withFile('serial,model\nA-1,X\nA-2,"X\nA-3,X\n');
  await expect.element(screen.getByText(/^Line 3: a quotation mark is not closed/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
});

test('[PAGE-152] [IMP-20] a dropped workbook is not ignored: the message says how to save it as CSV', async () => {
  const { screen } = await renderScreen(<Tabs />, { path: PATH });
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['PK\u0003\u0004xl/workbook.xml'], 'packs.xlsx'));
  screen
    .getByText('Drop a file here, or click to choose one')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(screen.getByText(/choose “CSV UTF-8” in Excel/)).toBeVisible();
});

test('[PAGE-313] of two files that are dropped together, the app says which one was opened', async () => {
  const { screen, online } = await renderScreen(<Tabs />, { path: PATH });
  await online();
  const dataTransfer = new DataTransfer();
  for (const name of ['a.csv', 'b.csv'])
    dataTransfer.items.add(new File(['Serial,Model\nA-1,X\n'], name));
  screen
    .getByText('Drop a file here, or click to choose one')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect
    .element(screen.getByRole('alert').filter({ hasText: 'dropped' }))
    .toHaveTextContent(/^Of the 2 dropped files, only “a.csv” was opened\./);
});

test('[IMP-22] a list with more than 20,000 changes is refused by the check, not when it is applied', async () => {
  const serials = Array.from({ length: 20_001 }, (_, index) => `T-${index}`);
  const { screen } = await withFile(`serial,model\n${serials.join(',X\n')},X\n`);
  await expect
    .element(screen.getByText(/^Create 20\s001 · Update 0 · Unchanged 0 · Refused 0$/))
    .toBeVisible();
  await expect.element(screen.getByText(/^The list changes more than 20\s000 packs/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Apply/ }).query()).toBe(null);
});

test('[PAGE-153] the log of a device becomes a session that opens at once, and undo removes it', async () => {
  const rows = Array.from(
    { length: 50 },
    (_, index) => `2025-01-01 10:00:${String(index).padStart(2, '0')};52,1;3,5;3300;3301`,
  );
  const { screen, core } = await withFile(
    `Time;Voltage (V);Current (A);Cell 1 (mV);Cell 2 (mV)\n${rows.join('\n')}\nsoon;1;1;1;1\n`,
    'Bus 7.csv',
  );
  await expect.element(screen.getByText(/^50 samples · Refused 1/)).toBeVisible();
  await screen.getByRole('button', { name: 'Save as a session' }).click();
  const link = screen.getByRole('link', { name: 'Bus 7' });
  await expect.element(link).toBeVisible();
  const list = core.recording.sessions$.value;
  const [session] = list.kind === 'ready' ? list.sessions : [];
  const opened = await core.recording.open(session?.id ?? '');
  expect(opened.ok && (await opened.value.sampleAt(3))).toMatchObject({
    value: { packVoltageV: 52.1, currentA: 3.5, cellVoltagesV: [3.3, 3.301] },
  });
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect
    .poll(() =>
      core.recording.sessions$.value.kind === 'ready'
        ? core.recording.sessions$.value.sessions
        : undefined,
    )
    .toEqual([]);
});

test('[PAGE-382] an undo that cannot remove the session says that it is still there', async () => {
  const { screen, archive } = await withFile(
    'Time;Voltage;Current\n2025-01-01 10:00:00;52,1;3,5\n2025-01-01 10:00:02;52,1;3,5\n',
    'Bus 7.csv',
  );
  await screen.getByRole('button', { name: 'Save as a session' }).click();
  await expect.element(screen.getByRole('link', { name: 'Bus 7' })).toBeVisible();
  archive.refuse('blocked');
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect
    .element(screen.getByText(/^Bus 7 is still on this computer: This browser does not let/))
    .toBeVisible();
});

test('[PAGE-154] the file cannot be closed while it is imported', async () => {
  const { screen, core } = await renderScreen(<Tabs />, { path: PATH });
  await choose('Time;Voltage;Current\n2025-01-01 10:00:00;52,1;3,5\n', 'Bus 7.csv');
  vi.spyOn(core.recording, 'add').mockReturnValue(new Promise(() => undefined));
  await screen.getByRole('button', { name: 'Save as a session' }).click();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Import another file' })).toBeDisabled();
});

test('[IMP-18] a file of samples that is imported again keeps its session with its name', async () => {
  const { screen, core } = await renderScreen(<Tabs />, { path: PATH });
  const { recording } = core;
  const log = 'Time;Voltage;Current\n2025-01-01 10:00:00;52,1;3,5\n';
  const sessions = () =>
    recording.sessions$.value.kind === 'ready' ? recording.sessions$.value.sessions : [];
  await choose(log, 'Bus 7.csv');
  await screen.getByRole('button', { name: 'Save as a session' }).click();
  await screen.getByRole('button', { name: 'Import another file' }).click();
  await recording.rename(sessions()[0]?.id ?? '', 'Bus 7 after repair');

  await choose(log, 'Bus 7.csv');
  await screen.getByRole('button', { name: 'Save as a session' }).click();
  await expect.element(screen.getByText(/imported before: nothing was added/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Bus 7 after repair' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo', exact: true }).query()).toBe(null);
  expect(sessions()).toMatchObject([{ name: 'Bus 7 after repair' }]);
});

test('[IM-03] if the storage is full at the second session of a file, the first one is removed', async () => {
  const { screen, core } = await renderScreen(<Tabs />, { path: PATH });
  const { recording } = core;
  const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString();
  const rows = Array.from({ length: 50_001 }, (_, second) => `${at(second)};52,1;3,5`);
  await choose(`Time;Voltage;Current\n${rows.join('\n')}\n`, 'Long.csv');
  const sessions = () =>
    recording.sessions$.value.kind === 'ready' ? recording.sessions$.value.sessions : [];
  const { add } = recording;
  const seen: number[] = [];
  const added = vi.spyOn(recording, 'add').mockImplementation(async (...session) => {
    seen.push(sessions().length);
    const full = { kind: 'full', message: 'The storage is full.' } as const;
    return seen.length === 2 ? { ok: false, error: full } : add(...session);
  });
  await screen.getByRole('button', { name: /^Save as / }).click();
  await expect.element(screen.getByText(/storage is full.* Nothing was imported\.$/)).toBeVisible();
  expect([added.mock.calls.length, seen, sessions()]).toEqual([2, [0, 1], []]);
});

test('[IM-02] before the earlier imports were read, nothing can be applied', async () => {
  const { screen, workspaceStorage } = await renderScreen(<Tabs isOpen={false} />, { path: PATH });
  const release = workspaceStorage.hold('imports');
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await choose(PACKS);
  await expect.element(screen.getByText(/^Create 2 · /)).toBeVisible();
  await expect.element(screen.getByText('Reading earlier imports…')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
  release();
  await expect.element(screen.getByRole('button', { name: 'Apply 2 changes' })).toBeVisible();
  await expect.element(screen.getByText('Reading earlier imports…')).not.toBeInTheDocument();
});

test('[IM-06] if the earlier imports cannot be read, nothing can be applied until they are', async () => {
  const { screen, workspaceStorage } = await renderScreen(<Tabs isOpen={false} />, { path: PATH });
  workspaceStorage.refuseReads('imports');
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await choose(PACKS);
  await expect.element(screen.getByText(/^Create 2 · /)).toBeVisible();
  const alert = screen
    .getByRole('alert')
    .filter({ hasText: 'The earlier imports could not be read.' });
  await expect.element(alert).toBeVisible();
  await expect.element(screen.getByText('Reading earlier imports…')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
  workspaceStorage.refuseReads(undefined);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Apply 2 changes' })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('[PAGE-154] the chosen file is kept while another tab is shown', async () => {
  const { screen } = await withFile(PACKS);
  await expect.element(screen.getByRole('heading', { name: 'packs.csv' })).toBeVisible();
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await expect.element(screen.getByRole('heading', { name: 'packs.csv' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Another tab' }).click();
  await expect
    .element(screen.getByText('Create 1 · Update 1 · Unchanged 0 · Refused 2'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Close the file' }).click();
  await expect.element(screen.getByText('Drop a file here, or click to choose one')).toBeVisible();
});

test('[PAGE-155] without the server, the changes wait on this computer and can be withdrawn', async () => {
  const { screen, server, workspace, settle } = await withFile(PACKS);
  server.fail('unreachable');
  await screen.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect.element(screen.getByText(/Created 1 · updated 1/)).toBeVisible();
  expect(workspace.outbox.items$.value).toHaveLength(2);
  await settle();
  await screen.getByRole('button', { name: 'Undo…' }).click();
  await expect
    .element(screen.getByText('Undoing means: 2 unsent changes withdrawn.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Undo the import' }).click();
  await expect.element(screen.getByText(/Undone: 2 withdrawn/)).toBeVisible();
  expect(workspace.outbox.items$.value).toEqual([]);
});
