import type { ReactNode } from 'react';
import { err, ok, type Clock } from '@batbot/core';
import { createFakeClock } from '@batbot/core/fakes';
import type { SealPorts } from '@batbot/core/sealing';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createIndexedDbSealKeys } from '../../adapters/indexed-db/indexed-db-seal-keys.ts';
import { createWebSealCrypto } from '../../adapters/web-crypto/web-seal-crypto.ts';
import { ACCOUNT } from '../../testing/account.fixture.ts';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const TICKET = '0190a000-0000-7000-8000-000000000042';
const PACK = '0190a000-0000-7000-8000-000000000001';

/** Shows the list with a ticket of a client, and another that is solved. */
const show = async (
  ticket: object = {},
  options: ScreenOptions = {},
  element: ReactNode = <ServiceScreen />,
) => {
  const shown = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      {element}
    </div>,
    { path: `/mainpage/servicetab?id=${TICKET}`, ...options },
  );
  const { server, online } = shown;
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put(PACK, { serial: 'A1', model: 'LFP 16S' });
  server.put(TICKET, {
    ...facts,
    number: 1042,
    assetId: PACK,
    title: 'Dies at 40 %',
    state: 'OPEN',
    openedById: 'mia',
    openedByName: 'Mia',
    ...ticket,
  });
  server.put('t2', { ...facts, number: 1043, title: 'Noise', state: 'SOLVED', closedAt: AT });
  const times = { at: AT, receivedAt: AT };
  const body = { text: 'It stopped on the bridge.' };
  const entry = { ticketId: TICKET, kind: 'TEXT', body, authorName: 'Mia', pieces: [], ...times };
  server.put('e1', entry);
  await online();
  return shown;
};
type Shown = Awaited<ReturnType<typeof show>>;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const entryField = page.getByRole('textbox', { name: 'New entry' });
const settle = async ({ clock, sync }: Shown): Promise<void> => {
  await clock.settle();
  await sync();
};
const rowOf = ({ server }: Shown) => server.rows().get(TICKET)?.values;

