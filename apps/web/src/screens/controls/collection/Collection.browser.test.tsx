import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button, Modal } from 'antd';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import type { CollectionProps } from './collection-types.ts';
import { Collection } from './Collection.tsx';

interface Pack {
  /** The serial number. */
  readonly id: string;
  readonly client: string;
  readonly spreadMv?: number;
  readonly isWatch: boolean;
}

const LONG = 'Müller GmbH & Söhne, Nürnberger Straßenbahn-Depot Süd-West '.repeat(4);
const RTL = 'شركة البطاريات';

const packs = (count: number): readonly Pack[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `A${String(index).padStart(5, '0')}`,
    client: [LONG, RTL, 'City Fleet'][index % 3] ?? '',
    ...(index % 7 === 0 ? {} : { spreadMv: (index * 37) % 90 }),
    isWatch: index % 4 === 0,
  }));

const view = (rows: readonly Pack[], changes: Partial<CollectionProps<Pack>> = {}) => (
  <div className="shell__content" style={{ height: '100vh' }}>
    <Collection<Pack>
      title="Packs"
      noun="pack"
      rows={rows}
      load={{ kind: 'ready' }}
      name={({ id }) => id}
      meta={({ client }) => client}
      columns={[
        {
          key: 'serial',
          title: 'Serial number',
          text: (row) => row.id,
          sortBy: (row) => row.id,
          width: 140,
        },
        { key: 'client', title: 'Client', text: (row) => row.client },
        {
          key: 'spread',
          title: 'Spread',
          text: (row) => String(row.spreadMv ?? '—'),
          sortBy: (row) => row.spreadMv,
          width: 90,
          align: 'right',
        },
      ]}
      defaultSort="serial"
      search={({ id, client }) => `${id} ${client}`}
      searchLabel="Serial, client"
      states={[{ key: 'watch', label: 'Watch', matches: (row) => row.isWatch }]}
      filters={[{ key: 'client', label: 'Client', of: (row) => row.client }]}
      group={{ label: 'Group by client', of: (row) => row.client }}
      bulk={(selected) => <Button>Compare {selected.length}</Button>}
      empty={{ text: 'No packs yet. Connect a device.' }}
      detail={(row) => <p>Detail of {row.id}</p>}
      {...changes}
    />
  </div>
);

const show = (rows: readonly Pack[], changes: Partial<CollectionProps<Pack>> = {}, search = '') =>
  renderScreen(view(rows, changes), { path: `/mainpage/assets${search}` });

const grid = page.getByRole('grid', { name: 'Packs' });
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const field = page.getByRole('textbox', { name: 'Serial, client' });

test('of 10,000 rows only the visible ones are rendered, each 36 px high, and a search narrows them', async () => {
  const { address } = await show(packs(10_000));
  await expect.element(page.getByText('10\u202F000 packs')).toBeVisible();
  await expect.element(row('A00000')).toBeVisible();
  expect(document.querySelectorAll('.ant-table-row').length).toBeLessThan(60);
  expect(row('A00000').element().getBoundingClientRect().height).toBe(36);
  await field.fill('A0999');
  await expect.element(page.getByText('10 of 10\u202F000 packs')).toBeVisible();
  await expect.element(address).toHaveTextContent('?q=A0999');
});

test('[PAGE-223] 10,000 selected rows are looked up without a search through all of them', async () => {
  await show(packs(10_000));
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect.element(page.getByRole('button', { name: 'Compare 10000' })).toBeVisible();
  const searched = vi.spyOn(Array.prototype, 'includes');
  await userEvent.keyboard('{ArrowDown}');
  await page.getByRole('columnheader', { name: 'Serial number' }).click();
  await expect.element(row('A09999')).toBeVisible();
  const lengths = searched.mock.contexts.map((each) => (Array.isArray(each) ? each.length : 0));
  vi.restoreAllMocks();
  expect(lengths.filter((length) => length === 10_000).length).toBeLessThan(1_000);
});

