import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

/** Returns the start of a local day. */
const dayFromToday = (days: number): string => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.toISOString();
};

test('[PAGE-133] a ticket is overdue from the end of its day on, unless it is solved or closed', async () => {
  const { server, online } = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <ServiceScreen />
    </div>,
    { path: '/mainpage/servicetab' },
  );
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
  const { server, online } = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <ServiceScreen />
    </div>,
    { path: '/mainpage/servicetab' },
  );
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
