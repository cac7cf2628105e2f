import { PERMISSION_FLAGS } from '@batbot/core';
import { expect, test } from '../fixtures.ts';

test('[RT-03] the login page is shown even if the browser refuses to change the address', async ({
  app: { page, open },
}) => {
  await open('/nowhere');
  await page.evaluate('history.pushState = () => { throw new Error("refused"); }');
  await page.getByRole('button', { name: 'Back Home', exact: true }).click();
  await page.getByText('Welcome Back!').waitFor();
});

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 2400, height: 900 } });

  test('[ROUTE-11] [ROUTE-14] [ROUTE-16] [RT-05] [TAB-5] [OPS-12] each tab loads its own chunk, compressed with Brotli, and none without the permission', async ({
    app: { page, open, login, baudRate, connectButton },
    site,
  }) => {
    site.server.grant();
    const scripts = new Set<string>();
    const uncompressed: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!/\.(?:js|css)$/.test(pathname)) return;
      scripts.add(pathname);
      if (response.headers()['content-encoding'] !== 'br') uncompressed.push(pathname);
    });
    const chunks = (name: string) => [...scripts].filter((each) => each.includes(`/${name}-`));
    const tabs = [
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
    ] as const;

    await login('ada');
    await page.getByText('Hi, Ada Lovelace').waitFor();
    await open('/mainpage/terminal');
    await page.waitForURL('**/mainpage/users');
    await page.getByRole('link', { name: 'Support', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
    const loaded = tabs.map(([, , chunk]) => chunk).filter((chunk) => chunks(chunk).length > 0);
    expect(loaded).toEqual(['SupportScreen', 'UsersScreen']);

    site.server.grant(...PERMISSION_FLAGS);
    await open('/mainpage/users');
    await expect(baudRate).toBeVisible();
    await expect(connectButton).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'Tabs' }); // pages may contain links with the same names
    await expect(bar.getByRole('link')).toHaveText(tabs.map(([name]) => name));
    for (const [name, path, chunk] of tabs) {
      await bar.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**/mainpage/${path}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).first().waitFor();
      await expect(page).toHaveTitle(new RegExp(name));
      expect(chunks(chunk).filter((each) => each.endsWith('.js'))).toHaveLength(1);
    }
    expect(uncompressed).toEqual([]);
  });
});

test('[ERR-8] [RT-08] a chunk that does not load is reported with Retry, which keeps the session and the open port', async ({
  app,
}) => {
  const { page } = app;
  await page.route(/\/ServiceScreen[^/]*$/, (route) => route.abort()); // set before the chunk is prefetched
  await app.start('ada', 'Terminal', 'terminal', 'Simulated device');
  await app.tab('Service', 'servicetab');
  const problem = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await problem.waitFor();
  await page.unroute(/\/ServiceScreen[^/]*$/);
  await problem.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
  await expect(app.disconnectButton).toBeVisible();
});
