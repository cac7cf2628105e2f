import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const TICKET = '0190a000-0000-7000-8000-000000000042';

const show = async (serial: string) => {
  const path = `/mainpage/servicetab?id=${TICKET}`;
  const shown = await renderScreen(<ServiceScreen />, { path });
  const report = {
    ...{ id: 'r1', name: 'Rest', purpose: '', startedAt: 1, endedAt: 2, end: 'failed' },
    ...{ device: 'Fake', identity: { serial }, conditions: [], halts: [], steps: [] },
  };
  const file = { format: 'batbot-check-reports', version: 2, reports: [report] };
  shown.storage.openTab().set('guidedReports', JSON.stringify(file));
  shown.server.put(TICKET, {
    ...{ number: 1, title: 'Dies', category: 'Range', audience: 'CUSTOMER', priority: 2 },
    ...{ state: 'OPEN', openedAt: '2026-11-22T12:00:00Z', openedById: 'mia', serial: 'A1' },
  });
  await shown.online();
  await page.getByRole('button', { name: 'Start check' }).click();
};
const help = page.getByRole('dialog').getByRole('link', { name: 'Help' });

test('[PAGE-276] the help of a failed check in a ticket explains failed checks', async () => {
  await show('A1');
  await expect.element(help).toHaveAttribute('href', expect.stringMatching(/#checkHalted$/));
});

test('[PAGE-276] the help of the report of another pack in a ticket explains another pack', async () => {
  await show('B2');
  await expect.element(page.getByText('It was made with SN B2, not with SN A1.')).toBeVisible();
  await expect.element(help).toHaveAttribute('href', expect.stringMatching(/#anotherPack$/));
});
