import { openApp } from '../app.ts';
import { expect, test } from '../fixtures.ts';

test('[SESSION-17] [SESSION-18] [SA-04] [MT-03] logout asks for confirmation, then disconnects, clears the storage and opens the login page, in all tabs', async ({
  site,
}) => {
  const moving = { context: { reducedMotion: 'no-preference' } } as const;
  await site.inApp(async (app) => {
    const { page } = app;
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await page.evaluate('localStorage.setItem("terminalCommand1", "ATI")');
    const other = await page.context().newPage();
    const second = openApp(other, site.webUrl);
    await second.open('/mainpage/terminal');
    await second.log.waitFor();
    await page.bringToFront();

    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure to logout' });
    await page.getByRole('button', { name: 'Hi, Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await question.waitFor();
    await page.keyboard.press('Escape'); // also while the dialog is still opening
    await question.waitFor({ state: 'hidden' });
    await expect(app.disconnectButton).toBeVisible();

    await app.logout();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await expect.poll(() => Object.values(site.simulator.state().clients)).not.toContain(true);
    await other.waitForURL('**/login');
    await other.getByText('Welcome Back!').waitFor();
    await page.goBack();
    await page.waitForURL('**/login');
  }, moving);
});

test('[ERR-9] [NW-01] [NW-08] without a network, a toast reports it, a tab opens for the first time, a device connects and live data continues', async ({
  app,
}) => {
  const { page } = app;
  await app.login('ada');
  await app.tab('Home', 'home');
  // The import ends when the chunk has loaded with all chunks that it imports.
  const loaded = (): Promise<boolean> =>
    page.evaluate(`Promise.all(
      performance.getEntriesByType('resource')
        .filter(({ name }) => /TerminalScreen.*\\.js$/.test(name))
        .map(({ name }) => import(name)),
    ).then((chunks) => chunks.length > 0)`);
  await expect.poll(loaded).toBe(true);
  await page.context().route('**/*', (route) => route.abort()); // the device's WebSocket is not affected
  await app.tab('Terminal', 'terminal');
  await app.notice('Opps! Something went wrong').waitFor();
  await app.connect('Simulated device');
  await app.type('ATI');
  await app.log.getByText(/HW:/).waitFor();
  // The app does not rely on the browser's online state.
  await page.context().unroute('**/*');
  await page.evaluate('Object.defineProperty(navigator, "onLine", { get: () => false })');
  const answered = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('getUserData'),
  );
  await app.tab('Home', 'home');
  await answered;
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByText('Live', { exact: true }).waitFor();
});
