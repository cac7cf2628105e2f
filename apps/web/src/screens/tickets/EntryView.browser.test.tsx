import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-20T10:00:00Z';

test('[PAGE-89] on a phone, the long name of an author is not cut', async () => {
  await page.viewport(390, 844);
  const { server, online } = await renderScreen(<ServiceScreen />, {
    path: '/mainpage/servicetab?id=ticket',
  });
  const authorName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte';
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put('ticket', { ...facts, number: 1, title: 'Dies at 40 %', state: 'OPEN' });
  const body = { text: 'It stopped.' };
  const entry = { ticketId: 'ticket', kind: 'TEXT', body, at: AT, receivedAt: AT, pieces: [] };
  server.put('entry', { ...entry, authorName });
  await online();
  const author = page.getByText(authorName);
  await expect.element(author).toBeInTheDocument();
  expect(author.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
});
