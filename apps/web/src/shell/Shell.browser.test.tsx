import { firstValueFrom } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storageRefusal, type PermissionFlag } from '@batbot/core';
import { addDrive } from '../screens/analytics/recorded-drive.fixture.ts';
import type { ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { rendered } from '../testing/rendered.fixture.ts';
import { renderShell } from './render-shell.fixture.tsx';

test.each([
  ['/mainpage/home/sessions', 'Sessions', 'Sessions · BatBot'],
  ['/mainpage/terminal/sessions', 'Sessions', 'Sessions · BatBot'],
  ['/mainpage/home/compare/a/live', 'Compare', 'Compare · BatBot'],
  ['/mainpage/home?view=sessions', 'Sessions', 'Sessions · BatBot'],
])('[REC-73] %s shows the page %s with its own document title', async (path, heading, title) => {
  const { screen } = await renderShell(path);
  await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.poll(() => document.title).toBe(title);
});

test.each([
  ['/mainpage/terminal', 'You have no permission for Terminal. Ask your administrator.'],
  ['/mainpage/nonsense', 'That page does not exist.'],
])('[ROUTE-9] [ROUTE-11] %s redirects to Users, which explains why', async (path, text) => {
  const { screen, address } = await renderShell(path, { user: 'viewer' });
  await expect.element(address).toHaveTextContent('/mainpage/users');
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('[ROUTE-9] an unknown page below a tab redirects to Users', async () => {
  const { address } = await renderShell('/mainpage/terminal/nonsense');
  await expect.element(address).toHaveTextContent('/mainpage/users');
});

const palette = (screen: Awaited<ReturnType<typeof renderShell>>['screen']) =>
  screen.getByRole('dialog').getByRole('combobox');

test('[PAGE-86] Ctrl+K opens a tab, and Escape returns the focus', async () => {
  const { screen, address } = await renderShell('/mainpage/users');
  const search = screen.getByRole('button', { name: /Search/ });
  await search.click();
  await expect.element(palette(screen)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('ass');
  await expect.element(screen.getByRole('option', { name: /Assets/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveTextContent('/mainpage/assets');
});

test('[PAGE-86] Ctrl+K finds the packs of the workspace by serial number, if the user has the Assets tab', async () => {
  const { screen, address, server, online } = await renderShell('/mainpage/users');
  for (let pack = 1; pack <= 20; pack += 1)
    server.put(`p${pack}`, { id: `p${pack}`, serial: `BB24MX${String(pack).padStart(6, '0')}` });
  await online();
  await screen.getByRole('button', { name: /Search/ }).click();
  await palette(screen).fill('bb24');
  const packs = screen.getByRole('group', { name: 'Packs' }).getByRole('option');
  await expect.poll(() => packs.elements()).toHaveLength(12);
  await palette(screen).fill('SN bb24-mx-000008');
  await expect.element(packs).toHaveTextContent('SN BB24MX000008Opens the pack');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveTextContent('/mainpage/assets?id=p8');
});

test('[PAGE-86] without the Assets tab, Ctrl+K finds no packs', async () => {
  const { screen, server, online } = await renderShell('/mainpage/users', { flags: ['service'] });
  server.put('p1', { id: 'p1', serial: 'BB24MX000001' });
  await online();
  await screen.getByRole('button', { name: /Search/ }).click();
  await palette(screen).fill('BB24MX');
  await expect.element(screen.getByText('Nothing matches “BB24MX”.')).toBeVisible();
});

test('[PAGE-86] without Home and Terminal, Ctrl+K finds no packs of recorded sessions', async () => {
  const { screen, core } = await renderShell('/mainpage/users', { flags: ['service'] });
  await addDrive(core.recording, { id: 'z', serial: 'Z9', startedAt: Date.now() });
  await screen.getByRole('button', { name: /Search/ }).click();
  await expect.element(screen.getByRole('option', { name: 'Service' })).toBeVisible();
  await palette(screen).fill('Z9');
  await expect.element(screen.getByText('Nothing matches “Z9”.')).toBeVisible();
});

test('[PAGE-269] without idle callbacks, as in Safari, the app works', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const { screen } = await renderShell('/mainpage/users');
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
});

test('[PAGE-86] over an open dialog Ctrl+K does nothing', async () => {
  const { screen } = await renderShell('/mainpage/users');
  await screen.getByRole('button', { name: 'Limits: none' }).click();
  const limits = screen.getByRole('dialog', { name: 'Alarm limits' });
  await expect.element(limits).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(limits).toBeVisible();
  await expect.element(screen.getByRole('dialog')).toHaveAccessibleName('Alarm limits');
  await userEvent.keyboard('{Escape}');
  await expect.element(limits).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette(screen)).toHaveFocus();
});

test('[PAGE-86] G and a letter opens a tab, except while the user is typing', async () => {
  const { screen, address } = await renderShell('/mainpage/users');
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await userEvent.keyboard('ga');
  await expect.element(address).toHaveTextContent('/mainpage/assets');
  await screen.getByRole('button', { name: /Search/ }).click();
  await expect.element(palette(screen)).toHaveFocus();
  await userEvent.keyboard('gt');
  await expect.element(address).toHaveTextContent('/mainpage/assets');
  await userEvent.keyboard('{Escape}');
  // A panel that is opening is about to receive the keys.
  const chip = screen
    .getByRole('region', { name: 'Serial connection' })
    .getByRole('button')
    .first();
  await chip.click();
  await expect.element(chip).toHaveAttribute('aria-expanded', 'true');
  (chip.element() as HTMLElement).focus();
  await userEvent.keyboard('gt');
  await expect.element(address).toHaveTextContent('/mainpage/assets');
});

test('[SESSION-43] [PAGE-87] while the server is unreachable, one line reports that and since when', async () => {
  const { screen, session, gateway } = await renderShell('/mainpage/users').then((opened) => ({
    ...opened,
    session: opened.account.session,
  }));
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  gateway.setReachable(false);
  await session.refresh();
  const strips = screen.getByRole('group', { name: 'Needs attention' });
  await expect
    .element(strips.getByRole('strong'))
    .toHaveTextContent(/^Offline · server data from [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d$/);
  gateway.setReachable(true);
  await strips.getByRole('button', { name: 'Retry' }).click();
  await expect.element(strips.getByRole('strong')).not.toBeInTheDocument();
});

test('[PAGE-231] the Connect button keeps the focus, also while the port opens and closes', async () => {
  const { screen, fake } = await renderShell('/mainpage/users');
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const opens = fake.hold('open');
  await button('Connect').click();
  await expect.element(button('Connect')).toHaveAttribute('aria-disabled', 'true');
  await rendered(); // Chromium takes the focus from a disabled button before the second frame
  await expect.element(button('Connect')).toHaveFocus();
  opens();
  await expect.element(button('Disconnect')).toHaveFocus();
  const closes = fake.hold('close');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Disconnect')).toHaveAttribute('aria-disabled', 'true');
  await rendered(); // Chromium takes the focus from a disabled button before the second frame
  await expect.element(button('Disconnect')).toHaveFocus();
  closes();
  await expect.element(button('Connect')).toHaveFocus();
});

test.each([
  ['technician', 'liveDataOnHome'],
  ['viewer', 'noTabForDevice'],
] as const)('connecting on Users as %s shows the notice %s', async (user, notice) => {
  const { screen, core } = await renderShell('/mainpage/users', { user });
  const shown = firstValueFrom(core.notices.notices$);
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  expect(await shown).toEqual({ kind: notice });
});

test.each([
  ['/mainpage/config', undefined],
  ['/mainpage/users', ['romeoConfig']],
  ['/mainpage/assets', ['battAccess', 'updateFirmware']],
] as const)('connecting on %s with the flags %o shows no notice', async (path, flags) => {
  const { screen, core } = await renderShell(path, flags === undefined ? {} : { flags });
  const shown: unknown[] = [];
  core.notices.notices$.subscribe((notice) => shown.push(notice));
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Disconnect', exact: true }))
    .toBeVisible();
  expect(shown).toEqual([]);
});

test('[PAGE-81] Connect on the empty Home gives the focus to the page, and keeps it after a cancel', async () => {
  const { screen, fake } = await renderShell('/mainpage/home');
  const choose = screen.getByRole('button', { name: 'Choose a port' });
  fake.answerNextChoose({ kind: 'cancelled' });
  await choose.click();
  await expect.element(choose).toHaveFocus();
  await choose.click();
  await expect.element(choose).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('[PAGE-232] Escape in the logout question returns the focus', async () => {
  const { screen } = await renderShell('/mainpage/users');
  const logout = screen.getByRole('link', { name: 'Logout', exact: true });
  await logout.click();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect.element(screen.getByText(/Recordings stay, for you only/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(logout).toHaveFocus();
});

test('[SESSION-45] the logout question says that unsaved input of a form is discarded', async () => {
  const { screen } = await renderShell('/mainpage/terminal');
  const logout = screen.getByRole('link', { name: 'Logout', exact: true });
  const loss = screen.getByText(/did not save or send is discarded/);
  await logout.click();
  await expect.element(screen.getByText(/Recordings stay, for you only/)).toBeVisible();
  expect(loss.query()).toBe(null);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('combobox', { name: 'Command' }).fill('AT+');
  await logout.click();
  await expect.element(loss).toBeVisible();
});

const withUnsent = async () => {
  const rig = await renderShell('/mainpage/users');
  const { screen, workspace } = rig;
  await workspace.change({ target: 'asset:a', kind: 'putAsset', input: { id: 'a', serial: 'S' } });
  await screen.getByRole('link', { name: 'Logout', exact: true }).click();
  await expect.element(screen.getByText('1 change not on the server yet.')).toBeVisible();
  return { ...rig, logout: screen.getByRole('button', { name: 'Logout', exact: true }) };
};

test('[SYNC-26] logout keeps unsent changes for the next login, unless the user discards them', async () => {
  const { screen, account, workspace, logout } = await withUnsent();
  await expect.element(screen.getByRole('radio', { name: /for my next login/ })).toBeChecked();
  await expect.element(screen.getByRole('button', { name: 'Export (JSON)' })).toBeVisible();
  await logout.click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedOut');
  expect(workspace.outbox.items$.value).toHaveLength(1);
});

test('[SYNC-26] discarded changes are deleted before the logout', async () => {
  const { screen, account, workspace, logout, clock } = await withUnsent();
  await clock.settle();
  await screen.getByRole('radio', { name: 'Discard' }).click();
  await logout.click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedOut');
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[SYNC-52] if unsent changes cannot be discarded, the logout question says why and stays open', async () => {
  const { screen, account, workspace, logout, clock } = await withUnsent();
  await clock.settle();
  vi.spyOn(workspace.sync, 'decide').mockResolvedValue(storageRefusal('failed'));
  await screen.getByRole('radio', { name: 'Discard' }).click();
  await logout.click();
  await expect
    .element(screen.getByText(/^▲ Not discarded: The browser could not use its database/))
    .toBeVisible();
  expect(account.session.state$.value.kind).toBe('signedIn');
});

test('[SYNC-26] "Send now" sends the unsent changes, and the logout question counts them once and then does not mention them', async () => {
  const { screen, server, clock } = await withUnsent();
  const question = page.getByRole('dialog');
  await expect.element(question.getByText(/^▲ The server does not answer/)).toBeVisible();
  expect(question.getByText(/1 change/).elements()).toHaveLength(1);
  expect(question.getByRole('button', { name: 'Retry' }).query()).toBe(null);
  server.fail(undefined);
  await screen.getByRole('button', { name: 'Send now' }).click();
  await clock.settle();
  await expect.poll(() => server.rows().has('a')).toBe(true);
  await expect.element(screen.getByText(/not on the server yet/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Are you sure to logout')).toBeVisible();
});

test('[TAB-5] if the bar has no room for the greeting, the user menu begins with it', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderShell('/mainpage/users');
  await screen.getByRole('button', { name: /^Hi, / }).click();
  await expect.element(screen.getByRole('menu').getByText(/^Hi, /)).toBeVisible();
});

test.each<[string, readonly PermissionFlag[], readonly string[]]>([
  [
    '/mainpage/users',
    ['newHomePage', 'terminal', 'battAccess', 'service', 'analytics'],
    ['Home', 'Terminal', 'Assets', 'Service'],
  ],
  [
    '/mainpage/romeoList',
    ['raiseServiceTicketForClient', 'uploadCsv', 'romeoConfig'],
    ['Complaint', 'Upload', 'Users', 'Support'],
  ],
])(
  '[PAGE-286] at %s with %j, the bottom bar has the four most used tabs of the user',
  async (path, flags, shown) => {
    await page.viewport(390, 844);
    const { screen } = await renderShell(path, { flags });
    const bar = screen.getByRole('navigation', { name: 'Tabs', exact: true });
    await expect.element(bar).toBeVisible();
    expect(
      bar
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(shown);
    const all = bar.getByRole('button', { name: 'All tabs' }).element();
    expect(all).toHaveAttribute('data-current', 'true');
  },
);

test('the density can be chosen in the user menu', async () => {
  const { screen, services } = await renderShell('/mainpage/users');
  await screen.getByRole('button', { name: /^Hi, / }).click();
  await screen.getByRole('menuitem', { name: 'Compact' }).click();
  expect(services.theme.density$.value).toBe('compact');
});

test('[PAGE-86] the palette offers and starts checks on every tab', async () => {
  const { screen, address, core } = await renderShell('/mainpage/users', { isConnected: true });
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette(screen)).toHaveFocus();
  await userEvent.keyboard('balance at rest');
  await expect.element(screen.getByRole('option', { name: /^Cell balance at rest/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveTextContent('/mainpage/terminal');
  expect(core.procedures.checks.run$.value?.check.name).toBe('Cell balance at rest');
});

test('a disabled select looks disabled in the dark theme', async () => {
  const { screen, services } = await renderShell('/mainpage/users', { isConnected: true });
  services.theme.chooseMode('dark');
  await expect.poll(() => document.documentElement.style.colorScheme).toBe('dark');
  const field = screen.getByRole('combobox', { name: 'Baud rate' });
  await expect.element(field).toBeDisabled();
  const look = (): readonly string[] => {
    const box = field.element().closest('.ant-select');
    if (box === null) return [];
    const { backgroundColor, color, borderTopColor } = getComputedStyle(box);
    return [backgroundColor, color, borderTopColor];
  };
  const disabled = look();
  await screen.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect.element(field).toBeEnabled();
  for (const [index, colour] of look().entries()) expect(disabled[index]).not.toBe(colour);
});

test('[PAGE-89] at 390 px, no label of a segmented control touches the frame of its item', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderShell('/mainpage/terminal', { isConnected: true });
  await expect.element(screen.getByText('Transactions', { exact: true })).toBeVisible();
  const text = screen.getByText('Transactions', { exact: true }).element();
  const item = text.closest('.ant-segmented-item');
  const range = document.createRange();
  range.selectNodeContents(text);
  const [inner, outer] = [range.getBoundingClientRect(), item?.getBoundingClientRect()];
  expect(inner.left - (outer?.left ?? 0)).toBeGreaterThanOrEqual(4);
  expect((outer?.right ?? 0) - inner.right).toBeGreaterThanOrEqual(4);
  expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
});

const openTerminal = async (options: ScreenOptions = {}) => {
  const opened = await renderShell('/mainpage/terminal', options);
  return { ...opened, command: opened.screen.getByLabelText('Command', { exact: true }) };
};

test('[TERM-173] a typed command is kept while another tab is open', async () => {
  const { screen, command } = await openTerminal();
  await command.fill('AT+HALF');
  await screen.getByRole('link', { name: 'Users', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect.element(command).not.toBeInTheDocument();
  await screen.getByRole('link', { name: 'Terminal', exact: true }).click();
  await expect.element(command).toHaveValue('AT+HALF');
});

test('[TERM-113] Ctrl+K inserts a command into the terminal input', async () => {
  const { screen, command } = await openTerminal();
  await expect.element(command).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette(screen)).toHaveFocus();
  await userEvent.keyboard('at+gsn');
  await expect.element(screen.getByRole('option', { name: /AT\+GSN/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(command).toHaveValue('AT+GSN');
  await expect.element(command).toHaveFocus();
});

test('[TERM-179] at 1280 × 800, the log is at least 560 px high, also with an open panel', async () => {
  const { screen } = await openTerminal({ isConnected: true });
  const log = screen.getByRole('log', { name: 'Terminal log' });
  await expect.element(log).toBeVisible();
  const height = () => log.element().getBoundingClientRect().height;
  await expect.poll(height).toBeGreaterThanOrEqual(560);
  await screen.getByRole('button', { name: 'Commands', exact: true }).click();
  await expect.element(screen.getByLabelText('Search the commands')).toBeVisible();
  expect(height()).toBeGreaterThanOrEqual(560);
});

test('[PAGE-85] at 200 % zoom, the terminal input is visible without scrolling', async () => {
  const { screen, command } = await openTerminal({ isConnected: true });
  await page.viewport(640, 400);
  await expect.element(command).toBeVisible();
  const bar = screen.getByRole('navigation', { name: 'Tabs' });
  const bottom = () => bar.element().getBoundingClientRect().top;
  await expect.poll(() => bottom() - command.element().getBoundingClientRect().bottom).toBeGreaterThan(0); // oxfmt-ignore
  const content = screen.getByRole('main').element();
  expect(content.scrollHeight).toBeLessThanOrEqual(content.clientHeight);
});

test('on a phone, the device chip shows its first detail uncut; other parts are cut first', async () => {
  await page.viewport(390, 844);
  const { pack, clock } = await renderShell('/mainpage/home', { isConnected: true });
  const part = (name: string) => document.querySelector(`.chip__${name}`);
  const isWhole = (name: string) => part(name)?.scrollWidth === part(name)?.clientWidth;
  await expect.poll(() => part('detail')?.textContent).toMatch(/^0.s$/);
  expect([isWhole('name'), isWhole('detail')]).toEqual([true, true]);
  pack.answers = false;
  await clock.advance(9_000);
  await expect.poll(() => part('detail')?.textContent).toMatch(/unanswered$/);
  expect(isWhole('detail')).toBe(true);
});

test('on a phone, the device chip shows that a port is being chosen, beside Cancel and Connect', async () => {
  await page.viewport(390, 844);
  const { screen, fake } = await renderShell('/mainpage/users');
  const release = fake.hold('choose');
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const name = document.querySelector('.chip__name');
  expect(name?.textContent).toBe('Choose a port…');
  expect(name?.scrollWidth).toBe(name?.clientWidth);
  release();
});

test('[PAGE-89] at 320 px, no text of the top bar is cut, idle and while recording', async () => {
  await page.viewport(320, 640);
  const { screen, core } = await renderShell('/mainpage/users', { isConnected: true });
  const limits = screen.getByRole('button', { name: 'Limits: none', exact: true });
  await expect.element(limits).toBeVisible();
  const cut = (): readonly (string | null)[] =>
    [...document.querySelectorAll('.top-bar__tools *')]
      .filter((each) => !each.matches('.visually-hidden, .visually-hidden *'))
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ className, textContent }) => className + textContent);
  await expect.poll(cut).toEqual([]);
  expect(document.querySelector('.top-bar')?.scrollWidth).toBe(320);
  core.recording.start();
  await expect.poll(() => document.querySelector('.record-control__state')).not.toBeNull();
  await expect.poll(cut).toEqual([]);
  expect(document.querySelector('.top-bar')?.scrollWidth).toBe(320);
});

test('[PAGE-194] the menu of the tabs stays open when the font arrives', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.spyOn(FontFace.prototype, 'load').mockImplementation(async function (this: FontFace) {
    await arrived;
    return this;
  });
  document.fonts.clear();
  await page.viewport(900, 800);
  const { screen, address } = await renderShell('/mainpage/users');
  await screen.getByRole('button', { name: 'More' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Logs' })).toBeVisible();
  arrive();
  await expect.poll(() => document.fonts.size).toBe(3);
  await screen.getByRole('menuitem', { name: 'Logs' }).click();
  await expect.element(address).toHaveTextContent('/mainpage/logs');
  vi.restoreAllMocks();
  await Promise.all([...document.fonts].map((font) => font.load())); // the next test measures with them
});

test('[PAGE-285] by keyboard, the arrows choose in the menu "More" of the tabs, and Escape returns the focus to its button', async () => {
  await page.viewport(900, 800);
  const { screen, address } = await renderShell('/mainpage/users');
  const more = screen.getByRole('button', { name: 'More' });
  await expect.element(more).toBeVisible();
  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.role).toBe('menuitem');
  const second = document.activeElement?.nextElementSibling;
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(second);
  await userEvent.keyboard('{Escape}');
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.role).toBe('menuitem');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).not.toHaveTextContent('/mainpage/users');
});
