import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rendered } from '../../testing/rendered.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { Composer } from './Composer.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const TICKET = '0190a000-0000-7000-8000-000000000042';
const entry = page.getByRole('textbox', { name: 'New entry' });
const addEntry = page.getByRole('button', { name: 'Add entry' });

/** Opens a ticket and its menu of further entries. */
const openMenu = async () => {
  const shown = await renderScreen(<ServiceScreen />, {
    path: `/mainpage/servicetab?id=${TICKET}`,
  });
  const ticket = { number: 1, title: 'Dies', category: 'Range', audience: 'CUSTOMER', priority: 2 };
  shown.server.put(TICKET, { ...ticket, state: 'WORKING', openedAt: AT });
  await shown.online();
  await page.getByRole('button', { name: 'Add…' }).click();
  return shown;
};

type Props = Parameters<typeof Composer>[0];

/** Shows the form of new entries. A slow writer saves an entry when `endSave` is called. */
const showComposer = async ({
  isSlow = false,
  proposal,
}: { readonly isSlow?: boolean; readonly proposal?: Props['proposal'] } = {}) => {
  const written: unknown[] = [];
  let endSave = (): void => undefined;
  const write: Props['writer']['write'] = ({ input }) => {
    written.push(input['body']);
    return new Promise((resolve) => {
      endSave = () => resolve(true);
      if (!isSlow) endSave();
    });
  };
  const parts = { ticketId: TICKET, serial: 'A1', isService: true, proposal };
  const { workspaceStorage } = await renderScreen(
    <Composer {...parts} writer={{ problem: undefined, write }} />,
    { path: '/mainpage/servicetab' },
  );
  return {
    written,
    endSave: () => endSave(),
    drafts: () => workspaceStorage.rows('technician', 'drafts'),
    /** Saves the text of another tab; undefined removes it. */
    putDraft: (text: string | undefined) =>
      workspaceStorage.put('technician', 'drafts', `entry ${TICKET}`, text && { text }),
  };
};

const MINUTES = 'Enter a whole number of minutes from 1 to 10\u202F000.';

test.each([
  ...['-5', '0', '1.5', '99999999', ''].map((typed) => ['Minutes', typed, 'Add minutes', MINUTES]),
  ['Name of the part', ' ', 'Add part', 'Enter the name of the part.'],
])('[PAGE-160] "%s" with "%s" is not added, and the dialog names the reason', async (...texts) => {
  const [field = '', typed = '', save = '', reason = ''] = texts;
  const { workspace } = await openMenu();
  await page
    .getByRole('menuitem', { name: field === 'Minutes' ? 'Minutes of work' : 'Part' })
    .click();
  await expect.element(page.getByText(field, { exact: true })).toBeVisible(); // its label
  await page.getByLabelText(field, { exact: true }).fill(typed);
  await page.getByRole('button', { name: save }).click();
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[SYNC-108] a part that is pasted from cells of a spreadsheet is on one line, as the server needs it', async () => {
  const { server } = await openMenu();
  await page.getByRole('menuitem', { name: 'Part' }).click();
  await page.getByRole('textbox', { name: 'Name of the part' }).fill('Fuse\t63 A');
  await page.getByRole('textbox', { name: 'Part number' }).fill('F-1\t2');
  await page.getByRole('button', { name: 'Add part' }).click();
  await expect
    .poll(() => server.applied().map(({ input }) => input['body']))
    .toEqual([{ name: 'Fuse 63 A', number: 'F-1 2', count: 1 }]);
});

test('[PAGE-189] a double click adds one entry, and its text cannot be changed while it is saved', async () => {
  const { written, endSave } = await showComposer({ isSlow: true });
  await entry.fill('The fan was cleaned.');
  await addEntry.dblClick();
  await expect.element(entry).toHaveAttribute('readonly');
  endSave();
  await expect.element(entry).toHaveValue('');
  await expect.element(entry).not.toHaveAttribute('readonly');
  expect(written).toHaveLength(1);
});

