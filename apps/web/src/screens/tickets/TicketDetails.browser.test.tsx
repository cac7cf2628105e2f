import type { PermissionFlag } from '@batbot/core';
import { addEntry } from '@batbot/core/tickets';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { TicketDetails } from './TicketDetails.tsx';
import { useTickets } from './use-tickets.ts';

const FirstTicket = () => {
  const [ticket] = useTickets();
  return ticket === undefined ? null : <TicketDetails ticket={ticket} />;
};

const show = async (flags: readonly PermissionFlag[], openedById: string) => {
  const shown = await renderScreen(<FirstTicket />, { flags });
  const facts = { number: 1, title: 'Dies', category: 'Range', audience: 'CUSTOMER', priority: 3 };
  const openedAt = '2026-11-22T12:00:00Z';
  shown.server.put('t', { ...facts, state: 'OPEN', openedAt, openedById });
  await shown.online();
  await expect.element(page.getByRole('heading', { name: 'Conversation' })).toBeVisible();
  return shown;
};
const check = page.getByRole('button', { name: 'Start check' });
const plan = page.getByRole('button', { name: 'Priority and due day…' });
const entry = page.getByRole('textbox', { name: 'New entry' });

test('[PAGE-130] the opener of a ticket adds entries, and has no controls of the service', async () => {
  await show(['raiseServiceTicketForClient'], 'id-limited');
  await expect.element(entry).toBeVisible();
  for (const control of [check, plan]) expect(control.query()).toBe(null);
});

test('[PAGE-130] a user who neither opened a ticket nor has the permission for service only reads it', async () => {
  await show(['battAccess'], 'ada');
  for (const control of [entry, check, plan]) expect(control.query()).toBe(null);
});

test('[PAGE-130] the service has its controls in the tickets of others', async () => {
  await show(['service'], 'ada');
  for (const control of [entry, check, plan]) await expect.element(control).toBeVisible();
});

test('[PAGE-311] the text of another tab can be added if an entry from before has the same text', async () => {
  const { server, clock, online, workspaceStorage } = await show(['service'], 'ada');
  const before = new Date(clock.wallNow() - 1_000).toISOString();
  // Loaded after the ticket was opened here, as older entries are.
  const old = { ticketId: 't', kind: 'TEXT', at: before, body: { text: 'Done.' }, pieces: [] };
  server.put('e', old);
  await online();
  await expect.element(page.getByText('Done.')).toBeVisible();
  const drafts = () => workspaceStorage.rows('technician', 'drafts');
  await entry.fill('Mine');
  await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
  workspaceStorage.put('technician', 'drafts', 'entry t', { text: 'Done.' });
  await entry.fill('Mine again');
  await expect.element(page.getByRole('button', { name: 'Add it to yours' })).toBeVisible();
});

test('[PAGE-311] the text of another tab cannot be added any more after it was sent there', async () => {
  const { workspace, workspaceStorage } = await show(['service'], 'ada');
  const drafts = () => workspaceStorage.rows('technician', 'drafts');
  await entry.fill('Mine');
  await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
  workspaceStorage.put('technician', 'drafts', 'entry t', { text: 'Theirs ' });
  await entry.fill('Mine again');
  const add = page.getByRole('button', { name: 'Add it to yours' });
  await expect.element(add).toBeVisible();
  const sent = addEntry('t', 'TEXT', { text: 'Theirs', finding: undefined }, { id: 'e' });
  await workspace.change(sent);
  await expect.element(add).not.toBeInTheDocument();
});
