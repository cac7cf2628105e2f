import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { recordingChange } from './attachments.ts';
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

const SHA256 = 'a'.repeat(64);

/** Shows a ticket with a photo whose file the server does not have yet, and returns a function that adds it. */
const withPhoto = async () => {
  const shown = await renderScreen(<ServiceScreen />, { path: '/mainpage/servicetab?id=ticket' });
  const { server } = shown;
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put('ticket', { ...facts, number: 1, title: 'Dies at 40 %', state: 'OPEN' });
  const body = { name: 'cell 3.exe', type: 'image/jpeg', sizeBytes: 1_200_000 };
  const pieces = [{ seq: 0, sha256: SHA256, sizeBytes: 1_200_000 }];
  const entry = { ticketId: 'ticket', kind: 'PHOTO', body, at: AT, receivedAt: AT, pieces };
  server.put('entry', { ...entry, authorName: 'Ann' });
  const canvas = new OffscreenCanvas(600, 1_200);
  canvas.getContext('2d')?.fillRect(0, 0, 600, 1_200);
  const photo = await canvas.convertToBlob({ type: 'image/jpeg' });
  const bytes = new Uint8Array(await photo.arrayBuffer());
  return { ...shown, addFile: () => server.pieces.set(SHA256, bytes) };
};

test('[PAGE-262] a photo that the server did not return says why, and is loaded again on request', async () => {
  const { server, online, addFile } = await withPhoto();
  await online();
  server.fail('unreachable');
  const problem = page.getByText(/^Photo cell 3.exe, 1\.2\sMB: not on this computer\./);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect.element(problem).toBeVisible();
  await retry.click();
  await expect.element(problem).toHaveTextContent(/The server does not answer\. Try again\.$/);
  server.fail(undefined);
  addFile();
  await retry.click();
  await expect.element(page.getByRole('img', { name: 'cell 3.exe' })).toBeVisible();
});

test('[PAGE-263] a click shows a photo of an entry as large as the window, and saves it as a picture', async () => {
  const { online, addFile } = await withPhoto();
  addFile();
  await online();
  const small = page.getByRole('button', { name: 'cell 3.exe' });
  await expect.element(small).toBeVisible();
  await small.click();
  const dialog = page.getByRole('dialog', { name: 'cell 3.exe' });
  const large = dialog.getByRole('img', { name: 'cell 3.exe' });
  await expect.element(large).toBeVisible();
  await expect.poll(() => large.element().getBoundingClientRect().height).toBeGreaterThan(500);
  await expect.element(dialog.getByRole('button', { name: 'Save the photo' })).toBeInViewport();
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await dialog.getByRole('button', { name: 'Save the photo' }).click();
  click.mockRestore();
  expect(saved).toEqual(['cell 3.jpg']);
  await userEvent.keyboard('{Escape}');
  await expect.element(small).toHaveFocus();
});

test('[PAGE-279] an own entry has its author also until the server lists it', async () => {
  const { server, online, account } = await renderScreen(<ServiceScreen />, {
    path: '/mainpage/servicetab?id=ticket',
  });
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put('ticket', { ...facts, number: 1, title: 'Dies at 40 %', state: 'OPEN' });
  await online();
  server.holdChanges(true);
  await page.getByRole('textbox', { name: 'New entry' }).fill('Fuse replaced.');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await expect.poll(() => server.applied()).toHaveLength(1);
  await expect.element(page.getByText('◌ Not sent yet')).not.toBeInTheDocument();
  const state = account.session.state$.value;
  const author = state.kind === 'signedIn' ? state.user.userName : '';
  expect(author).not.toBe('');
  const entry = page.getByRole('listitem').filter({ hasText: 'Fuse replaced.' });
  await expect.element(entry).toHaveTextContent(author);
});

test('[PAGE-339] a recording that is opened does not lead away from where the user has gone meanwhile', async () => {
  await page.viewport(1280, 800);
  const { core, clock, workspace, server, online, sync, address } = await renderScreen(
    <ServiceScreen />,
    { path: '/mainpage/servicetab?id=ticket', isConnected: true },
  );
  core.recording.start();
  core.telemetry.follow();
  await clock.advance(7_000);
  await core.recording.stop();
  const list = core.recording.sessions$.value;
  const [session] = list.kind === 'ready' ? list.sessions : [];
  if (session === undefined) throw new Error('not recorded');
  const facts = { category: 'Range', audience: 'CUSTOMER', priority: 2, openedAt: AT };
  server.put('ticket', { ...facts, number: 1, title: 'Dies at 40 %', state: 'OPEN' });
  await online();
  const change = await recordingChange('ticket', 'part', session, { core, workspace });
  if (typeof change === 'string') throw new Error(change);
  const { pieces, ...entry } = change;
  await workspace.change(entry, pieces);
  await sync();
  let end = (): void => undefined;
  const added = vi.spyOn(core.recording, 'add').mockReturnValue(
    new Promise((resolve) => {
      end = () => resolve({ ok: true, value: undefined });
    }),
  );
  await page.getByRole('button', { name: 'Open in Sessions' }).click();
  await expect.poll(() => added.mock.calls.length).toBe(1);
  await page.getByRole('button', { name: 'Close details' }).click();
  await expect.element(page.getByText('Conversation')).not.toBeInTheDocument();
  end();
  await rendered();
  await expect.element(address).toHaveTextContent(/^\/mainpage\/servicetab$/);
});