test('[PAGE-178] the value and the limit of a failed check are only in the entry that is proposed', async () => {
  const finding = {
    check: 'C',
    step: 'Cell spread',
    found: '45 mV',
    needed: 'at most 30 mV',
    value: 45,
    unit: 'mV',
  };
  const { written } = await showComposer({ proposal: { text: 'Cell spread: 45 mV.', finding } });
  await expect.element(entry).toHaveValue('Cell spread: 45 mV.');
  await addEntry.click();
  await expect.element(entry).toHaveValue('');
  await entry.fill('The fan was cleaned.');
  await addEntry.click();
  await expect.poll(() => written).toHaveLength(2);
  expect(written).toEqual([
    { text: 'Cell spread: 45 mV.', finding },
    { text: 'The fan was cleaned.', finding: undefined },
  ]);
});

test('[PAGE-306] a client is asked for an answer or a question, and staff for what was found or done', async () => {
  const writer = { problem: undefined, write: () => Promise.resolve(true) };
  const parts = { ticketId: TICKET, serial: 'A1', writer, proposal: undefined };
  await renderScreen(
    <>
      <Composer {...parts} isService={false} />
      <Composer {...parts} isService />
    </>,
    { path: '/mainpage/support' },
  );
  const entries = page.getByRole('textbox', { name: 'New entry' });
  await expect
    .element(entries.nth(0))
    .toHaveAttribute('placeholder', 'Write an answer or a question');
  await expect
    .element(entries.nth(1))
    .toHaveAttribute('placeholder', 'Write what was found or done');
});

test('[PAGE-311] a text that replaces the saved one of another tab shows it, and adds it on request', async () => {
  const { drafts, putDraft } = await showComposer();
  await entry.fill('Mine');
  await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
  await entry.fill('Mine too');
  await expect.poll(drafts).toMatchObject([{ text: 'Mine too' }]);
  await rendered();
  expect(page.getByText(/another tab had saved/i).query()).toBe(null);
  putDraft('Theirs');
  await entry.fill('Mine again');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/another tab.*Theirs/i);
  await page.getByRole('button', { name: 'Add it to yours' }).click();
  await expect.element(entry).toHaveValue('Mine again\nTheirs');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(drafts).toMatchObject([{ text: 'Mine again\nTheirs' }]);
});

test('[PAGE-311] the replaced text of another tab cannot be added while an entry is sent, and stays until that tab sends its text', async () => {
  const { drafts, putDraft, endSave } = await showComposer({ isSlow: true });
  const add = page.getByRole('button', { name: 'Add it to yours' });
  await entry.fill('Mine');
  await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
  putDraft('Theirs');
  await entry.fill('Mine again');
  await expect.element(add).toBeVisible();
  await addEntry.click();
  await expect.element(entry).toHaveAttribute('readonly');
  await expect.element(add).not.toBeInTheDocument();
  endSave();
  await expect.element(entry).toHaveValue('');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Another tab had saved this text, which is not saved any more:Theirs');
  await entry.fill('More');
  await expect.poll(drafts).toMatchObject([{ text: 'More' }]);
  await expect.element(add).toBeVisible();
  putDraft(undefined); // sent there
  await entry.fill('More of mine');
  await expect.element(add).not.toBeInTheDocument();
});

test('[SYNC-105] an entry that is added in one tab does not remove the unsent text of another tab', async () => {
  const { drafts, putDraft } = await showComposer();
  for (const [stored, left] of [
    ['Mine', []],
    ['Theirs', [{ text: 'Theirs' }]],
  ] as const) {
    await entry.fill('Mine');
    await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
    putDraft(stored);
    await addEntry.click();
    await expect.element(entry).toHaveValue('');
    await rendered();
    await expect.poll(drafts).toMatchObject(left);
  }
});
