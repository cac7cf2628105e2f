import type { Page } from '@playwright/test';
import { ALL_FLAGS, expect, test } from './fixtures.ts';

const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Values that an attacker may set as the requested child. access.test.ts tests eighteen kinds. */
const hostile = ['//evil.example', 'javascript:alert(1)'];

test.describe('rules of the routes', () => {
  test('[ROUTE-5] / and /login show the login page, and redirect a signed-in user to the shell', async ({
    app: { page, open, login },
  }) => {
    for (const path of ['/', '/login']) {
      await open(path);
      await page.getByText('Welcome Back!').waitFor();
    }
    await login('ada');
    for (const path of ['/', '/login']) {
      await open(path);
      await page.waitForURL('**/mainpage/assets');
    }
  });

  test('[ROUTE-6] [ROUTE-15] [RT-01] without a user the shell redirects to the login page, and after login to the requested child', async ({
    app: { page, open, submitLogin },
  }) => {
    await open('/mainpage/logs');
    await page.waitForURL('**/login');
    await submitLogin('ada');
    await page.waitForURL('**/mainpage/logs');
  });

  test('[ROUTE-7] [RT-04] any other path shows the 404 page, whose button opens the login page', async ({
    app: { page, open },
  }) => {
    for (const path of ['/nowhere', '/Mainpage2/users', '/login/x', '/a/b/c']) {
      await open(path);
      await page.getByRole('heading', { name: '404', exact: true }).waitFor();
      await page.getByText('Sorry, the page you visited does not exist.').waitFor();
      await expect(page).toHaveTitle('404');
    }
    await page.getByRole('button', { name: 'Back Home', exact: true }).click();
    await page.waitForURL('**/login');
    await page.getByText('Welcome Back!').waitFor();
  });

  test('[RT-03] the login page is shown even if the browser refuses to change the address', async ({
    app: { page, open },
  }) => {
    await open('/nowhere');
    await page.evaluate('history.pushState = () => { throw new Error("refused"); }');
    await page.getByRole('button', { name: 'Back Home', exact: true }).click();
    await page.getByText('Welcome Back!').waitFor();
  });

  test('[ROUTE-11] [ROUTE-14] [RT-05] a child route that the user may not open redirects to the Users page, and its script is not loaded', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, open, login }) => {
        const scripts: string[] = [];
        page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
        await login('ada');
        for (const child of ['', 'terminal', 'romeoList']) {
          await open(`/mainpage/${child}`);
          await page.waitForURL('**/mainpage/users');
          await page.getByRole('heading', { name: 'Users' }).waitFor();
        }
        await open('/mainpage/support');
        await page.getByRole('heading', { name: 'Support' }).waitFor();
        expect(
          scripts.filter((path) =>
            /Terminal|Home|Assets|Logs|UploadScreen|ComplaintScreen|ServiceScreen|ConfigScreen|Firmware|Romeo|Sessions|Compare|Teach/.test(
              path,
            ),
          ),
        ).toEqual([]);
        site.server.grant('terminal');
        await open('/mainpage/terminal');
        await page.getByRole('log', { name: 'Terminal log' }).waitFor();
        expect(scripts.some((path) => path.includes('TerminalScreen'))).toBe(true);
      },
      { flags: [] },
    );
  });

  test('[ROUTE-12] a full-page loading indicator is shown while the shell loads', async ({
    app: { page, open, login },
    site,
  }) => {
    await login('ada');
    const release = site.server.hold('getUserData');
    await open('/mainpage/users');
    const loading = page.getByRole('status').filter({ hasText: 'Loading content, please wait...' });
    await loading.waitFor();
    expect(await page.locator('.full-page .spinner').count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Tabs' }).count()).toBe(0);
    release();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    expect(await loading.count()).toBe(0);
  });

  test('[ROUTE-13] [RT-02] no value of the requested child opens a page outside of the shell', async ({
    app: { page, open, submitLogin },
    site,
  }) => {
    for (const next of hostile) {
      await open('/login');
      // The router stores the state of a page under `usr`.
      await page.evaluate(`history.replaceState({ usr: { next: ${JSON.stringify(next)} } }, '')`);
      await page.reload();
      await submitLogin('ada');
      await expect.poll(() => pathOf(page), { message: next }).toBe('/mainpage/assets');
      expect(new URL(page.url()).origin).toBe(site.webUrl);
      await page.evaluate('localStorage.clear()');
    }
    await open('/login?next=//evil.example#//evil.example');
    await submitLogin('ada');
    await page.waitForURL('**/mainpage/assets');
  });

  test('[ROUTE-14] [ROUTE-16] [TAB-5] each tab of the bar opens its page from a lazy chunk, and the bar has the serial control and greets the user', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, login, baudRate, connectButton }) => {
        const scripts = new Set<string>();
        page.on('request', (request) => scripts.add(new URL(request.url()).pathname));
        await login('ada');
        await page.getByText('Hi, Ada Lovelace').waitFor();
        await expect(baudRate).toBeVisible();
        await expect(connectButton).toBeVisible();
        for (const [name, path, chunk] of [
          ['Home', 'home', 'HomeScreen'],
          ['Assets', 'assets', 'AssetsScreen'],
          ['Terminal', 'terminal', 'TerminalScreen'],
          ['Support', 'support', 'SupportScreen'],
          ['Complaint', 'complaint', 'ComplaintScreen'],
          ['Configuration', 'config', 'ConfigScreen'],
          ['Analytics', 'analyticData', 'AnalyticsScreen'],
          ['Service', 'servicetab', 'ServiceScreen'],
          ['Firmware', 'firmwareTab', 'FirmwareScreen'],
          ['Smart BMS Config', 'smartConfig', 'SmartConfigScreen'],
          ['Romeo Config', 'romeoConfig', 'RomeoConfigScreen'],
          ['Romeo List', 'romeoList', 'RomeoListScreen'],
          ['Logs', 'logs', 'LogsScreen'],
          ['Users', 'users', 'UsersScreen'],
          ['Upload', 'upload', 'UploadScreen'],
        ] as const) {
          // Pages may contain links with the same names.
          const tabs = page.getByRole('navigation', { name: 'Tabs' });
          await tabs.getByRole('link', { name, exact: true }).click();
          await page.waitForURL(`**/mainpage/${path}`);
          await page.getByRole('heading', { level: 1, name, exact: true }).first().waitFor();
          await expect(page).toHaveTitle(new RegExp(name));
          const own = [...scripts].filter(
            (each) => each.includes(`/${chunk}-`) && each.endsWith('.js'),
          );
          expect(own).toHaveLength(1);
        }
      },
      { flags: ALL_FLAGS, context: { viewport: { width: 2400, height: 900 } } },
    );
  });

  test('[ERR-8] [RT-08] a chunk that does not load is reported with Retry, which keeps the session and the open port', async ({
    app,
  }) => {
    const { page } = app;
    await page.route(/\/ServiceScreen[^/]*$/, (route) => route.abort()); // set before the chunk is prefetched
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await app.tab('Service', 'servicetab');
    const problem = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
    await problem.waitFor();
    await page.unroute(/\/ServiceScreen[^/]*$/);
    await problem.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
    await expect(app.disconnectButton).toBeVisible();
  });
});
