import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createFakeInstall, JOB } from '../testing/fake-install.fixture.ts';
import type { ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { renderShell } from './render-shell.fixture.tsx';

/** Renders the shell at a path, signed in as `technician` by default. */
const openShell = async (path: string, options: ScreenOptions = {}) => {
  const parts = await renderShell(path, options);
  const { screen, gateway } = parts;
  const tabs = screen.getByRole('navigation', { name: 'Tabs' });
  const fetches = () => gateway.calls().filter((call) => call === 'getUserData').length;
  // A change of the record that a test makes is for a later fetch than that of the page.
  await expect.poll(fetches).toBe(1);
  return {
    ...parts,
    tabs,
    tab: (name: string) => tabs.getByRole('link', { name, exact: true }),
    fetches,
  };
};
const flags = (...names: readonly string[]) => ({
  permissionJson: JSON.stringify(Object.fromEntries(names.map((name) => [name, true]))),
});

test('[SESSION-1] [SESSION-13] [SESSION-20] loading the shell and each click on a tab fetch the record; the tabs are disabled meanwhile', async () => {
  const { gateway, address, tabs, tab, fetches } = await openShell('/mainpage/users');
  await expect.element(tab('Support')).toBeVisible();
  expect(fetches()).toBe(1);
  const release = gateway.hold('getUserData');
  await tab('Support').click();
  await expect.element(tabs).toHaveAttribute('aria-busy', 'true');
  expect(tabs.element().querySelectorAll('.spinner')).toHaveLength(1);
  for (const link of tabs.getByRole('link').all())
    await expect.element(link).toHaveAttribute('aria-disabled', 'true');
  await tab('Home').click({ force: true }); // the link is aria-disabled
  await expect.element(address).toHaveTextContent('/mainpage/users');
  release();
  await expect.element(address).toHaveTextContent('/mainpage/support');
  expect(fetches()).toBe(2);
});

test('[SESSION-14] [SA-06] permissions follow the record: a tab that is no longer permitted redirects to Users and is removed', async () => {
  const { gateway, address, tabs, tab } = await openShell('/mainpage/support');
  const names = () =>
    tabs
      .getByRole('link')
      .all()
      .map((link) => link.element().textContent);
  gateway.alter('technician', flags('battAccess'));
  await tab('Home').click();
  await expect.element(address).toHaveTextContent('/mainpage/users');
  expect(names()).toEqual(['Assets', 'Support', 'Users']);
  gateway.alter('technician', flags());
  await tab('Support').click();
  await expect.element(address).toHaveTextContent('/mainpage/support');
  expect(names()).toEqual(['Support', 'Users']);
});

test('[PAGE-293] permissions that could not be read are not shown as refused', async () => {
  const { gateway, screen, tab } = await openShell('/mainpage/users');
  await expect.element(screen.getByText('15 of 15')).toBeVisible();
  gateway.alter('technician', { permissionJson: 'no JSON' });
  await tab('Users').click();
  await expect.element(screen.getByText(/^▲ Not known, because they could not/)).toBeVisible();
  expect(screen.getByText(/of 15$/).query()).toBe(null);
  expect(screen.getByText(': no permission').query()).toBe(null);
});

test('[SESSION-15] [SESSION-5] a status other than true or "true" ends the session', async () => {
  const { gateway, address, tab, account } = await openShell('/mainpage/users');
  gateway.alter('technician', { status: 'true' });
  await tab('Support').click();
  await expect.element(address).toHaveTextContent('/mainpage/support');
  expect(account.session.state$.value.kind).toBe('signedIn');
  gateway.alter('technician', { status: false });
  await tab('Users').click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedOut');
});

test('[SESSION-47] while firmware is installed, the modal of a session that has ended waits, a strip reports it, and the logout question warns', async () => {
  const { service: install, setState } = createFakeInstall();
  const { screen, gateway, address, tab } = await openShell('/mainpage/users', { install });
  setState({ kind: 'running', phase: 'entering', job: JOB });
  await screen.getByRole('link', { name: 'Logout', exact: true }).click();
  const question = screen.getByRole('dialog', { name: 'Are you sure to logout' });
  await expect.element(question).toHaveTextContent('▲ A firmware install is running: logging out');
  await question.getByRole('button', { name: 'Cancel' }).click();
  gateway.supersede('technician');
  await tab('Support').click();
  await expect.element(address).toHaveTextContent('/mainpage/support');
  const strip = screen.getByText('A firmware install is running. The session here ends after it.');
  await expect.element(strip).toBeVisible();
  const modal = screen.getByRole('dialog', { name: 'Account Logged in elsewhere' });
  await expect.element(modal).not.toBeInTheDocument();
  setState({ kind: 'idle' });
  await expect.element(modal.getByRole('button', { name: 'OK' })).toBeEnabled();
});

test('[SESSION-48] neither the end of an account nor a logout in another tab interrupts an install: the session ends after it', async () => {
  const { service: install, setState } = createFakeInstall();
  const { screen, gateway, address, tab, account, storage } = await openShell('/mainpage/users', {
    install,
  });
  setState({ kind: 'running', phase: 'entering', job: JOB });
  gateway.alter('technician', { status: false });
  await tab('Support').click();
  await expect.element(address).toHaveTextContent('/mainpage/support');
  gateway.alter('technician', { status: true });
  await tab('Terminal').click();
  await expect.element(address).toHaveTextContent('/mainpage/terminal');
  storage.openTab().clear();
  await expect
    .element(screen.getByLabelText('Needs attention').getByRole('strong'))
    .toHaveTextContent('Logged out in another tab');
  expect(account.session.state$.value.kind).toBe('signedIn');
  setState({ kind: 'idle' });
  await expect.poll(() => account.session.state$.value.kind).toBe('signedOut');
});

test('[PAGE-230] the browser asks before a reload while firmware is installed or a check runs', async () => {
  const { service: install, setState } = createFakeInstall();
  const { core } = await openShell('/mainpage/users', { install, isConnected: true });
  const asks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  setState({ kind: 'running', phase: 'entering', job: JOB });
  await expect.poll(asks).toBe(true);
  setState({ kind: 'idle' });
  await expect.poll(asks).toBe(false);
  await core.procedures.checks.start('Incoming inspection');
  await expect.poll(asks).toBe(true);
});

test('[ERR-1] any other error of the record shows a modal "Error" with its text, and the session continues', async () => {
  const { screen, gateway, address, tab } = await openShell('/mainpage/users');
  await expect.element(tab('Support')).toBeVisible();
  gateway.failNext('getUserData', { kind: 'refused', message: 'Database asleep' });
  await tab('Support').click();
  const modal = screen.getByRole('dialog');
  await expect.element(modal.getByText('Database asleep')).toBeVisible();
  await modal.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.element(modal).not.toBeInTheDocument();
  await tab('Support').click();
  await expect.element(address).toHaveTextContent('/mainpage/support');
});

test('[ERR-2] an error of the popover content is shown in a modal "Error"', async () => {
  const { screen, gateway, core } = await openShell('/mainpage/users');
  gateway.failNext('getPopOverContent', { kind: 'refused', message: 'No content today' });
  await core.popover.load();
  const modal = screen.getByRole('dialog', { name: 'Error' });
  await expect.element(modal.getByText('No content today')).toBeVisible();
  await modal.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
});

test('[PAGE-79] [SESSION-13] a link to a tab inside a page fetches the user record first, like the tab itself', async () => {
  const { screen, gateway, address } = await openShell('/mainpage/support');
  const link = screen.getByRole('main').getByRole('link', { name: 'See your permissions' });
  await expect.element(link).toBeVisible();
  const release = gateway.hold('getUserData');
  await link.click();
  await expect.element(link).toHaveAttribute('aria-disabled', 'true');
  await expect.element(address).toHaveTextContent('/mainpage/support');
  release();
  await expect.element(address).toHaveTextContent('/mainpage/users');
});

test.each([
  ['/mainpage', '/mainpage/assets'],
  ['/mainpage/', '/mainpage/assets'],
  ['/mainpage/nonsense', '/mainpage/users'],
  ['/mainpage/terminal/deeper', '/mainpage/users'],
  ['/mainpage/Terminal', '/mainpage/users'],
])('[ROUTE-9] [ROUTE-10] %s redirects to %s', async (path, leadsTo) => {
  const { address } = await openShell(path);
  await expect.element(address).toHaveTextContent(new RegExp(`^${leadsTo}$`));
});

test('[PAGE-81] when a followed link is removed with its screen, the new screen gets the focus', async () => {
  const { screen } = await openShell('/mainpage/home', { isConnected: true });
  const isMain = () => document.activeElement === screen.getByRole('main').element();
  const teach = screen.getByRole('link', { name: /^Teach/ });
  await expect.element(teach).toBeVisible();
  expect(document.activeElement).toBe(document.body); // so that Tab begins at the top of the page
  teach.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Teach this device' })).toBeVisible();
  await expect.poll(isMain).toBe(true);
  screen.getByRole('link', { name: 'Back to Home' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(teach).toBeVisible();
  await expect.poll(isMain).toBe(true);
});
