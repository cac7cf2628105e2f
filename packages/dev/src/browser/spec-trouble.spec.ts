import { expect, test } from './fixtures.ts';

test.describe('errors inside the app', () => {
  test('[PAGE-78] [RX-12] a widget that throws does not affect the rest of the page, is logged, and returns with the next reply', async ({
    app,
  }) => {
    const { page } = app;
    const lines: string[] = [];
    page.on('console', (line) => lines.push(line.text()));
    await app.login('ada');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    const cell = page.getByLabel('Cell 1', { exact: true }).first();
    await cell.waitFor();
    // Simulates data that makes formatting a cell's voltage throw; the decoders reject such data.
    await page.evaluate(`
        window.toFixed = Number.prototype.toFixed;
        Number.prototype.toFixed = function (digits) {
          if (digits === 3 && this < 5) throw new RangeError('odd data');
          return window.toFixed.call(this, digits);
        };
      `);
    const problem = page.getByText('The cells could not be shown');
    await problem.waitFor();
    expect(await app.value('State of charge')).toMatch(/%/);
    await expect(app.disconnectButton).toBeVisible();
    expect(lines).toContainEqual(
      expect.stringContaining('[batbot] unexpected error: RangeError: odd data'),
    );
    await page.evaluate('Number.prototype.toFixed = window.toFixed');
    await cell.waitFor();
    expect(await problem.count()).toBe(0);
  });

  test('[PAGE-78] [RX-12] uncaught errors and rejections are logged, and the app continues', async ({
    site,
  }) => {
    await site.inApp(
      async ({ page, login, tab }) => {
        const lines: string[] = [];
        page.on('console', (line) => lines.push(line.text()));
        await login('ada');
        await page.evaluate(`setTimeout(() => { throw new TypeError('thrown on purpose'); })`);
        await page.evaluate(`void Promise.reject(new TypeError('rejected on purpose'))`);
        for (const word of ['thrown', 'rejected'])
          await expect
            .poll(() => lines)
            .toContainEqual(
              expect.stringContaining(`unexpected error: TypeError: ${word} on purpose`),
            );
        await tab('Support', 'support');
      },
      { expected: /on purpose/ },
    );
  });

  test('[PAGE-76] [PAGE-77] [MT-05] a newer version is announced with a warning about the open port, and only the user reloads the page', async ({
    app,
    site,
  }) => {
    const { page } = app;
    await page.clock.install();
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await page.evaluate('window.isOld = true');
    await page.route(`${site.webUrl}/`, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({
            contentType: 'text/html',
            body: '<script type="module" src="/assets/index-newer.js"></script>',
          })
        : route.continue(),
    );
    await page.clock.fastForward('00:31');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    const text = 'A newer version of';
    await page.getByRole('status').filter({ hasText: text }).waitFor();
    const prompt = page
      .getByRole('group', { name: 'Needs attention' })
      .getByRole('listitem')
      .filter({ hasText: text });
    await prompt.getByText('it closes the port').waitFor();
    await expect(app.disconnectButton).toBeVisible();
    expect(await page.evaluate('window.isOld')).toBe(true);
    await app.disconnect();
    await prompt.getByText('Reload to use it').waitFor();
    await prompt.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction('window.isOld !== true');
    await app.log.waitFor();
    expect(await prompt.count()).toBe(0);
  });

  test('[CONST-21] [ERR-8] a chunk that has not loaded after 120 s is reported with Retry, and the session and the open port are kept', async ({
    app,
    site,
  }) => {
    const { page } = app;
    await page.clock.install();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The shell loads the chunks of the permitted tabs before the tabs are opened [D2].
    const asked = page.waitForRequest('**/ServiceScreen*.js', { timeout: 60_000 });
    await page.route('**/ServiceScreen*.js', async (route) => {
      await held;
      await route.continue();
    });
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await app.tab('Service', 'servicetab');
    await asked;
    // The 120 s begin here.
    await page.getByRole('main').getByText('Loading', { exact: true }).waitFor();
    const problem = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
    // The clock also runs by itself, so the first jump leaves time for a slow machine.
    await page.clock.fastForward('01:00');
    expect(await problem.count()).toBe(0);
    await page.clock.fastForward('01:00');
    await problem.waitFor();
    await expect(app.disconnectButton).toBeVisible();
    release();
    await problem.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor();
    await expect(app.disconnectButton).toBeVisible();
    await app.tab('Terminal', 'terminal');
    await app.type('AT+BAT?');
    await app.log.getByText('AT+BAT?', { exact: true }).waitFor();
    expect(Object.values(site.simulator.state().clients)).toContain(true);
  });

  test('[PAGE-79] [SESSION-13] a link to a tab inside a page fetches the user record first, like the tab itself', async ({
    app: { page, login, tab },
    site,
  }) => {
    await login('ada');
    await tab('Support', 'support');
    const release = site.server.hold('getUserData');
    const link = page.getByRole('main').getByRole('link', { name: 'See your permissions' });
    await link.click();
    await expect(link).toHaveAttribute('aria-disabled', 'true');
    expect(new URL(page.url()).pathname).toBe('/mainpage/support');
    release();
    await page.waitForURL('**/mainpage/users');
  });

  test('[RT-06] a page that the Back button restores from the cache checks again whether a user is signed in', async ({
    app: { page, login },
  }) => {
    await login('ada');
    // Simulates a logout in another tab while this page was in the cache and received no storage events.
    await page.evaluate('localStorage.clear()');
    expect(new URL(page.url()).pathname).toBe('/mainpage/assets');
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await page.waitForURL('**/login');
  });
});
