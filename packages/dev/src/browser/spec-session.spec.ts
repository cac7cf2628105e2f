import { openApp } from './app.ts';
import { refusal } from './rig/account-double.ts';
import { ALL_FLAGS, expect, type Site, test } from './fixtures.ts';

test.describe('rules of the session', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const count = (operation: string): number =>
    site.server.calls().filter((call) => call.operation === operation).length;
  const stored = 'localStorage.getItem("userInfo")';

  test('[SESSION-16] [SA-02] "Token Expired" shows one modal; OK disconnects, clears the storage and opens the login page', async ({
    app,
  }) => {
    const { page } = app;
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    site.server.script('getUserData', refusal('Token Expired'));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    const modal = page.getByRole('dialog', { name: 'Account Logged in elsewhere' });
    await modal.waitFor();
    const asked = count('getUserData');
    expect(await page.evaluate(stored)).not.toBeNull();
    await page.keyboard.press('Escape');
    await expect(modal).toBeVisible();
    await modal.getByRole('button', { name: 'OK', exact: true }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await expect.poll(() => Object.values(site.simulator.state().clients)).not.toContain(true);
    // The workspace, which loads when the page is idle, may have asked for changes meanwhile.
    expect(count('getUserData')).toBe(asked);
    expect(count('endSession')).toBe(0);
  });

  test('[ERR-6] an error of the popover content is shown in a modal "Error"', async ({
    app: { page, open, submitLogin },
  }) => {
    await open('/login');
    site.server.script('getPopOverContent', refusal('No content today'));
    await submitLogin('ada');
    const modal = page.getByRole('dialog', { name: 'Error' });
    await modal.getByText('No content today').waitFor();
    await modal.getByRole('button', { name: 'OK', exact: true }).click();
    await page.getByRole('heading', { name: 'Assets' }).waitFor();
  });

  test('[ERR-9] [NW-01] [NW-08] when the server does not respond, a toast reports it and the user continues with the stored data', async ({
    app: { page, login, tab, notice, connect, connectButton },
  }) => {
    await login('ada');
    await page.context().route(site.server.url, (route) => route.abort());
    await tab('Terminal', 'terminal');
    await notice('Opps! Something went wrong').waitFor();
    await connect('Simulated device');
    await page.getByRole('log').getByText('Connected', { exact: true }).waitFor();
    expect(await connectButton.count()).toBe(0);
    // The app does not rely on the browser's online state.
    await page.context().unroute(site.server.url);
    await page.context().setOffline(false);
    await page.evaluate('Object.defineProperty(navigator, "onLine", { get: () => false })');
    await tab('Support', 'support');
    expect(count('getUserData')).toBeGreaterThan(1);
  });

  test('[SESSION-17] [SA-04] logout asks for confirmation, then disconnects, clears the storage and opens the login page', async ({
    app,
  }) => {
    const { page } = app;
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await page.evaluate('localStorage.setItem("terminalCommand1", "ATI")');
    await page.getByRole('link', { name: 'Logout', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure to logout' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect(app.disconnectButton).toBeVisible();
    await app.logout();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await expect.poll(() => Object.values(site.simulator.state().clients)).not.toContain(true);
    await page.goBack();
    await page.waitForURL('**/login');
  });

  test('[SESSION-18] [MT-03] a logout in one tab of the browser ends the session in all tabs', async ({
    app,
  }) => {
    await app.login('ada');
    const other = await app.page.context().newPage();
    const second = openApp(other, site.webUrl);
    await second.open('/mainpage/terminal');
    await second.log.waitFor();
    await app.logout();
    await other.waitForURL('**/login');
    await other.getByText('Welcome Back!').waitFor();
  });

  test('[SESSION-100] [MT-03] when another tab signs in another user, the input of the first user is removed', async ({
    app,
  }) => {
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.command.fill('AT+MINE');
    const other = await app.page.context().newPage();
    await other.goto(`${site.webUrl}/releaseNotesBatBot`);
    await other.evaluate(
      'localStorage.userInfo = localStorage.userInfo.replace(/"userid":"[^"]*"/, \'"userid":"u-2"\')',
    );
    await expect(app.command).toHaveValue('');
  });

  test('[SESSION-21] [SA-03] stored user info that is malformed or lacks permissionJson ends the session at once, without a request', async () => {
    for (const wrong of ['garbage', '{"token":7}', '{"token":"t","userid":"u"}', '[]', 'null']) {
      await site.inApp(
        async ({ page, open }) => {
          await open('/mainpage/users');
          await page.waitForURL('**/login');
          await page.getByText('Welcome Back!').waitFor();
          expect(await page.evaluate('localStorage.length')).toBe(0);
          expect(count('getUserData')).toBe(0);
        },
        {
          prepare: (context) =>
            context.addInitScript(
              `if (!sessionStorage.once) { sessionStorage.once = 1; localStorage.userInfo = '${wrong}'; }`,
            ),
        },
      );
    }
  });

  test('[CALL-5] [CALL-14] every call is a POST of JSON to the one endpoint, and all calls except the login carry the bare token', async () => {
    await site.inApp(
      async ({ login }) => {
        await login('ada');
        await expect.poll(() => count('getPopOverContent')).toBe(1);
        for (const call of site.server.calls()) {
          expect(call.method).toBe('POST');
          expect(call.path).toBe('/graphql');
          expect(call.contentType).toContain('application/json');
          expect(call.authorization).toBe(
            call.operation === 'loginBot' ? undefined : 'token-of-the-double',
          );
          // values are passed as variables and not inserted into the query text
          expect(call.query).not.toContain('u-1');
        }
        const variables = (operation: string) =>
          site.server.calls().find((call) => call.operation === operation)?.variables;
        expect(variables('getUserData')).toEqual({ userId: 'u-1', batbotWebVer: '1.7.2' });
        expect(variables('getPopOverContent')).toEqual({ userId: 'u-1' });
      },
      { flags: ALL_FLAGS },
    );
  });
});
