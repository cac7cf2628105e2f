import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

/** Returns the start of a local day. */
const dayFromToday = (days: number): string => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.toISOString();
};

const show = (path = '/mainpage/servicetab') =>
  renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <ServiceScreen />
    </div>,
    { path },
  );

test('[PAGE-133] a ticket is overdue from the end of its day on, unless it is solved or closed', async () => {
  const { server, online } = await show();
  for (const [title, state, days] of [
    ['Due yesterday', 'OPEN', -1],
    ['Due today', 'WORKING', 0],
    ['Solved late', 'SOLVED', -3],
    ['Closed late', 'CLOSED', -3],
  ] as const) {
    const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2 };
    const times = { openedAt: dayFromToday(-9), dueAt: dayFromToday(days) };
    server.put(title, { ...facts, ...times, title, state });
  }
  await online();
  const row = (name: string) => page.getByRole('row', { name });
  await expect.element(row('Due yesterday')).toHaveTextContent('▲ Overdue, ');
  for (const name of ['Due today', 'Solved late', 'Closed late']) {
    await expect.element(row(name)).not.toHaveTextContent('Overdue');
  }
  await row('Due yesterday').click();
  await expect.element(page.getByRole('row', { name: /^Due ▲ Overdue, / })).toBeVisible();
});

test('[PAGE-239] at 390 px, two tickets of packs with long serial numbers show the ends of the numbers', async () => {
  await page.viewport(390, 844);
  const { server, online } = await show();
  for (const end of ['000017', '000018']) {
    server.put(`pack ${end}`, {
      serial: `BMS-2026-LFP-48V100AH-0000000000${end}`,
      model: 'LFP 16S',
    });
    const ticket = { category: 'Range', audience: 'CUSTOMER', priority: 2, state: 'OPEN' };
    const times = { openedAt: dayFromToday(-9) };
    server.put(end, { ...ticket, ...times, title: 'Noise', assetId: `pack ${end}` });
  }
  await online();
  for (const end of ['000017', '000018']) {
    const shown = page.getByText(end, { exact: true });
    await expect.element(shown).toBeVisible();
    expect(shown.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  }
});

test('[SYNC-95] the exported list has the opening time of each ticket', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents downloads
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:none';
  });
  const { server, online } = await show();
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, state: 'OPEN' };
  server.put('t1', { ...facts, title: 'Noise', openedAt: '2026-11-22T12:00:00.000Z' });
  await online();
  await page.getByRole('button', { name: 'Service: options' }).click();
  await page.getByRole('menuitem', { name: 'Export list (CSV)' }).click();
  expect(await saved[0]?.text()).toMatch(/,Opened\r\n.*,2026-11-22T12:00:00.*\r\n$/);
});

test('[PAGE-241] in a new ticket, the facts of the pack are below its serial number, which is not repeated', async () => {
  const { server, online } = await show('/mainpage/servicetab?new=1');
  server.put('p1', { serial: 'A1', model: 'LFP 16S' });
  server.put('p2', { serial: 'B2' });
  await online();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  const hints = () =>
    [...form.element().querySelectorAll('.ant-form-item-extra')].map((each) => each.textContent);
  for (const [typed, shown] of [
    ['A1', ['A1 · LFP 16S']],
    ['b2', ['B2']],
    ['B2', []],
  ] as const) {
    await page.getByRole('combobox', { name: 'Pack' }).fill(typed);
    await userEvent.keyboard('{Escape}{Tab}');
    await expect.poll(hints).toEqual(shown);
  }
});

test('[SYNC-96] a ticket that the server refused is marked as not accepted in the list', async () => {
  const { workspace, server, clock, online } = await show();
  const facts = { category: 'Range', audience: 'SERVICE', priority: 2, title: 'Noise' };
  const change = { target: 'ticket:t1', kind: 'openTicket', input: { id: 't1', ...facts } };
  await workspace.change(change);
  await clock.settle();
  await expect.element(page.getByTitle('◌ Not sent yet')).toBeVisible();
  server.refuse('openTicket', { code: 'INVALID' });
  await online();
  await expect.element(page.getByTitle('▲ Not accepted')).toBeVisible();
});

test('[PAGE-336] of several packs with one serial number, a ticket gets the chosen one, and none by the number alone', async () => {
  const { server, workspace, clock, online } = await show('/mainpage/servicetab?new=1');
  server.put('p1', { serial: 'A1', maker: 'Works', model: 'LFP 16S' });
  server.put('p2', { serial: 'A1', maker: 'Other' });
  await online();
  const field = page.getByRole('combobox', { name: 'Pack' });
  await field.fill('A1');
  await expect
    .element(page.getByText(/^Several packs have this serial number: choose one in the list/))
    .toBeVisible();
  await page.getByTitle('A1 · Works · LFP 16S').click();
  await expect.element(field).toHaveValue('A1');
  await page.getByRole('combobox', { name: 'Category' }).fill('Range');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Noise');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await clock.settle();
  await expect
    .poll(() => [...server.applied(), ...workspace.outbox.items$.value][0]?.input)
    .toMatchObject({ assetId: 'p1', serial: 'A1' });
});
