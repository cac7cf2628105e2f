import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.describe('rules of the login page', () => {
  const submit = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });

  test('[LOGIN-12] [LOGIN-13] a login stores the user info with its fifteen fields and opens the shell', async ({
    app: { page, login },
  }) => {
    await login('ada');
    expect(new URL(page.url()).pathname).toBe('/mainpage/assets');
    const stored = JSON.parse(
      await page.evaluate<string>('localStorage.getItem("userInfo")'),
    ) as Record<string, unknown>;
    expect(Object.keys(stored).toSorted()).toEqual(
      [
        'token',
        'profilePermission',
        'userid',
        'userName',
        'permission',
        'permissionJson',
        'companyName',
        'status',
        'creatorId',
        'subUserCount',
        'clientId',
        'clientName',
        'userLevel',
        'email',
        'phoneNumber',
      ].toSorted(),
    );
    expect(stored['token']).toBe('token-of-the-double');
  });

  test('[LOGIN-14] [SA-10] the password is sent unchanged: long, with spaces, in any script', async ({
    app: { open, submitLogin, page },
    site,
  }) => {
    const long = ` ${'pä ss wört 密码 '.repeat(8)} `;
    await open('/login');
    await submitLogin('ada', long);
    await page.waitForURL('**/mainpage/**');
    expect(site.server.calls()[0]?.variables).toEqual({
      user: 'ada',
      pass: long,
      softwareInfo: '1.7.2',
      platform: 'web',
    });
  });

  test("[ERR-4] [NW-03] an invalid response, a proxy's page, an overloaded or unreachable server shows the toast, and the form can be used again", async ({
    app: { page, open, submitLogin, notice },
    site,
  }) => {
    await open('/login');
    for (const answer of [
      undefined,
      { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
      { status: 200, type: 'application/json', body: '{"data":' },
      { status: 429, body: '{"errors":[{"message":"Too many attempts"}]}' },
    ]) {
      if (answer === undefined) await page.route(site.server.url, (route) => route.abort());
      else site.server.script('loginBot', answer);
      await submitLogin('ada');
      const toast = notice('Opps! Something went wrong');
      await toast.waitFor();
      const box = await toast.boundingBox();
      expect(box?.x).toBeGreaterThan(640); // of 1280: at the right
      expect(box?.y).toBeLessThan(200);
      expect(await page.getByText('User Deactivated').count()).toBe(0);
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(submit(page)).toBeEnabled();
      await page.unroute(site.server.url);
    }
  });

  test('[NW-04] data beside errors is used, also with status 294', async ({
    app: { page, open, submitLogin, notice },
    site,
  }) => {
    await open('/login');
    site.server.script('loginBot', {
      status: 294,
      body: JSON.stringify({
        data: {
          loginBot: {
            token: 't',
            userid: 'u-1',
            userName: 'Ada',
            permissionJson: '{"terminal":true}',
            status: 'true',
          },
        },
        errors: [{ message: 'clientName is not available' }],
      }),
    });
    await submitLogin('ada');
    await notice('Some data is missing').waitFor();
    await page.waitForURL('**/mainpage/*');
  });
});