test('[PAGE-133] the list shows number, title, pack, state, priority and age, and can be limited to a state', async () => {
  await show({}, { path: '/mainpage/servicetab?state=open' });
  const grid = page.getByRole('grid', { name: 'Service' });
  await expect
    .element(grid.getByRole('row', { name: /1042.*Dies at 40 %.*A1.*Open/ }))
    .toBeVisible();
  await expect.element(grid.getByRole('row', { name: /1043/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Mine 0')).toBeVisible();
  await grid.getByRole('row', { name: /1042/ }).click();
  await expect.element(page.getByText('It stopped on the bridge.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'A1' }))
    .toHaveAttribute('href', `/mainpage/assets?id=${PACK}&tab=timeline`);
});

test('[PAGE-130] [PAGE-186] a ticket is worked on from open to solved, the first button is the usual next step, and the user who starts the work becomes its assignee', async () => {
  const shown = await show();
  const first = page.getByRole('group', { name: 'Change the state' }).getByRole('button').first();
  await expect.element(first).toHaveTextContent('Start work');
  await first.click();
  await expect.element(page.getByText('◑ In work').last()).toBeVisible();
  await settle(shown);
  expect(rowOf(shown)).toMatchObject({ state: 'WORKING', assigneeId: 'technician' });
  await expect.element(first).toHaveTextContent('Mark as solved');
  await button('Wait for parts').click();
  await settle(shown);
  await button('Continue work').click();
  await settle(shown);
  await button('Mark as solved').click();
  await settle(shown);
  expect(rowOf(shown)).toMatchObject({ state: 'SOLVED' });
  await expect.element(button('Reopen')).toBeVisible();
  await expect.element(button('Close')).not.toBeInTheDocument();
});

test('[PAGE-130] work on a ticket that is assigned to an account above the user does not replace the assignee', async () => {
  const shown = await show({ state: 'ASSIGNED', assigneeName: 'Maker' });
  await button('Start work').click();
  await settle(shown);
  expect(rowOf(shown)?.['state']).toBe('WORKING');
  expect(rowOf(shown)).not.toHaveProperty('assigneeId');
});

test('[PAGE-130] a user without the permission for service has no buttons in the ticket of another user', async () => {
  await show({}, { flags: ['raiseServiceTicketForClient'] });
  await expect.element(page.getByRole('heading', { name: '1042 · Dies at 40 %' })).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Change the state' }))
    .not.toBeInTheDocument();
  await expect.element(entryField).not.toBeInTheDocument();
});

test('[PAGE-132] [PAGE-134] if another user has closed the ticket, the entry is added, and both states are shown', async () => {
  const shown = await show({ state: 'WORKING', assigneeId: 'technician' });
  shown.server.fail('unreachable');
  await entryField.fill('Module replaced.');
  await button('Add entry').click();
  await expect.element(page.getByText('Module replaced.').first()).toBeVisible();
  await button('Wait for parts').click();
  await expect.element(page.getByText('◌ Waits for parts').last()).toBeVisible();
  shown.server.put(TICKET, { state: 'CLOSED', closedAt: AT });
  shown.server.fail(undefined);
  await settle(shown);
  await expect
    .element(
      page.getByText(
        /^Not accepted: 1042 Dies at 40 % · Ticket changed, .*Somebody changed it meanwhile\.$/,
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByText('State: Waits for parts (on the server: Closed)', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText('✓ Closed').last()).toBeVisible();
  const kinds = shown.server.applied().map(({ kind }) => kind);
  expect(kinds).toContain('addTicketEntry');
  expect(kinds).not.toContain('setTicketState');
  await button('Keep theirs').click();
  await expect.element(page.getByText(/Somebody changed it meanwhile/)).not.toBeInTheDocument();
});

/** Opens the dialog that adds an entry. */
const add = async (name: string): Promise<void> => {
  await button('Add…').click();
  await page.getByRole('menuitem', { name }).click();
};

test('[PAGE-135] [PAGE-160] [PAGE-317] part, minutes and signature become entries; a dialog whose change cannot be saved stays open with the reason and the typed text', async () => {
  const shown = await show({ state: 'WORKING' });
  const field = page.getByRole('img', { name: /^Field for the signature/ });
  const partName = page.getByRole('textbox', { name: 'Name of the part' });
  const minutes = page.getByRole('spinbutton', { name: 'Minutes' });
  const due = page.getByLabelText('Due', { exact: true });
  const reason = page.getByRole('dialog').getByText(/^Not saved: There is no room left/);
  const dialogs = [
    {
      open: () => add('Part'),
      fill: () => partName.fill('Fuse'),
      save: 'Add part',
      kept: async () => {
        await expect.element(partName).toHaveValue('Fuse');
      },
    },
    {
      open: () => add('Minutes of work'),
      fill: () => minutes.fill('45'),
      save: 'Add minutes',
      kept: async () => {
        await expect.element(minutes).toHaveValue('45');
      },
    },
    {
      open: () => add('Signature'),
      fill: async () => {
        await expect
          .element(page.getByText('So far: 45 min of work, 1 kind of parts.'))
          .toBeVisible();
        await page.getByRole('textbox', { name: 'Name' }).fill('Mia\tFox');
        await expect.element(button('Add signature')).toBeDisabled();
        await expect.element(page.getByText('Draw the signature.')).toBeVisible();
        await field.click({ position: { x: 40, y: 40 } });
        await field.click({ position: { x: 90, y: 60 } });
      },
      save: 'Add signature',
      kept: async () => {
        await expect.element(button('Clear')).toBeEnabled();
      },
    },
    {
      open: () => button('Priority and due day…').click(),
      fill: () => due.fill('2026-12-01'),
      save: 'Save',
      kept: async () => {
        await expect.element(due).toHaveValue('2026-12-01');
      },
    },
  ];
  for (const { open, fill, save, kept } of dialogs) {
    await open();
    await fill();
    shown.workspaceStorage.refuse('full');
    await button(save).click();
    await expect.element(reason).toBeVisible();
    await kept();
    shown.workspaceStorage.refuse(undefined);
    await button(save).click();
    await expect.element(reason).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('img', { name: 'Signature of Mia Fox' })).toBeVisible();
  await settle(shown);
  const sent = shown.server.applied();
  expect(sent.map(({ kind, input }) => input['kind'] ?? kind)).toEqual([
    'PART',
    'MINUTES',
    'SIGNATURE',
    'setTicketState',
  ]);
  expect(sent.slice(0, 3).map(({ input }) => input['body'])).toMatchObject([
    { name: 'Fuse', number: '', count: 1 },
    { minutes: 45 },
    { name: 'Mia Fox', strokes: [[expect.any(Number), expect.any(Number)], expect.any(Array)] },
  ]);
});

const STEP = { title: 'Cell spread', kind: 'measure', outcome: 'failed', value: 45, unit: 'mV' };
const REPORT = {
  id: 'r1',
  name: 'Incoming inspection',
  purpose: 'Is it whole?',
  startedAt: 1,
  endedAt: 2,
  end: 'failed',
  device: 'Fake',
  identity: { serial: 'A1' },
  conditions: [],
  halts: [],
  steps: [{ ...STEP, found: '45 mV', needed: '≤ 30 mV' }],
};

/** Puts the report of a check into the storage, as another tab does. */
const saveReport = ({ storage }: Awaited<ReturnType<typeof show>>, report: object): void => {
  const text = JSON.stringify({ format: 'batbot-check-reports', version: 2, reports: [report] });
  storage.openTab().set('guidedReports', text);
};

test('[PAGE-138] [PAGE-189] a failed check becomes one entry, also after a double click, and proposes another with value, limit and unit', async () => {
  const shown = await show({ state: 'WORKING' });
  saveReport(shown, REPORT);
  await button('Start check').click();
  await expect.element(page.getByText(/^Last check: Incoming inspection, failed/)).toBeVisible();
  const change = vi.spyOn(shown.workspace, 'change');
  change.mockReturnValueOnce(new Promise(() => undefined));
  await button('Add report to the ticket').dblClick();
  expect(change).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await button('Start check').click();
  await button('Add report to the ticket').click();
  await expect
    .element(entryField)
    .toHaveValue('Incoming inspection, Cell spread: 45 mV, expected ≤ 30 mV.');
  await button('Add entry').click();
  await expect.element(page.getByRole('heading', { name: 'Incoming inspection' })).toBeVisible();
  await settle(shown);
  expect(shown.server.applied().map(({ input }) => input['kind'])).toEqual(['CHECK', 'TEXT']);
  expect(shown.server.applied()[1]?.input).toMatchObject({
    body: { finding: { value: 45, needed: '≤ 30 mV', unit: 'mV' } },
  });
});

test('[TERM-232] the report of a check that has not ended is not called stopped, and that of its end can be added too', async () => {
  const shown = await show({ state: 'WORKING' });
  const addReport = button('Add report to the ticket');
  saveReport(shown, { ...REPORT, end: 'notEnded', steps: [] });
  await button('Start check').click();
  await expect.element(page.getByText(/^Last check: Incoming inspection, not ended/)).toBeVisible();
  await addReport.click();
  await expect.element(page.getByText(/^◌ Not ended/)).toBeVisible();
  await button('Start check').click();
  await expect.element(addReport).not.toBeInTheDocument();
  saveReport(shown, { ...REPORT, end: 'passed', endedAt: 3, steps: [] });
  await addReport.click();
  await expect.element(page.getByText(/^✓ Passed/)).toBeVisible();
  await settle(shown);
  expect(shown.server.applied().map(({ input }) => input['kind'])).toEqual(['CHECK', 'CHECK']);
});

test('[PAGE-136] the text of an entry is kept until it is added', async () => {
  const shown = await show({ state: 'WORKING' });
  await entryField.fill('Half a sentence');
  await expect
    .poll(async () => {
      const rows = await shown.workspace.input.read('drafts');
      return rows.ok && rows.value.map(({ value }) => value);
    })
    .toEqual([{ text: 'Half a sentence' }]);
  await button('Add entry').click();
  await expect.element(entryField).toHaveValue('');
  const rows = await shown.workspace.input.read('drafts');
  expect(rows).toMatchObject({ value: [] });
});

test('[PAGE-136] while a typed entry cannot be saved on this computer, a warning says that closing the page loses it', async () => {
  const shown = await show();
  shown.workspaceStorage.refuse('full');
  await entryField.fill('Cell 7 sags');
  const lost = page.getByText(/^This text is lost when you close the page: There is no room left/);
  await expect.element(lost).toBeVisible();
  await expect.element(entryField).toHaveValue('Cell 7 sags');
  shown.workspaceStorage.refuse(undefined);
  await entryField.fill('Cell 7 sags.');
  await expect.element(lost).not.toBeInTheDocument();
});

test('[PAGE-131] a very long text does not widen the page, at 390 px', async () => {
  await page.viewport(390, 844);
  const shown = await show({ title: `Dies at 40 %` });
  shown.server.put('e2', {
    ticketId: TICKET,
    kind: 'TEXT',
    body: { text: 'x'.repeat(10_000) },
    at: AT,
    receivedAt: AT,
    pieces: [],
  });
  await settle(shown);
  await expect.element(page.getByText(/^x{10000}$/)).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('[PAGE-142] the page of a pack lists its tickets and offers a new one, and Assets can be limited to packs with open tickets', async () => {
  const shown = await show({}, { path: '/mainpage/assets?state=ticket' }, <AssetsScreen />);
  shown.server.put('p2', { serial: 'B2' });
  await settle(shown);
  const grid = page.getByRole('grid', { name: 'Assets' });
  await expect.element(page.getByText('Open ticket 1')).toBeVisible();
  await expect.element(grid.getByRole('row', { name: /B2/ })).not.toBeInTheDocument();
  await grid.getByRole('row', { name: /A1/ }).click();
  await page.getByRole('tab', { name: 'Tickets' }).click();
  await expect
    .element(page.getByRole('link', { name: '1042 · Dies at 40 %' }))
    .toHaveAttribute('href', `/mainpage/servicetab?id=${TICKET}`);
  await expect
    .element(page.getByRole('link', { name: 'Open a ticket for this pack' }))
    .toHaveAttribute('href', `/mainpage/servicetab?new=1&asset=${PACK}`);
});

test('[PAGE-140] the form of a new ticket begins with the pack that the address names', async () => {
  await show({}, { path: `/mainpage/servicetab?new=1&asset=${PACK}` });
  await expect.element(page.getByRole('combobox', { name: 'Pack' })).toHaveValue('A1');
  await page.getByRole('combobox', { name: 'Category' }).fill('Range');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Found at the gate');
  await button('Open ticket').click();
  await expect.element(page.getByRole('heading', { name: /· Found at the gate$/ })).toBeVisible();
});

/** Records the connected pack, and opens the dialog that seals the recording. */
const openSeal = async ({ core, clock }: Shown): Promise<void> => {
  core.recording.start();
  await clock.advance(6_000);
  void core.recording.stop();
  await clock.advance(1_000);
  await button('Add…').click();
  await page.getByRole('menuitem', { name: 'Sealed session' }).click();
  await expect.element(button('Seal and attach')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Session' }).click();
  await page
    .getByText(/not proven to be this pack/)
    .first()
    .click();
};

/** The browser's cryptography with a key that the test can make refuse. */
const createSeal = (clock: Clock) => {
  const { subtle } = crypto;
  const keys = createIndexedDbSealKeys({ factory: indexedDB, clock, subtle });
  let refuses = false;
  const seal: SealPorts = {
    crypto: createWebSealCrypto(subtle),
    app: 'Test',
    keys: {
      ...keys,
      obtain: async (userId) => {
        const key = await keys.obtain(userId);
        if (!key.ok || !refuses) return key;
        const error = { kind: 'failed', message: 'refused' } as const;
        return ok({ ...key.value, sign: () => Promise.resolve(err(error)) });
      },
    },
  };
  return { seal, refuse: (isOn: boolean) => (refuses = isOn) };
};

test('[PAGE-144] a session that cannot be sealed is reported with the reason, and nothing is attached', async () => {
  const shown = await show({ state: 'WORKING' }, { isConnected: true });
  await openSeal(shown);
  await button('Seal and attach').click();
  await expect.element(page.getByRole('alert').getByText(/^Sealing needs https/)).toBeVisible();
  await settle(shown);
  expect(shown.server.applied()).toEqual([]);
});

test('[PAGE-144] after a refused signature the dialog keeps the session and seals it at the next try', async () => {
  const { seal, refuse } = createSeal(createFakeClock());
  const shown = await show({ state: 'WORKING' }, { isConnected: true, seal });
  await openSeal(shown);
  refuse(true);
  await button('Seal and attach').click();
  const reason = page.getByRole('alert').getByText(/^The browser could not read the session or your key\./); // oxfmt-ignore
  await expect.element(reason).toBeVisible();
  expect(shown.workspace.outbox.items$.value).toEqual([]);
  refuse(false);
  await button('Seal and attach').click();
  await expect.element(button('Save the sealed file')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await settle(shown);
  expect(shown.server.applied()).toMatchObject([{ input: { ticketId: TICKET, kind: 'SEALED' } }]);
});

test('[PAGE-144] [SYNC-3] a sealed session that the server refuses stays in the ticket with the reason and can be sent again', async () => {
  const { seal } = createSeal(createFakeClock());
  const shown = await show({ state: 'WORKING' }, { isConnected: true, seal });
  shown.server.refuse('addTicketEntry', { code: 'NOT_PERMITTED', field: 'ticketId' });
  await openSeal(shown);
  await button('Seal and attach').click();
  await expect.element(button('Save the sealed file')).toBeVisible();
  await settle(shown);
  const refused = page.getByText(/^▲ You have no permission for this change/);
  await expect.element(refused).toBeVisible();
  const notAccepted = page.getByRole('region', { name: 'Not accepted' });
  await expect.element(notAccepted).toHaveTextContent(/Ticket entry added.*no permission/);
  await expect.element(notAccepted.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  const [item] = shown.workspace.outbox.items$.value;
  shown.server.refuse('addTicketEntry');
  await notAccepted.getByRole('button', { name: 'Send again' }).click();
  await settle(shown);
  await expect.element(notAccepted).not.toBeInTheDocument();
  await expect.element(refused).not.toBeInTheDocument();
  expect(shown.server.applied()).toMatchObject([{ id: item?.id, input: { kind: 'SEALED' } }]);
  await expect.element(button('Save the sealed file')).toBeVisible();
});

test('[PAGE-132] [SYNC-42] a refused assignment shows the reason, and the ticket shows who has it', async () => {
  const held = { state: 'ASSIGNED', ownerId: 'bob', assigneeId: 'anna', assigneeName: 'Anna' };
  const shown = await show(held);
  shown.server.put('bob', {
    ...ACCOUNT,
    userName: 'Bob',
    flags: ['service'],
    effectiveFlags: ['service'],
  });
  await settle(shown);
  const assignee = page.getByRole('row', { name: /^Assigned to/ });
  await expect.element(assignee).toHaveTextContent('Anna');
  // Bob lost the permission after his account was copied.
  shown.server.fail('unreachable');
  await button('Assign…').click();
  // Anna may not be chosen, so her account is not preselected.
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Me');
  await expect.element(dialog).not.toHaveTextContent('anna');
  await page.getByRole('combobox', { name: 'To' }).click();
  await page.getByTitle('Bob').click();
  await button('Assign').click();
  await expect.element(assignee).toHaveTextContent('Bob');
  shown.server.refuse('setTicketState', { code: 'OUT_OF_REACH', field: 'assigneeId' });
  shown.server.fail(undefined);
  await settle(shown);
  await expect.element(assignee).toHaveTextContent('Anna');
  await expect
    .element(page.getByText(/ · Ticket changed, .*\. .* no permission for service\.$/))
    .toHaveTextContent(
      'This account does not see the ticket, is deactivated or has no permission for service.',
    );
  const notAccepted = page.getByRole('region', { name: 'Not accepted' });
  await expect.element(notAccepted).toHaveTextContent('Assigned to: Bob');
  await notAccepted.getByRole('button', { name: 'Discard' }).click();
  await expect.element(notAccepted).not.toBeInTheDocument();
  await expect.element(assignee).toHaveTextContent('Anna');
  expect(rowOf(shown)).toMatchObject({ assigneeId: 'anna' });
});

test('[PAGE-146] priority and due day are changed, and the due day is removed', async () => {
  const shown = await show({ state: 'WORKING', assigneeId: 'technician' });
  await button('Priority and due day…').click();
  await page.getByRole('combobox', { name: 'Priority' }).click();
  await page.getByText('1 · Safety', { exact: true }).click();
  await page.getByLabelText('Due', { exact: true }).fill('2026-12-01');
  await button('Save').click();
  await settle(shown);
  const dueAt = '2026-12-01T12:00:00.000Z';
  await expect.element(page.getByText('Dec 1, 2026', { exact: true }).first()).toBeVisible();
  expect(rowOf(shown)).toMatchObject({ state: 'WORKING', priority: 1, dueAt });
  await button('Priority and due day…').click();
  await page.getByLabelText('Due', { exact: true }).fill('');
  await button('Save').click();
  await settle(shown);
  expect(rowOf(shown)).toMatchObject({ priority: 1, dueAt: null });
});
