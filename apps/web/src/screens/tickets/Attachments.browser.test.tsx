import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const PACK = '0190a000-0000-7000-8000-000000000001';
/** The largest body of an entry that the server accepts, in bytes of JSON. */
const MOST_BYTES = 60_000;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

test('[PAGE-249] parameters that are too large for an entry are named before the complaint is sent, and the other parts are sent', async () => {
  const shown = await renderScreen(<ComplaintScreen />, { path: '/mainpage/complaint' });
  const values = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`CELL_NAME_${index}`, 'बैटरी'.repeat(4)]),
  );
  const facts = { schemaName: 'BMS 16S', schemaHash: 'a'.repeat(64), values };
  shown.server.put(PACK, {
    serial: 'SN-1',
    firmware: '1.4',
    snapshot: { at: AT, socPercent: 40, faults: [] },
    parameters: { at: AT, ...facts },
  });
  await shown.online();
  await page.getByRole('combobox', { name: 'Pack' }).fill('SN-1');
  const parameters = page.getByRole('checkbox', { name: /^Parameter set: too large to attach/ });
  await expect.element(parameters).toBeDisabled();
  await expect.element(parameters).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Category' }).fill('Range');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Dies at 40 %');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await shown.sync();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  const [, , attached] = shown.server.applied();
  const body: unknown = attached?.input['body'];
  expect(body).toMatchObject({ snapshot: { socPercent: 40 }, faults: [], firmware: '1.4' });
  expect(bytesOf(body)).toBeLessThan(MOST_BYTES);
});

test('[PAGE-249] a check report that is too large in bytes is added without the replies of the device', async () => {
  const ticket = '0190a000-0000-7000-8000-000000000042';
  const path = `/mainpage/servicetab?id=${ticket}`;
  const shown = await renderScreen(<ServiceScreen />, { path });
  const step = { title: '電'.repeat(60), kind: 'send', outcome: 'passed' };
  const report = {
    ...{ id: 'r1', name: 'Names', purpose: '', startedAt: 1, endedAt: 2, end: 'passed' },
    ...{ device: 'Fake', identity: {}, conditions: [], halts: [] },
    steps: Array.from({ length: 60 }, () => ({ ...step, said: '電'.repeat(300) })),
  };
  const file = { format: 'batbot-check-reports', version: 2, reports: [report] };
  shown.storage.openTab().set('guidedReports', JSON.stringify(file));
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  shown.server.put(ticket, {
    ...facts,
    number: 1,
    title: 'Dies',
    state: 'OPEN',
    openedById: 'mia',
  });
  await shown.online();
  await page.getByRole('button', { name: 'Start check' }).click();
  await page.getByRole('button', { name: 'Add report to the ticket' }).click();
  await expect.poll(() => shown.server.applied()).toHaveLength(1);
  const body: unknown = shown.server.applied()[0]?.input['body'];
  expect(body).toMatchObject({ report: { name: 'Names', steps: { length: 60 } } });
  expect(bytesOf(body)).toBeLessThan(MOST_BYTES);
});
