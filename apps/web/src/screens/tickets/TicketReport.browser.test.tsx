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

/** Prints the report, and returns its text. */
const printedText = async (): Promise<string> => {
  const printed: string[] = [];
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    printed.push(document.querySelector('.report-sheet')?.textContent ?? '');
  });
  await page.getByRole('button', { name: 'Print report', exact: true }).click();
  await expect.poll(() => printed).toHaveLength(1);
  print.mockRestore();
  window.dispatchEvent(new Event('afterprint'));
  return printed[0] ?? '';
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

  const printed = await printedText();
  for (const part of ['Ticket 1042: Dies at 40 %', 'Solved', 'A1', text, 'Cell 7 sags'])
    expect(printed).toContain(part);
  expect(printed).toMatch(/Assigned to\s*technician/);
  expect(printed).toMatch(/technician · /);
  expect(printed).not.toContain('missing');
});

test('[PAGE-208] [PAGE-329] a ticket and its printed report say that entries may be missing, until the server has returned them', async () => {
  const { server, sync } = await show();
  const entry = { ticketId: TICKET, kind: 'MINUTES', at: AT, receivedAt: AT, pieces: [] };
  server.put('e1', { ...entry, body: { minutes: 30 } });
  server.put('e2', { ...entry, body: { minutes: 45 } });
  server.limitCopies('ticketEntry', 1);
  const release = server.hold('history');
  await sync();
  await expect.element(page.getByText(/30\smin/).first()).toBeVisible();
  const missing = page.getByText(/^▲ Older entries may be missing/);
  const sum = page.getByText(/^So far/);
  for (const each of [missing, sum]) expect(each.query()).toBe(null);
  const waiting = '▲ Older entries may be missing: the server has not answered yet.';
  const unsure = await printedText();
  expect(unsure).toContain(waiting);
  expect(unsure).not.toContain('Work and parts');

  server.decide((call) => (call === 'history' ? 'lostBefore' : 'answered'));
  release();
  const lost = '▲ Older entries may be missing: the server did not answer.';
  await expect.element(missing).toHaveTextContent(lost);
  expect(await printedText()).toContain(lost);
  expect(sum.query()).toBe(null);
  server.decide(() => 'answered');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(sum).toHaveTextContent(/75\smin/);
  expect(missing.query()).toBe(null);
  const whole = await printedText();
  expect(whole).not.toContain('missing');
  expect(whole).toMatch(/Work and parts.*75\smin/);
});

test('[PAGE-208] a ticket without a pack says that not all changes are copied', async () => {
  const { server, sync } = await show();
  server.put(TICKET, { assetId: null });
  for (const id of ['one', 'two']) server.put(id, { topic: 'TICKET', subjectId: TICKET });
  server.limitCopies('event', 1);
  await sync();
  await page.getByText('Timeline', { exact: true }).click();
  await expect.element(page.getByText(/^▲ Only the newest 1 change/)).toBeVisible();
});
