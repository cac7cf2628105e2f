import { expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { ToastHost } from './ToastHost.tsx';

test('[DOC-4] the toast of a problem leads to its part of the handbook, in a new tab', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  account.notices.notify({ kind: 'portBusy' });
  const help = screen.getByRole('alert').getByRole('link', { name: 'Help' });
  await expect.element(help).toHaveAttribute('href', '/handbook/problems.html#portBusy');
  await expect.element(help).toHaveAttribute('target', '_blank');
});

test('[DOC-4] the toast of a saved session has its own links and no link to the handbook', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  account.notices.notify({ kind: 'recordingSaved', id: '1' });
  await expect.element(screen.getByRole('link', { name: 'Open' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Help' }).elements()).toEqual([]);
});

test('[PAGE-209] a toast of a user is removed when the user signs out, also under the pointer', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  account.notices.notify({ kind: 'recordingSaved', id: '1' });
  const toast = screen.getByRole('status');
  await toast.getByRole('link', { name: 'Open' }).hover();
  await account.session.logout();
  await expect.element(toast).not.toBeInTheDocument();
  account.notices.notify({ kind: 'callFailed' });
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('[PAGE-193] a toast that replaces one under the pointer disappears in time', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    account.notices.notify({ kind: 'recordingSaved', id: '1' });
    const toast = screen.getByRole('status');
    await toast.getByRole('link', { name: 'Open' }).hover();
    vi.advanceTimersByTime(60_000);
    await expect.element(toast).toBeVisible();
    account.notices.notify({ kind: 'portBusy' });
    await expect.element(screen.getByRole('alert')).toBeVisible();
    vi.advanceTimersByTime(60_000);
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});
