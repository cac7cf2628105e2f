import { expect, test } from 'vitest';
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
