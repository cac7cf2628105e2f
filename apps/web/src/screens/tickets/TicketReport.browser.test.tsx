import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const TICKET = '0190a000-0000-7000-8000-000000000042';

/** Shows a ticket. The other rows of the server come with the first `sync`. */
const show = async () => {
  const shown = await renderScreen(<ServiceScreen />, {
    path: `/mainpage/servicetab?id=${TICKET}`,
  });
  const { server } = shown;
  server.put('pack', { serial: 'A1' });
  server.put(TICKET, {
    number: 1042,
    assetId: 'pack',
    title: 'Dies at 40 %',
    category: 'Range',
    audience: 'CUSTOMER',
    priority: 2,
    state: 'SOLVED',
    openedAt: AT,
    closedAt: AT,
    assigneeId: 'technician',
  });
  server.fail(undefined);
  return shown;
};

test('[PAGE-149] the page of a ticket shows what was done to its pack', async () => {
  const { server, sync } = await show();
  server.put('event', {
    topic: 'ASSET',
    kind: 'reportInstall',
    at: AT,
    receivedAt: AT,
    actorName: 'Mia',
    subjectId: 'pack',
    assetId: 'pack',
    body: { after: { outcome: 'DONE', to: '2.1' } },
  });
  await sync();
  await page.getByText('Timeline of the pack').click();
  await expect.element(page.getByText(/^Firmware installed.*Mia$/)).toBeVisible();
});

test('[PAGE-162] an attached snapshot is listed as on Assets: in the same order and with the same digits', async () => {
  const { server, sync } = await show();
  const snapshot = { worstCellMohm: 0.8163, cycles: 12, at: AT, socPercent: 78.46, worstCell: 19 };
  server.put('e1', {
    ticketId: TICKET,
    kind: 'ATTACHMENTS',
    body: { snapshot },
    at: AT,
    receivedAt: AT,
    authorName: 'Mia',
    pieces: [],
  });
  await sync();
  const entry = page.getByRole('listitem');
  await expect
    .element(entry.getByRole('row', { name: /^Worst cell/ }))
    .toHaveTextContent(/Cell 19, 0\.82\smΩ/);
  const labels = entry
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);
  expect(labels.slice(0, 2)).toEqual(['As of', 'State of charge']);
  await expect
    .element(entry.getByRole('row', { name: /^State of charge/ }))
    .toHaveTextContent(/78\.5\s%/);
});

test('[PAGE-145] the printed report has the facts and every entry, and both it and the page name the user', async () => {
  const { server, workspace, sync } = await show();
  const text = 'It stopped on the bridge.';
  server.put('e1', {
    ticketId: TICKET,
    kind: 'TEXT',
    body: { text },
    at: AT,
    receivedAt: AT,
    authorName: 'Mia',
    pieces: [],
  });
  await sync();
  await expect
    .element(page.getByRole('row', { name: /^Assigned to/ }))
    .toHaveTextContent('technician');
  server.fail('unreachable');
  await page.getByRole('textbox', { name: 'New entry' }).fill('Cell 7 sags');
  await page.getByRole('button', { name: 'Add entry', exact: true }).click();
  await expect.poll(() => workspace.outbox.items$.value).toHaveLength(1);
  await expect.element(page.getByText(/^technician · /)).toBeVisible();

  const printed: string[] = [];
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push(document.querySelector('.report-sheet')?.textContent ?? '');
  });
  await page.getByRole('button', { name: 'Print report', exact: true }).click();
  await expect.poll(() => printed).toHaveLength(1);
  print.mockRestore();
  for (const part of ['Ticket 1042: Dies at 40 %', 'Solved', 'A1', text, 'Cell 7 sags'])
    expect(printed[0]).toContain(part);
  expect(printed[0]).toMatch(/Assigned to\s*technician/);
  expect(printed[0]).toMatch(/technician · /);
});
