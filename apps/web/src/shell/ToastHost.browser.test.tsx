import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createAccountCore } from '@batbot/core';
import { createFakeClock, createFakeLog, createFakePushInbox } from '@batbot/core/fakes';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { rendered } from '../testing/rendered.fixture.ts';
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

test.each([
  [true, 'A new session was started for it.'],
  [false, 'Charts restarted.'],
])('[REC-11] another pack is reported (recording: %s)', async (isRecording, text) => {
  const { screen, core, clock, pack } = await renderScreen(<ToastHost />, { isConnected: true });
  if (isRecording) core.recording.start();
  await clock.advance(5_000);
  const another = screen.getByText('Different pack connected');
  await rendered();
  expect(another.query()).toBeNull();
  pack.cellsMv = Array.from({ length: 16 }, () => 3_290);
  await clock.advance(6_000);
  await expect.element(another).toBeVisible();
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('[PAGE-310] each toast is in one live region, and that of a toast which is no alert is there before it', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  const isLive = ':is([aria-live], [role="status"], [role="alert"])';
  const regionsOf = (text: string) => {
    const regions: Element[] = [];
    let next = screen.getByText(text).element().closest(isLive);
    for (; next !== null; next = next.parentElement?.closest(isLive) ?? null) regions.push(next);
    return regions;
  };
  const before = [...document.querySelectorAll(isLive)];
  account.notices.notify({ kind: 'pushMessage', title: 'Pack 7', body: 'Stop charging.' });
  await expect.element(screen.getByText('Stop charging.')).toBeVisible();
  expect(regionsOf('Stop charging.')).toHaveLength(1);
  expect(before).toContain(regionsOf('Stop charging.')[0]);
  account.notices.notify({ kind: 'portBusy' });
  await expect.element(screen.getByText('Port Busy')).toBeVisible();
  expect(regionsOf('Port Busy')).toEqual([screen.getByRole('alert').element()]);
});

test('[PAGE-209] a toast of a user is removed when the user signs out, also under the pointer', async () => {
  const { screen, account } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  account.notices.notify({ kind: 'recordingSaved', id: '1' });
  const link = screen.getByRole('status').getByRole('link', { name: 'Open' });
  await link.hover();
  await account.session.logout();
  await expect.element(link).not.toBeInTheDocument();
  account.notices.notify({ kind: 'callFailed' });
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('[PAGE-209] a toast of a user is removed when another tab signs in another user', async () => {
  const { screen, account, gateway, storage } = await renderScreen(<ToastHost />, {
    path: '/mainpage/users',
  });
  account.notices.notify({ kind: 'pushMessage', title: 'Pack 7', body: 'For the technician.' });
  const toast = screen.getByText('For the technician.');
  await expect.element(toast).toBeVisible();
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

test('[PAGE-229] the toast of an unplug disappears when the device is connected again', async () => {
  const { screen, core, fake, clock } = await renderScreen(<ToastHost />, { isConnected: true });
  fake.device.unplug();
  const toast = screen.getByText('OBD Port Disconnected');
  await expect.element(toast).toBeVisible();
  fake.plug();
  await core.link.connect('fake');
  await clock.settle();
  await expect.element(toast).not.toBeInTheDocument();
});

test('[PAGE-193] a toast that replaces one under the pointer disappears in time', async () => {
  const { screen, account, clock } = await renderScreen(<ToastHost />, { path: '/mainpage/users' });
  account.notices.notify({ kind: 'recordingSaved', id: '1' });
  const link = screen.getByRole('status').getByRole('link', { name: 'Open' });
  await link.hover();
  await rendered();
  await clock.advance(60_000);
  await rendered();
  await expect.element(link).toBeVisible();
  account.notices.notify({ kind: 'portBusy' });
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await rendered();
  await clock.advance(60_000);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
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

/** Shows the shell at a path with a toast of many lines. */
const withLongToast = async (path: string, options: ScreenOptions = {}) => {
  const rig = await renderScreen(
    <>
      <Routes>
        <Route path="/mainpage/*" element={<Shell />} />
      </Routes>
      <ToastHost />
    </>,
    { ...options, path },
  );
  const body = 'Cell 7 of pack Kreuzberg 4 is at 3.61 V. Stop charging and call us. '.repeat(5);
  const notify = async () => {
    rig.account.notices.notify({ kind: 'pushMessage', title: 'Overvoltage', body });
    await expect.element(page.getByRole('status').filter({ hasText: 'Overvoltage' })).toBeVisible();
    return document.querySelector('.toast');
  };
  return { ...rig, notify };
};

/** Whether an element covers a part of another. */
const covers = (above: Element | null, below: Element | null): boolean => {
  if (above === null || below === null) throw new Error('An element is missing.');
  const [one, other] = [above.getBoundingClientRect(), below.getBoundingClientRect()];
  const isBeside = other.left >= one.right || other.right <= one.left;
  return !isBeside && other.top < one.bottom && other.bottom > one.top;
};

/** What fades out the last line of the toast while there is more text below. */
const fade = (): string | undefined => {
  const words = document.querySelector('.toast__words');
  return words === null ? undefined : getComputedStyle(words).maskImage;
};

test.each(['/mainpage/assets', '/mainpage/home/sessions'])(
  '[PAGE-216] on a phone, a toast of many lines does not cover the first row of %s, and its last line fades out while there is more below',
  async (path) => {
    await page.viewport(390, 844);
    const { server, online, core, clock, notify } = await withLongToast(path, {
      isConnected: true,
    });
    server.put('a', { serial: 'SN-1' });
    await online();
    await clock.advance(3_000);
    core.recording.start();
    await clock.advance(5_000);
    await core.recording.stop();
    const row = page.getByRole('row').last();
    await expect.element(row).toBeVisible();
    expect(covers(await notify(), row.element())).toBe(false);

    await expect.poll(fade).not.toBe('none');
    const words = document.querySelector('.toast__words');
    words?.scrollTo(0, words.scrollHeight);
    await expect.poll(fade).toBe('none');
  },
);

test.each([390, 1280])(
  '[PAGE-277] at %i px, an open menu and an open list of the bars are above a toast',
  async (width) => {
    await page.viewport(width, 844);
    const { screen, notify } = await withLongToast('/mainpage/home');
    await notify();
    const isOnTop = (element: Element): boolean => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 20, bottom - 4));
    };
    await screen.getByRole('button', { name: 'Sessions and recording options' }).click();
    const last = screen.getByRole('menuitem', { name: /^Always record/ });
    await expect.element(last).toBeVisible();
    await expect.poll(() => isOnTop(last.element())).toBe(true);
    await userEvent.keyboard('{Escape}');
    const rates = screen.getByRole('combobox', { name: 'Baud rate' });
    if (rates.query() === null) return; // on a phone, the rate is in a dialog
    await rates.click();
    await expect
      .poll(() =>
        [...document.querySelectorAll('.ant-select-item-option')].slice(0, 3).map(isOnTop),
      )
      .toEqual([true, true, true]);
  },
);

test('[PAGE-216] on a phone, a text of four lines is shown whole where there is no list', async () => {
  await page.viewport(390, 844);
  const { account } = await withLongToast('/mainpage/terminal');
  const body = 'Cell 7 of pack Kreuzberg 4 is at 3.61 V. Stop charging and call us. '.repeat(2);
  account.notices.notify({ kind: 'pushMessage', title: 'Overvoltage', body });
  const words = () => document.querySelector('.toast__words');
  await expect.poll(() => words()?.textContent).toContain('Stop charging');
  expect(words()?.scrollHeight).toBe(words()?.clientHeight);
  await rendered();
  expect(fade()).toBe('none');
});

test.each([390, 1280, 1920])(
  '[PAGE-218] at %i px, a toast covers no value of Home',
  async (width) => {
    await page.viewport(width, 844);
    const { clock, notify } = await withLongToast('/mainpage/home', { isConnected: true });
    await clock.advance(3_000);
    const charge = page.getByText('State of charge', { exact: true });
    await expect.element(charge).toBeVisible();
    const toast = await notify();
    const values = [...document.querySelectorAll('.metric, .verdict')];
    expect(values.length).toBeGreaterThan(4);
    await expect.poll(() => values.filter((value) => covers(toast, value))).toEqual([]);
    const sides = (of: Element | null) => {
      const { left, right } = of?.getBoundingClientRect() ?? new DOMRect();
      return [Math.round(left), Math.round(right)];
    };
    expect(sides(toast)).toEqual(sides(document.querySelector('.verdict')));
    const { top } = charge.element().getBoundingClientRect();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => charge.element().getBoundingClientRect().top).toBeLessThan(top - 50);
  },
);

test('[PAGE-304] in a wide window, a toast covers nothing of a dialog that opens on Home', async () => {
  await page.viewport(1280, 844);
  const { clock, notify, screen } = await withLongToast('/mainpage/home', { isConnected: true });
  await clock.advance(3_000);
  const toast = await notify();
  for (const name of ['Raw reply', 'Details of cell 1']) {
    await screen.getByRole('button', { name, exact: true }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => covers(toast, dialog.element())).toBe(false);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await screen.getByRole('button', { name: 'Identify the device…' }).click();
  const identification = screen.getByRole('dialog', { name: 'Identify the device' });
  await expect.element(identification).toBeVisible();
  await expect.poll(() => covers(toast, identification.element())).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.element(identification).not.toBeInTheDocument();
  await screen.getByRole('link', { name: 'Logout', exact: true }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await expect.poll(() => covers(toast, screen.getByRole('dialog').element())).toBe(false);
});

test.each([390, 800, 1024])(
  '[PAGE-309] at %i px, a toast covers neither the title, a row nor a button of a dialog',
  async (width) => {
    await page.viewport(width, 844);
    const { clock, notify, screen } = await withLongToast('/mainpage/home', { isConnected: true });
    await clock.advance(3_000);
    const toast = await notify();
    const expectFree = async (parts: string): Promise<void> => {
      await expect.element(screen.getByRole('dialog')).toBeVisible();
      const shown = () => [...document.querySelectorAll(`[role='dialog'] :is(${parts})`)];
      await expect.poll(() => shown().length).toBeGreaterThan(1);
      await expect.poll(() => shown().filter((part) => covers(toast, part))).toEqual([]);
    };
    await screen.getByRole('button', { name: 'Raw reply', exact: true }).click();
    await expectFree('.ant-drawer-header, .reply > :first-child');
    const drawer = document.querySelector('.ant-drawer-content-wrapper');
    if (width >= 768) await expect.poll(() => drawer && covers(toast, drawer)).toBe(false);
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expectFree('input, [role=option]');
  },
);

test.each([
  [390, 844],
  [390, 664],
  [800, 844],
  [800, 768],
  [1024, 690],
])(
  '[PAGE-309] at %i × %i px, a toast covers neither details in a drawer nor a title, a field or a button of their editor',
  async (width, height) => {
    await page.viewport(width, height);
    const { account, server, online, notify, screen } =
      await withLongToast('/mainpage/assets?id=a');
    server.put('a', { serial: 'SN-1' });
    await online();
    await screen.getByRole('button', { name: 'Edit facts' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Serial number' })).toBeVisible();
    const parts = () => [
      ...document.querySelectorAll('.ant-modal :is(.ant-modal-title, input, button)'),
    ];
    const coveredBy = (toast: Element | null) =>
      parts()
        .filter((part) => covers(toast, part))
        .map(({ id, textContent }) => id || textContent);
    await expect.poll(() => parts().length).toBeGreaterThan(8);
    account.notices.notify({ kind: 'deviceUnplugged' });
    await expect.element(page.getByRole('alert').getByRole('link', { name: 'Help' })).toBeVisible();
    await expect.poll(() => coveredBy(document.querySelector('.toast'))).toEqual([]);
    const toast = await notify();
    await expect.poll(() => coveredBy(toast)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('.ant-modal')).toBe(null);
    const drawer = document.querySelector('.ant-drawer-content-wrapper');
    expect(drawer === null).toBe(width < 768); // a phone has a page instead
    if (drawer !== null) await expect.poll(() => covers(toast, drawer)).toBe(false);
  },
);

test('[PAGE-319] beside details in a drawer, a short text is not cut', async () => {
  await page.viewport(800, 768);
  const { account, server, online } = await withLongToast('/mainpage/assets?id=a');
  server.put('a', { serial: 'SN-1' });
  await online();
  await expect.element(page.getByRole('dialog', { name: 'SN-1' })).toBeVisible();
  account.notices.notify({ kind: 'deviceUnplugged' });
  const words = () => document.querySelector('.toast__words');
  await expect.poll(() => words()?.textContent).toContain('unplugged');
  expect(words()?.scrollHeight).toBe(words()?.clientHeight);
});

test.each([390, 1280])(
  '[PAGE-219] at %i px, a toast covers no button of the known devices',
  async (width) => {
    await page.viewport(width, 844);
    const path = '/mainpage/assets?view=devices';
    const { account, screen } = await withLongToast(path, { isConnected: true });
    const save = screen.getByRole('button', { name: 'Save location' });
    await expect.element(save).toBeVisible();
    account.notices.notify({ kind: 'liveDataOnHome' });
    await expect.element(screen.getByRole('link', { name: 'Open Home' })).toBeVisible();
    const toast = document.querySelector('.toast');
    expect(covers(toast, save.element())).toBe(false);
    const remove = screen.getByRole('button', { name: 'Remove from the list' });
    expect(covers(toast, remove.element())).toBe(false);
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

test('[PAGE-360] on a phone, a toast covers neither the title nor a button or tab of details, nor the bars', async () => {
  await page.viewport(390, 844);
  const { account, server, online, notify, screen } = await withLongToast('/mainpage/assets?id=a');
  server.put('a', { serial: 'SN-1' });
  await online();
  await expect.element(screen.getByRole('button', { name: 'Edit facts' })).toBeVisible();
  const free = ['h1', 'button', '[role=tab]', 'a'].map((each) => `${each}:not(.toast *)`);
  const coveredBy = (toast: Element | null) =>
    [...document.querySelectorAll(free.join())].filter((part) => covers(toast, part));
  account.notices.notify({ kind: 'portBusy' });
  await expect.element(screen.getByRole('alert').getByRole('link', { name: 'Help' })).toBeVisible();
  expect(coveredBy(document.querySelector('.toast'))).toEqual([]);
  expect(coveredBy(await notify())).toEqual([]);
});

test.each([844, 664])(
  '[PAGE-360] at 390 × %i px, a toast covers neither the entry of a ticket nor its buttons',
  async (height) => {
    await page.viewport(390, height);
    const { server, online, notify, screen } = await withLongToast('/mainpage/servicetab?id=t');
    server.put('t', {
      number: 1,
      title: 'Dies at 40 %',
      category: 'Range',
      state: 'OPEN',
      audience: 'CUSTOMER',
      priority: 2,
      openedAt: '2026-11-22T12:00:00.000Z',
    });
    await online();
    const entry = screen.getByRole('textbox', { name: 'New entry' });
    await entry.click();
    const toast = await notify();
    const add = screen.getByRole('button', { name: 'Add entry' });
    for (const part of [entry, add]) expect(covers(toast, part.element())).toBe(false);
  },
);
