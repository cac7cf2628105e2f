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
