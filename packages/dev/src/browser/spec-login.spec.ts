import type { Page } from '@playwright/test';
import { refusal } from './rig/account-double.ts';
import { expect, test } from './fixtures.ts';

test.describe('rules of the login page', () => {
  const username = (page: Page) => page.getByPlaceholder('Enter your Email or username');
  const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
  const submit = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });
  const colourOf = async (page: Page, text: string): Promise<string> => {
    await page.getByText(text).waitFor();
    return page.evaluate<string>(
      'getComputedStyle(document.querySelector(".login__greeting")).color',
    );
  };

  test('[LOGIN-7] shows both fields, a toggle that shows the password, and the button', async ({
    app: { page, open },
  }) => {
    await open('/');
    await username(page).waitFor();
    await page.getByText('Welcome Back!').waitFor();
    await password(page).fill('secret');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show characters' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await expect(submit(page)).toBeEnabled();
  });

  test('[LOGIN-8] wrong credentials are told in red in the place of the greeting, until a field is clicked', async ({
    app: { page, open, submitLogin },
    site,
  }) => {
    await open('/login');
    const calm = await colourOf(page, 'Welcome Back!');
    site.server.script('loginBot', refusal('username/password incorrect'));
    await submitLogin('ada', 'wrong');
    await page.getByText('Incorrect Username/Password').waitFor();
    expect(await page.getByText('Welcome Back!').count()).toBe(0);
    const [red = 0, green = 0, blue = 0] =
      (await colourOf(page, 'Incorrect Username/Password')).match(/\d+/g)?.map(Number) ?? [];
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    for (const field of [username(page), password(page)]) {
      await field.click();
      await page.getByText('Welcome Back!').waitFor();
      expect(await colourOf(page, 'Welcome Back!')).toBe(calm);
      site.server.script('loginBot', refusal('username/password incorrect'));
      await submit(page).click();
      await page.getByText('Incorrect Username/Password').waitFor();
    }
  });

  test('[LOGIN-11] any other refusal is told as "User Deactivated"', async ({
    app: { page, open, submitLogin },
    site,
  }) => {
    await open('/login');
    site.server.script('loginBot', refusal('something else'));
    await submitLogin('ada');
    await page.getByText('User Deactivated').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('[LOGIN-9] [SA-11] while the request runs the fields are disabled, the button shows it, and one request is sent', async ({
    app: { page, open, submitLogin },
    site,
  }) => {
    await open('/login');
    const release = site.server.hold('loginBot');
    await submitLogin('ada');
    await expect(username(page)).toBeDisabled();
    await expect(password(page)).toBeDisabled();
    await expect(submit(page)).toBeDisabled();
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL('**/mainpage/**');
    expect(site.server.calls().filter(({ operation }) => operation === 'loginBot')).toHaveLength(1);
  });

  test('[LOGIN-10] an empty field is told below it, nothing is sent, and the form can be used', async ({
    app: { page, open },
    site,
  }) => {
    await open('/login');
    await submit(page).click();
    await page.getByText('Please enter your user-name', { exact: true }).waitFor();
    await page.getByText('Please enter your password', { exact: true }).waitFor();
    await username(page).fill('ada');
    await submit(page).click();
    await page.getByText('Please enter your password', { exact: true }).waitFor();
    expect(await page.getByText('Please enter your user-name', { exact: true }).count()).toBe(0);
    expect(site.server.calls()).toEqual([]);
    await password(page).fill('secret');
    await submit(page).click();
    await page.waitForURL('**/mainpage/**');
  });

  test('[LOGIN-12] [LOGIN-13] success keeps the user info with its fifteen fields and leads into the shell', async ({
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

  test('[LOGIN-14] [SA-10] the password is sent as it was typed: long, with blanks, in any script', async ({
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

  test("[ERR-4] [NW-03] no answer, a proxy's page or an overloaded server is the toast, and the form can be used again", async ({
    app: { page, open, submitLogin, notice },
    site,
  }) => {
    await open('/login');
    for (const answer of [
      { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
      { status: 200, type: 'application/json', body: '{"data":' },
      { status: 429, body: '{"errors":[{"message":"Too many attempts"}]}' },
    ]) {
      site.server.script('loginBot', answer);
      await submitLogin('ada');
      const toast = notice('Opps! Something went wrong');
      await toast.waitFor();
      const box = await toast.boundingBox();
      expect(box?.x).toBeGreaterThan(640); // of 1280: at the right
      expect(box?.y).toBeLessThan(200);
      expect(await page.getByText('User Deactivated').count()).toBe(0);
      await page.getByRole('button', { name: 'Close' }).click();
      await expect(submit(page)).toBeEnabled();
    }
  });

  test('[NW-04] data beside errors count, also with status 294', async ({
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
    await notice('Some data are missing').waitFor();
    await page.waitForURL('**/mainpage/*');
  });
});
