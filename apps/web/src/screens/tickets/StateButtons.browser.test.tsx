import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const TICKET = '0190a000-0000-7000-8000-000000000042';

const start = page.getByRole('button', { name: 'Start work' });
const solve = page.getByRole('button', { name: 'Mark as solved' });

const openTicket = async () => {
  const shown = await renderScreen(<ServiceScreen />, {
    path: `/mainpage/servicetab?id=${TICKET}`,
  });
  const facts = { number: 1042, title: 'Dies', category: 'Range', audience: 'CUSTOMER' };
  const openedAt = '2026-11-22T12:00:00.000Z';
  shown.server.put(TICKET, { ...facts, priority: 3, state: 'OPEN', openedAt });
  await shown.online();
  await expect.element(start).toBeVisible();
  return shown;
};

test('[PAGE-234] a double click sets one state of a ticket', async () => {
  const { server, clock, sync } = await openTicket();
  await start.dblClick();
  await expect.element(solve).toBeVisible();
  // The second click may come after the first one has replaced the button.
  solve.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  await clock.settle();
  await sync();
  const set = server.applied().filter(({ kind }) => kind === 'setTicketState');
  expect(set.map(({ input }) => input['state'])).toEqual(['WORKING']);
});

test('[PAGE-231] after a state was set by keyboard, the focus is at the buttons for the next one', async () => {
  await openTicket();
  start.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('group', { name: 'Change the state' })).toHaveFocus();
});
