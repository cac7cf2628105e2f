import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAccountCore, PERMISSION_FLAGS } from '@batbot/core';
import {
  createFakeClock,
  createFakeLog,
  createFakePushInbox,
  createFakeStorage,
} from '@batbot/core/fakes';
import { createTestServices, type ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { App } from './App.tsx';

const testAddress = location.href;
afterEach(() => history.replaceState(null, '', testAddress));

type Parts = Awaited<ReturnType<typeof createTestServices>>;

/** Renders the app at a path, as after a reload. `state` is what the browser has stored for this entry of its history. */
const openApp = async (path: string, { services }: Parts, state: unknown = null): Promise<void> => {
  history.replaceState(state, '', path);
  await render(<App services={services} />);
};
const openSignedIn = async (path: string, options: ScreenOptions = {}): Promise<Parts> => {
  const parts = await createTestServices({ path, ...options });
  await openApp(path, parts);
  return parts;
};
const openSignedOut = (path: string): Promise<Parts> => openSignedIn(path, { isSignedOut: true });

const logIn = async (pass = 'secret'): Promise<void> => {
  await page.getByPlaceholder('Enter your Email or username').fill('technician');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(pass);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const expectPath = async (path: string): Promise<void> => {
  await expect.poll(() => location.pathname).toBe(path);
};

describe.each(['/', '/login'])('%s', (path) => {
  test('[ROUTE-5] [LOGIN-12] shows the login page, which opens the shell after the login', async () => {
    await openSignedOut(path);
    await expect.element(heading('Welcome Back!')).toBeVisible();
    await logIn();
    await expectPath('/mainpage/assets');
  });

  test('[ROUTE-5] redirects a signed-in user to the shell', async () => {
    await openSignedIn(path);
    await expectPath('/mainpage/assets');
  });
});

test('[ROUTE-6] [ROUTE-15] [RT-01] without a user the shell redirects to the login page, and after login to the requested child', async () => {
  await openSignedOut('/mainpage/logs');
  await expectPath('/login');
  await logIn();
  await expectPath('/mainpage/logs');
});

test('[PAGE-269] an invalid language tag of the browser, with which the charts could not be loaded, is replaced', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix');
  await openSignedIn('/mainpage/home');
  await expect.poll(() => Intl.getCanonicalLocales(navigator.language)).toEqual(['en']);
  Reflect.deleteProperty(navigator, 'language');
});

test.each(['//evil.example', 'javascript:alert(1)'])(
  '[ROUTE-13] [RT-02] the requested child %j opens no page outside of the shell',
  async (next) => {
    const parts = await createTestServices({ isSignedOut: true });
    // The router stores the state of a page under `usr`.
    await openApp('/login?next=//evil.example#//evil.example', parts, { usr: { next } });
    await logIn();
    await expectPath('/mainpage/assets');
  },
);

test.each(['/nowhere', '/Mainpage2/users', '/login/x', '/a/b/c'])(
  '[ROUTE-7] [RT-04] %s shows the 404 page, whose button opens the login page',
  async (path) => {
    await openSignedOut(path);
    await expect.element(heading('404')).toBeVisible();
    expect(getComputedStyle(heading('404').element()).fontSize).toBe('64px');
    const text = page.getByText('Sorry, the page you visited does not exist.');
    await expect.element(text).toBeVisible();
    await expect.poll(() => document.title).toBe('404');
    await page.getByRole('button', { name: 'Back Home', exact: true }).click();
    await expect.element(heading('Welcome Back!')).toBeVisible();
    await expectPath('/login');
  },
);

test.each([
  ['/privacyBatBot', 'Terms and conditions'],
  ['/privacyAndroid', 'Privacy policy: BatBot for Android'],
  ['/privacyBatTrackAndroid', 'Privacy policy: BatTrack for Android'],
  ['/privacyVastusuchi', 'Privacy policy: Vastusuchi'],
  ['/privacyBatTrackBT', 'Privacy policy: BatTrack BT'],
  ['/releaseNotesBatBot', 'Release notes'],
])('[ROUTE-8] %s can be read without login and has the title %s', async (path, title) => {
  const { gateway } = await openSignedOut(path);
  await expect.element(heading(title)).toBeVisible();
  await expect.poll(() => document.title).toBe(`${title} · BatBot`);
  await expect.element(page.getByRole('article')).toHaveTextContent('help@example.com');
  expect(gateway.calls()).toEqual([]);
});

test('[PAGE-7] the release notes link to the Windows and Linux builds', async () => {
  const downloads = { windows: 'https://d.example/b.exe', linux: 'https://d.example/b.AppImage' };
  await openSignedIn('/releaseNotesBatBot', { isSignedOut: true, config: { downloads } });
  for (const [name, href] of [
    ['Download for Windows', downloads.windows],
    ['Download for Linux', downloads.linux],
  ] as const)
    await expect
      .element(page.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', href);
});

test.each([
  ['/login', true],
  ['/mainpage/support', false],
])(
  '[PAGE-4] [CONST-1] %s has the copyright of the company and version 1.7.2',
  async (path, isSignedOut) => {
    await openSignedIn(path, { isSignedOut });
    const text = page.getByText(/^© \d{4} Example Batteries · Version 1\.7\.2$/);
    await expect.element(text).toBeVisible();
  },
);

test('[ROUTE-12] a full-page loading indicator is shown while the record of the user is fetched', async () => {
  const parts = await createTestServices({ path: '/mainpage/users' });
  const release = parts.gateway.hold('getUserData');
  await openApp('/mainpage/users', parts);
  const loading = page.getByText('Loading content, please wait...');
  await expect.element(loading).toBeVisible();
  expect(document.querySelectorAll('.full-page .spinner')).toHaveLength(1);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect.element(tabs).not.toBeInTheDocument();
  release();
  await expect.element(heading('Users')).toBeVisible();
  await expect.element(loading).not.toBeInTheDocument();
});

test('[SESSION-21] [SA-03] with damaged user info in the storage, the login page is shown, without a call', async () => {
  const storage = createFakeStorage({ userInfo: '{"token":"t","userid":"u"}' });
  const { gateway } = await openSignedIn('/mainpage/users', { isSignedOut: true, storage });
  await expect.element(heading('Welcome Back!')).toBeVisible();
  await expectPath('/login');
  expect(storage.kept().size).toBe(0);
  expect(gateway.calls()).toEqual([]);
});

test('[LOGIN-14] [SA-10] the password is sent unchanged: long, with spaces, in any script', async () => {
  const pass = ` ${'pä ss wört 密码 '.repeat(8)} `;
  const { gateway } = await openSignedOut('/login');
  gateway.addAccount({ user: 'technician', pass, flags: [] });
  await logIn(pass);
  await expectPath('/mainpage/users');
});

test('[ERR-4] [CONST-6] if the server does not answer, one toast at the top right says so, and the form can be used again', async () => {
  const { gateway } = await openSignedOut('/login');
  gateway.setReachable(false);
  for (let times = 1; times <= 2; times += 1) {
    await logIn();
    await expect.poll(() => gateway.calls()).toHaveLength(times);
    await expect.element(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    const toast = page.getByRole('alert');
    await expect.element(toast.getByText('Opps! Something went wrong')).toBeVisible();
    const { right, top } = toast.element().getBoundingClientRect(); // fails if there are two toasts
    expect(right).toBeGreaterThan(1_200); // of 1280
    expect(top).toBeLessThan(120);
    await expect.element(heading('Welcome Back!')).toBeVisible(); // and not "User Deactivated"
  }
  gateway.setReachable(true);
  await logIn();
  await expectPath('/mainpage/assets');
});

test('[SESSION-16] [SA-02] "Token Expired" shows one modal; OK disconnects, clears the storage and opens the login page', async () => {
  const { gateway, core, storage } = await openSignedIn('/mainpage/users', { isConnected: true });
  await expect.element(heading('Users')).toBeVisible();
  gateway.supersede('technician');
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Account Logged in elsewhere' });
  await expect.element(modal).toBeVisible();
  const fetches = () => gateway.calls().filter((call) => call === 'getUserData').length;
  const before = fetches();
  await userEvent.keyboard('{Escape}');
  await expect.element(modal).toBeVisible();
  expect(core.link.connection$.value.kind).toBe('connected');
  await modal.getByRole('button', { name: 'OK', exact: true }).click();
  await expectPath('/login');
  expect(core.link.connection$.value.kind).toBe('disconnected');
  expect(storage.kept().size).toBe(0);
  expect(fetches()).toBe(before);
  expect(gateway.calls()).not.toContain('endSession');
});

test('[SESSION-46] after the session has ended on the server, the same user finds the input of forms again', async () => {
  const { gateway } = await openSignedIn('/mainpage/terminal');
  const command = page.getByLabelText('Command', { exact: true });
  await command.fill('AT+MINE');
  gateway.supersede('technician');
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expectPath('/login');
  await logIn();
  await page.getByRole('link', { name: 'Terminal', exact: true }).click();
  await expect.element(command).toHaveValue('AT+MINE');
});

test.each([
  ['typed command', '/mainpage/terminal', undefined, 'Command'],
  ['open form', '/mainpage/assets', 'Add a pack', 'Serial number'],
])(
  '[SESSION-100] [MT-03] when another tab signs in another user, the %s of the first user is removed',
  async (_, path, opener, label) => {
    const { gateway, storage } = await openSignedIn(path);
    if (opener !== undefined) await page.getByRole('button', { name: opener, exact: true }).click();
    const input = page.getByLabelText(label, { exact: true });
    await input.fill('MINE');
    gateway.addAccount({ user: 'second', pass: 'secret', flags: PERMISSION_FLAGS });
    const otherTab = createAccountCore({
      clock: createFakeClock(),
      store: storage.openTab(),
      log: createFakeLog(),
      gateway,
      push: createFakePushInbox(),
    });
    await otherTab.session.login('second', 'secret');
    await expect.element(page.getByText('Hi, second')).toBeVisible();
    expect(location.pathname).toBe(path);
    const texts = [...document.querySelectorAll('input')].map(({ value }) => value);
    expect(texts).not.toContain('MINE');
  },
);

test('[RT-06] a page that the Back button restores from the cache checks again whether a user is signed in', async () => {
  const { services } = await openSignedIn('/mainpage/users');
  await expect.element(heading('Users')).toBeVisible();
  vi.spyOn(services.account.session, 'recheck');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(services.account.session.recheck).toHaveBeenCalledOnce();
});
