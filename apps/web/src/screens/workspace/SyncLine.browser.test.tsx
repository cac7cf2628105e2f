import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '@batbot/core';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { SyncNotes } from './SyncNotes.tsx';

afterEach(() => vi.useRealTimers());

test('[SYNC-57] while the shell offers Retry, the line offers no attempt of its own', async () => {
  const { screen, account, gateway } = await renderScreen(<SyncNotes />);
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  gateway.setReachable(false);
  await account.session.refresh();
  await expect.element(screen.getByText(/^▲ The server does not answer/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('[SYNC-62] when the session has ended on the server, one button leads to the login', async () => {
  const { screen, account, gateway, server, sync } = await renderScreen(<SyncNotes />);
  server.fail('expired');
  await sync();
  await expect.element(screen.getByText(/^▲ Your session on the server has ended/)).toBeVisible();
  gateway.supersede('technician');
  await screen.getByRole('button', { name: 'Log in again' }).click();
  await expect.poll(() => account.session.attention$.value).toEqual({ kind: 'superseded' });
});

test('[DEV-91] while the page is visible, the changes of other users are fetched every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, server, online, workspace, clock } = await renderScreen(<SyncNotes />);
  await online();
  await expect.element(screen.getByText('✓ Up to date with the server.')).toBeVisible();
  const name = 'City Fleet';
  server.put('pack', { kind: 'PACK', serial: 'A1', name });
  const isKnown = () => workspace.rows$.value.some(({ row }) => row['name'] === name);
  await clock.settle();
  expect(isKnown()).toBe(false);
  vi.advanceTimersByTime(60_000);
  await clock.settle();
  expect(isKnown()).toBe(true);
});

test('[SYNC-118] a server that lists the same changes again is not shown as one that does not answer', async () => {
  const { screen, server, sync } = await renderScreen(<SyncNotes />);
  server.fail(undefined);
  vi.spyOn(server, 'changes').mockImplementation((_token, cursor) =>
    Promise.resolve(ok({ rows: [], cursor, hasNext: true })),
  );
  await sync();
  await expect
    .element(screen.getByText('▲ The update has failed: what is shown may be old.'))
    .toBeVisible();
});
