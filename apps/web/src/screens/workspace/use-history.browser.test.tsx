import { err, ok } from '@batbot/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rendered } from '../../testing/rendered.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';

const EVENT = {
  at: '2026-06-01T10:00:00Z',
  receivedAt: '2026-06-01T10:00:00Z',
  actorName: 'ada',
  topic: 'ASSET',
  kind: 'putAsset',
  subjectId: 'pack',
  assetId: 'pack',
  body: { before: { model: 'A' }, after: { model: 'B' } },
};

/** Shows a pack with three changes, of which the first ones are copied. */
const show = async (copied: number, tab = 'timeline') => {
  const shown = await renderScreen(<AssetsScreen />, {
    path: `/mainpage/assets?id=pack&tab=${tab}`,
  });
  const { server } = shown;
  server.put('pack', { serial: 'SN-1' });
  for (const name of ['ada', 'ben', 'cem'])
    server.put(`event ${name}`, { ...EVENT, actorName: name });
  server.limitCopies('event', copied);
  server.fail(undefined);
  return shown;
};
const changes = page.getByText(/^Pack facts/);
const missing = page.getByText(/^▲ Older changes may be missing/);
const retry = page.getByRole('button', { name: 'Retry' });

test('[PAGE-329] older changes are fetched if not all are copied', async () => {
  const { server, sync } = await show(1);
  await sync();
  await expect.poll(() => changes.elements()).toHaveLength(3);
  expect(missing.query()).toBe(null);
  expect(server.calls()).toContain('history');
});

test('[PAGE-329] if all changes are copied, the server is not asked, and nothing is said to be missing', async () => {
  const { server, sync } = await show(3);
  server.put('other', { serial: 'SN-2' });
  server.put('event of other', { ...EVENT, subjectId: 'other', assetId: 'other' });
  server.limitCopies('event', 4);
  await sync();
  await expect.poll(() => changes.elements()).toHaveLength(3);
  const asked = (): number => server.calls().filter((call) => call === 'history').length;
  const before = asked();
  server.decide((call) => (call === 'history' ? 'lostBefore' : 'answered'));
  await page.getByRole('row', { name: /SN-2/ }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect.poll(() => changes.elements()).toHaveLength(1);
  await rendered();
  expect(missing.query()).toBe(null);
  expect(asked()).toBe(before);
});

test('[PAGE-208] [PAGE-329] without an answer, the timeline says that older changes may be missing; they are fetched on Retry, and when the server is reached again', async () => {
  const { server, sync, gateway, account } = await show(1);
  server.decide((call) => (call === 'history' ? 'lostBefore' : 'answered'));
  await sync();
  await expect.element(missing).toHaveTextContent('the server did not answer.');
  await expect.element(retry).toBeVisible();
  gateway.setReachable(false);
  await account.session.refresh();
  await expect.element(retry).not.toBeInTheDocument();
  server.decide(() => 'answered');
  gateway.setReachable(true);
  await account.session.refresh();
  await expect.poll(() => changes.elements()).toHaveLength(3);
  await expect.element(missing).not.toBeInTheDocument();
});

test('[PAGE-329] older changes are fetched when the synchronization reaches the server again', async () => {
  const { server, sync } = await show(1);
  server.decide((call) => (call === 'history' ? 'lostBefore' : 'answered'));
  await sync();
  await expect.element(missing).toBeVisible();
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await expect.element(page.getByText(/^▲ Older recordings may be missing/)).toBeVisible();
  await expect.element(page.getByText('Not read from the server yet.')).toBeVisible();
  server.fail('unreachable');
  await sync();
  server.fail(undefined);
  server.decide(() => 'answered');
  await sync();
  await expect.element(page.getByText(/^No recordings yet/)).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect.poll(() => changes.elements()).toHaveLength(3);
});

test('[PAGE-208] a history that is longer than the app reads says so', async () => {
  const { server, sync } = await show(1);
  const rows = ['ada', 'ben'].map((name) => ({
    kind: 'event',
    id: `event ${name}`,
    row: { ...EVENT, id: `event ${name}`, actorName: name },
  }));
  server.setHistory(ok({ rows, cut: ['event'] }));
  await sync();
  await expect
    .element(page.getByText('▲ Some changes are not shown: there are too many.'))
    .toBeVisible();
  expect(retry.query()).toBe(null);
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await expect.element(page.getByText(/^No recordings yet/)).toBeVisible();
  expect(page.getByText(/^▲ (Some|Older) recordings/).query()).toBe(null);
});

test('[PAGE-208] the reason is that of the server', async () => {
  const { server, sync } = await show(1);
  server.setHistory(err({ kind: 'refused', message: 'No' }));
  await sync();
  await expect.element(missing).toHaveTextContent('the server refused to show them.');
});

test('[PAGE-329] before the server has answered, no list of changes or recordings is said to be empty', async () => {
  const { server, sync } = await show(0);
  const release = server.hold('history');
  server.setHistory(ok({ rows: [], cut: [] }));
  await sync();
  const noChanges = page.getByText(/^No changes are known/);
  const noRecordings = page.getByText(/^No recordings yet/);
  await expect.element(page.getByText('…', { exact: true })).toBeVisible();
  expect(noChanges.query()).toBe(null);
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await expect.element(page.getByText('Not read from the server yet.')).toBeVisible();
  release();
  await expect.element(noRecordings).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect.element(noChanges).toBeVisible();
});

test('[SYNC-46] a pack without a copied ticket says that the server has more tickets', async () => {
  const { server, sync } = await show(3, 'tickets');
  const ticket = { title: 'Noise', category: '', audience: 'SERVICE', priority: 3, state: 'OPEN' };
  for (const id of ['t1', 't2']) server.put(id, { ...ticket, number: 1, openedAt: EVENT.at });
  server.limitCopies('ticket', 1);
  await sync();
  await expect.element(page.getByText('No tickets of this pack.')).toBeVisible();
  await expect.element(page.getByText(/^▲ Only the 1 ticket/)).toBeVisible();
});

test('[PAGE-329] a pack that the server does not have yet has no older changes', async () => {
  const { screen } = await renderScreen(<AssetsScreen />, { path: '/mainpage/assets' });
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('SN-0042');
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('tab', { name: 'Timeline' }).click();
  await expect.element(screen.getByText(/not on the server yet$/)).toBeVisible();
  expect(missing.query()).toBe(null);
});

test('[SYNC-123] a change that the server refused is not accepted in the timeline of its pack', async () => {
  const { screen, server, online } = await renderScreen(<AssetsScreen />, {
    path: '/mainpage/assets',
  });
  server.refuse('putAsset', { code: 'INVALID' });
  await screen.getByRole('button', { name: 'Add a pack' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('SN-0042');
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('tab', { name: 'Timeline' }).click();
  await expect.element(screen.getByText(/^◌ .*, not on the server yet$/)).toBeVisible();
  await online();
  await expect.element(screen.getByText(/^▲ .*, not accepted$/)).toBeVisible();
});