test('search, selection, opening and closing work with the keyboard alone, and the focus is never lost', async () => {
  const { address } = await show(packs(300));
  await expect.element(row('A00000')).toBeVisible();
  grid.element().focus();
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('A0001{ArrowDown}');
  await expect.element(grid).toHaveFocus();
  await expect.element(page.getByText('10 of 300 packs')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}x{ArrowDown}x');
  await expect.element(page.getByRole('button', { name: 'Compare 2' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Detail of A00012')).toBeVisible();
  await expect.element(address).toHaveTextContent('id=A00012');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('Detail of A00013')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Detail of A00013')).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
});

test('moving to a row that is not visible scrolls it into view', async () => {
  await show(packs(300));
  await expect.element(row('A00000')).toBeVisible();
  grid.element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(row('A00299')).toBeInViewport();
});

test.each([1279, 1280, 1281, 1282])(
  'at %d px, the list beside a detail has no horizontal scrollbar',
  async (width) => {
    await page.viewport(width, 800);
    await show(packs(4), {}, '?id=A00002');
    await expect.element(page.getByText('Detail of A00002')).toBeVisible();
    await expect.element(row('A00002')).toBeVisible();
    // The table shows the scrollbar until it has measured its columns.
    const scrollbar = () => document.querySelector('.ant-table-tbody-virtual-scrollbar-horizontal');
    await expect.poll(scrollbar).toBe(null);
  },
);

test('search, state, order and open row are restored from the address', async () => {
  await show(packs(40), {}, '?q=A000&state=watch&sort=-spread&id=A00008&client=City%20Fleet');
  await expect.element(page.getByText('Detail of A00008')).toBeVisible();
  await expect.element(field).toHaveValue('A000');
  await expect.element(page.getByText('3 of 40 packs')).toBeVisible();
  const rows = () =>
    grid
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent?.slice(0, 6));
  await expect.poll(rows).toEqual(['Serial', 'A00008', 'A00020', 'A00032']);
});

test('[SYNC-82] a search ignores case and accents, and digits beside another writing system find only these', async () => {
  const rows = ['MU\u0308NCHEN 7', 'Склад 7', 'Склад 8'].map((client, index) => ({
    ...{ id: `A7${index}`, client, isWatch: false },
  }));
  await show(rows);
  for (const [text, count] of [
    ['münchen', '1 of 3 packs'],
    ['MUNCHEN', '1 of 3 packs'],
    ['склад 7', '1 of 3 packs'],
    ['a-7', '3 packs'],
  ] as const) {
    await field.fill(text);
    await expect.element(page.getByText(count, { exact: true })).toBeVisible();
  }
});

test.each([
  [390, 2],
  [1280, 2],
])(
  '[PAGE-239] at %d px, the end of a long serial number is not cut, and it is copied as one word',
  async (width, cells) => {
    await page.viewport(width, 844);
    const id = 'BMS-2024-NMC-48V100AH-0000000000000000000000000001';
    await show([{ id, client: `Spare part of ${'the pack '.repeat(30)}${id}`, isWatch: true }]);
    await expect.element(row(id)).toBeVisible();
    const ends = page.getByText('000001', { exact: true }).elements();
    expect(ends).toHaveLength(cells);
    for (const end of ends) {
      const cell = end.closest('[role=gridcell]')?.getBoundingClientRect();
      expect(end.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0);
      expect((end.parentElement?.innerText ?? '').endsWith(id)).toBe(true); // also when it is copied
    }
  },
);

test.each([390, 1280])(
  '[PAGE-239] at %d px, a long word beside a badge is not cut if it fits',
  async (width) => {
    await page.viewport(width, 844);
    const badge = () => <span>Worn</span>;
    const id = 'alpine-lifts-depot-1';
    await show([{ id, client: '', isWatch: true }], {
      badge,
      columns: [{ key: 'serial', title: 'Serial number', text: (pack) => pack.id, width: 300 }],
    });
    await expect.element(row(id)).toBeVisible();
    const start = page.getByText(id.slice(0, -6), { exact: true }).element();
    expect(start.scrollWidth).toBeLessThanOrEqual(start.clientWidth);
  },
);

test('[PAGE-212] the head of a column shows the focus of the keyboard', async () => {
  await show(packs(5));
  const head = page.getByRole('columnheader', { name: 'Serial number' });
  await expect.element(head).toBeVisible();
  field.element().focus();
  for (let steps = 0; steps < 10 && document.activeElement !== head.element(); steps += 1)
    await userEvent.keyboard('{Tab}');
  await expect.element(head).toHaveFocus();
  expect(getComputedStyle(head.element()).outlineStyle).toBe('solid');
});

test('unknown values are sorted last in both directions, and a click on the head changes the order', async () => {
  const { address } = await show(packs(9));
  const last = () => grid.getByRole('row').elements().at(-1)?.textContent ?? '';
  await page.getByRole('columnheader', { name: 'Spread' }).click();
  await expect.element(address).toHaveTextContent('?sort=spread');
  await expect.poll(last).toContain('—');
  await page.getByRole('columnheader', { name: 'Spread' }).click();
  await expect.element(address).toHaveTextContent('?sort=-spread');
  await expect.poll(last).toContain('—');
});

test('loading shows a skeleton after 200 ms, and an empty list explains why', async () => {
  const { screen } = await show([], { load: { kind: 'loading' } });
  const status = page.getByRole('status', { name: 'Loading Packs' });
  await expect.element(status).toBeInTheDocument();
  expect(status.element().childElementCount).toBe(0);
  await expect.element(page.getByText('0 packs')).not.toBeInTheDocument(); // not known yet
  await expect.element(page.getByText('Watch', { exact: true })).toBeVisible();
  await expect.poll(() => status.element().childElementCount).toBe(1);
  await screen.unmount();
  await show([]);
  await expect.element(page.getByText('No packs yet. Connect a device.')).toBeVisible();
});

test('a filter that hides every row is reported, and Clear removes it', async () => {
  await show(packs(31), {}, '?q=nothing');
  await expect.element(page.getByText('No match. The filter hides 31 packs.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(page.getByText('31 packs', { exact: true })).toBeVisible();
});

/** Five packs, and with a button six, of which a second filter is offered. */
const Growing = () => {
  const [isGrown, setGrown] = useState(false);
  const filters = [
    { key: 'client', label: 'Client', of: ({ client }: Pack) => client },
    { key: 'kind', label: 'Kind', of: ({ isWatch }: Pack) => String(isWatch) },
  ];
  return (
    <>
      <Button onClick={() => setGrown(true)}>Load</Button>
      {view(packs(isGrown ? 6 : 5), isGrown ? { filters } : {})}
    </>
  );
};

test('a filter that appears with later rows hides no row, not even for a moment', async () => {
  await renderScreen(<Growing />, { path: '/mainpage/assets' });
  const added: (string | null)[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      added.push(...[...addedNodes].map(({ textContent }) => textContent));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await page.getByRole('button', { name: 'Load' }).click();
  await expect.element(page.getByText('6 packs', { exact: true })).toBeVisible();
  observer.disconnect();
  expect(added.filter((text) => text?.includes('No match'))).toEqual([]);
});

test('a failed load keeps the last rows and offers Retry; an offline list is read-only', async () => {
  let retries = 0;
  const { screen } = await show(packs(3), {
    load: {
      kind: 'failed',
      message: 'The server was not reached.',
      onRetry: () => {
        retries += 1;
      },
    },
  });
  await expect.element(page.getByText('The server was not reached.')).toBeVisible();
  await expect.element(row('A00001')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(retries).toBe(1);
  await screen.unmount();
  const primary = { label: 'Add pack', onClick: () => undefined };
  await show(packs(3), { load: { kind: 'readOnly' }, primary });
  await expect.element(page.getByText('Nothing can be changed now.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add pack' })).toBeDisabled();
});

test('[SYNC-53] a list that could not be read has no count, and a row of the address is not called missing', async () => {
  const message = 'The server was not reached.';
  await show([], { load: { kind: 'failed', message, onRetry: () => undefined } }, '?id=A7');
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByText('Not read: it is not known here.')).toBeVisible();
  await expect.element(page.getByText('0 packs')).not.toBeInTheDocument();
  await expect
    .element(page.getByText('This pack is not in the list (any more).'))
    .not.toBeInTheDocument();
});

test.each([
  [1280, 800],
  [900, 800],
  [390, 844],
])(
  'at %d px, long and right-to-left names are cut inside their cells, and the page does not scroll sideways',
  async (width, height) => {
    await page.viewport(width, height);
    await show(packs(40));
    await expect.element(row('A00001')).toBeVisible();
    for (const cell of document.querySelectorAll('.ant-table-row .ant-table-cell')) {
      expect(cell.getBoundingClientRect().height).toBeLessThanOrEqual(width < 768 ? 52 : 36);
    }
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

test('a long right-to-left text in a cell keeps its beginning', async () => {
  await show([{ id: 'A1', client: RTL.repeat(30), isWatch: false }]);
  await expect.element(row('A1')).toBeVisible();
  const shown = page.getByText(RTL).element();
  const first = document.createRange();
  const text = shown.firstChild ?? shown;
  first.setStart(text, 0);
  first.setEnd(text, 1);
  const cell = shown.closest('[role=gridcell]')?.getBoundingClientRect();
  expect(first.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0);
});

test('at 390 px, the detail is a page with the focus on its title, and its back button returns the focus to the list', async () => {
  await page.viewport(390, 844);
  const { address } = await show(packs(5));
  await row('A00002').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'A00002' })).toHaveFocus();
  await expect.element(address).toHaveTextContent('?id=A00002');
  await page.getByRole('button', { name: '← Packs' }).click();
  await expect.element(grid).toHaveFocus();
});

test('at 900 px, the detail is a drawer that Esc closes', async () => {
  await page.viewport(900, 800);
  await show(packs(5));
  await row('A00002').click();
  await expect.element(page.getByRole('dialog').getByText('Detail of A00002')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Detail of A00002')).not.toBeInTheDocument();
});

test('rows are grouped under titles with their counts', async () => {
  await show(packs(9), {}, '?group=1');
  await expect.element(page.getByText('City Fleet · 3')).toBeVisible();
});

test('[PAGE-8] the grid contains no live region, so that changes are not read aloud', async () => {
  const { screen } = await renderScreen(view(packs(3)));
  await expect.element(screen.getByRole('row', { name: /A00001/ })).toBeVisible();
  expect(screen.getByRole('grid').element().querySelector('[aria-live]')).toBe(null);
});

test('[SYNC-44] rows without a value have their own choice in a filter, and "all" keeps its name', async () => {
  const rows = packs(4).map((pack, index) => (index === 1 ? { ...pack, client: '' } : pack));
  const { address } = await show(rows);
  await expect.element(page.getByText('Client: all')).toBeVisible();
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByTitle('Client: none').click();
  await expect.element(page.getByText('1 of 4 packs')).toBeVisible();
  await expect.element(row('A00001')).toBeVisible();
  await expect.element(address).toHaveTextContent('?client=');
});

test('[SYNC-44] a filter offers its values in the order of words and numbers', async () => {
  const clients = ['Zug', 'Bus 10', 'Äpfel', 'Bus 2'];
  await show(packs(4).map((pack, index) => ({ ...pack, client: clients[index] ?? '' })));
  await page.getByRole('combobox', { name: 'Client' }).click();
  const titles = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map((each) =>
      each.getAttribute('title'),
    );
  await expect.poll(titles).toEqual(['Client: all', 'Äpfel', 'Bus 2', 'Bus 10', 'Zug']);
});

test('at 390 px, one button opens the filters and counts those that are set', async () => {
  await page.viewport(390, 844);
  await show(packs(40), {}, '?client=City+Fleet');
  const filters = page.getByRole('button', { name: 'Filters · 1' });
  await expect.element(page.getByRole('combobox', { name: 'Client' })).not.toBeInTheDocument();
  await filters.click();
  await expect.element(page.getByRole('combobox', { name: 'Client' })).toBeVisible();
  await page.getByText(/^Watch/).click();
  await page.getByRole('button', { name: 'Filters · 2' }).click();
  await expect.element(page.getByText(/^Watch/)).not.toBeInTheDocument();
});

/** A detail with a field, and with a dialog that has a field too. */
const Editor = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Note" />
      <Button onClick={() => setOpen(true)}>Assign…</Button>
      {isOpen && (
        <Modal open title="Assign" onCancel={() => setOpen(false)}>
          <input aria-label="Target" />
        </Modal>
      )}
    </>
  );
};

test('[PAGE-185] when the screen was turned, Escape closes the dialog and then the details', async () => {
  await page.viewport(390, 844);
  const { address } = await show(packs(5), { detail: () => <Editor /> });
  await row('A00002').click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  const target = page.getByRole('textbox', { name: 'Target' });
  await target.fill('A');
  await page.viewport(844, 390);
  await expect.element(target).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(target).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Assign…' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(address).not.toHaveTextContent('id=');
});

test('[PAGE-185] the details open without a timer when the dialog closes', async () => {
  await page.viewport(390, 844);
  await show(packs(5), { detail: () => <Editor /> });
  await row('A00002').click();
  await page.getByRole('button', { name: 'Assign…' }).click();
  const target = page.getByRole('textbox', { name: 'Target' });
  await target.fill('A');
  const timers = vi.spyOn(window, 'setInterval');
  try {
    await page.viewport(844, 390);
    await expect.poll(() => document.querySelector('.collection__body')).not.toBeNull();
    await expect.element(target).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(target).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Assign…' })).toBeVisible();
    expect(timers).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
});

test('[PAGE-180] the detail and its dialog stay as they are when the screen is turned', async () => {
  await page.viewport(390, 844);
  const { address } = await show(packs(5), { detail: () => <Editor /> });
  await row('A00002').click();
  const note = page.getByRole('textbox', { name: 'Note' });
  const target = page.getByRole('textbox', { name: 'Target' });
  await note.fill('As typed');
  await page.getByRole('button', { name: 'Assign…' }).click();
  await target.fill('A');
  for (const [width, height] of [
    [844, 390],
    [1280, 800],
    [844, 390],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(target).toHaveFocus();
    await target.click(); // the detail does not cover the dialog
    await userEvent.keyboard('B');
  }
  await expect.element(target).toHaveValue('ABBBBB');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(target).not.toBeInTheDocument();
  await expect.element(note).toBeVisible();
  await expect.element(note).toHaveValue('As typed');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(address).not.toHaveTextContent('id=');
});

test('[PAGE-180] a dialog of the notice keeps what was typed when the width changes', async () => {
  await show(packs(5), { notice: <Editor /> }, '?id=A00002');
  await page.getByRole('button', { name: 'Assign…' }).click();
  const target = page.getByRole('textbox', { name: 'Target' });
  await target.fill('As typed');
  for (const width of [390, 844, 390, 1280]) {
    await page.viewport(width, 800);
    await expect.element(target).toHaveValue('As typed');
  }
});
