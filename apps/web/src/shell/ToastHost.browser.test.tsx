import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createAccountCore } from '@batbot/core';
import { createFakeClock, createFakeLog, createFakePushInbox } from '@batbot/core/fakes';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { Shell } from './Shell.tsx';
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

test('[PAGE-209] a toast of a user is removed when another tab signs in another user', async () => {
  const { screen, account, gateway, storage } = await renderScreen(<ToastHost />, {
    path: '/mainpage/users',
  });
  account.notices.notify({ kind: 'pushMessage', title: 'Pack 7', body: 'For the technician.' });
  const toast = screen.getByText('For the technician.');
  await toast.hover(); // so that it does not disappear in time
  const otherTab = createAccountCore({
    store: storage.openTab(),
    clock: createFakeClock(),
    log: createFakeLog(),
    gateway,
    push: createFakePushInbox(),
  });
  await otherTab.session.login('viewer', 'secret');
  await expect
    .poll(() => account.session.state$.value)
    .toMatchObject({ user: { userName: 'viewer' } });
  await expect.element(toast).not.toBeInTheDocument();
  account.notices.notify({ kind: 'pushMessage', title: 'Pack 8', body: 'For the viewer.' });
  await expect.element(screen.getByText('For the viewer.')).toBeVisible();
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

/** Returns the names of the controls in the bars that the toast covers. */
const covered = (): readonly string[] => {
  const toast = document.querySelector('.toast')?.getBoundingClientRect();
  if (toast === undefined) return ['there is no toast'];
  return [
    ...document.querySelectorAll(
      'header :is(a, button, input), .toolbar button, [aria-label="Panels"] button',
    ),
  ]
    .filter((place) => {
      const box = place.getBoundingClientRect();
      const isBeside = box.left >= toast.right || box.right <= toast.left;
      return box.width > 0 && !isBeside && box.top < toast.bottom && box.bottom > toast.top;
    })
    .map((place) => place.ariaLabel ?? place.textContent);
};

test.each([
  [1280, 800],
  [800, 600],
  [390, 844],
])(
  '[PAGE-80] at %i × %i, a toast covers no control of the bars or of the terminal’s toolbar, with and without a device',
  async (width, height) => {
    await page.viewport(width, height);
    const { screen, account, core, fake } = await renderScreen(
      <>
        <Routes>
          <Route path="/mainpage/*" element={<Shell />} />
        </Routes>
        <ToastHost />
      </>,
      { path: '/mainpage/terminal' },
    );
    await expect.element(screen.getByRole('log', { name: 'Terminal log' })).toBeVisible();
    account.notices.notify({ kind: 'callFailed' });
    await expect.element(screen.getByText('Opps! Something went wrong')).toBeVisible();
    expect(covered()).toEqual([]);
    await core.link.connect('fake');
    fake.device.unplug();
    await expect.element(screen.getByText('OBD Port Disconnected')).toBeVisible();
    expect(covered()).toEqual([]);
  },
);

test('[PAGE-216] on a phone, a toast covers neither the first row of a list nor the link back from details', async () => {
  await page.viewport(390, 844);
  const { screen, account, server, online } = await renderScreen(
    <>
      <Routes>
        <Route path="/mainpage/*" element={<Shell />} />
      </Routes>
      <ToastHost />
    </>,
    { path: '/mainpage/assets' },
  );
  server.put('a', { serial: 'SN-1' });
  await online();
  const row = screen.getByRole('row', { name: /SN-1/ });
  await expect.element(row).toBeVisible();
  account.notices.notify({ kind: 'portBusy' });
  const toast = screen.getByRole('alert').filter({ hasText: 'Port Busy' });
  await expect.element(toast).toBeVisible();
  const box = (of: typeof row) => of.element().getBoundingClientRect();
  expect(box(toast).bottom).toBeLessThanOrEqual(box(row).top);
  await row.click();
  const back = screen.getByRole('button', { name: '← Assets' });
  await expect.element(back).toBeVisible();
  expect(box(toast).top).toBeGreaterThanOrEqual(box(back).bottom);
});
