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

test('[PAGE-238] a recording of a ticket is opened only by users who may open Home or Terminal', async () => {
  const { server, online } = await renderScreen(<ServiceScreen />, {
    path: '/mainpage/servicetab?id=ticket',
    flags: ['service'],
  });
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put('ticket', { ...facts, number: 1, title: 'Dies at 40 %', state: 'OPEN' });
  const body = { startedAt: AT, durationS: 60, samples: 30, schemaVersion: 1, parts: [] };
  const entry = { ticketId: 'ticket', kind: 'RECORDING', body, at: AT, receivedAt: AT, pieces: [] };
  server.put('entry', { ...entry, authorName: 'Ann' });
  await online();
  await expect.element(page.getByText(/^Recording started .* 30 samples\.$/)).toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Open in Sessions' }))
    .not.toBeInTheDocument();
});
