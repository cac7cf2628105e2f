import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './rig/describe-in-browser.ts';
import { refusal } from './rig/account-double.ts';
import { soon, startSpecBench, type SpecBench } from './spec-bench.ts';

describeInBrowser('rules of the login page', ['chromium'], () => {
  let bench: SpecBench;
  beforeAll(async () => {
    bench = await startSpecBench();
  });
  afterAll(() => bench?.close());

  const username = (page: Page) => page.getByPlaceholder('Enter your Email or username');
  const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
  const submit = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });
  const colourOf = async (page: Page, text: string): Promise<string> => {
    await page.getByText(text).waitFor();
    return page.evaluate<string>(
      'getComputedStyle(document.querySelector(".login__greeting")).color',
    );
  };

  it('[LOGIN-7] shows both fields, a toggle that shows the password, and the button', async () => {
    await bench.inApp(async ({ page, open }) => {
      await open('/');
      await username(page).waitFor();
      await page.getByText('Welcome Back!').waitFor();
      await password(page).fill('secret');
      expect(await password(page).getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: 'Show characters' }).click();
      expect(await password(page).getAttribute('type')).toBe('text');
      expect(await submit(page).isEnabled()).toBe(true);
    });
  });

  it('[LOGIN-8] wrong credentials are told in red in the place of the greeting, until a field is clicked', async () => {
    await bench.inApp(async ({ page, open, submitLogin }) => {
      await open('/login');
      const calm = await colourOf(page, 'Welcome Back!');
      bench.server.script('loginBot', refusal('username/password incorrect'));
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
        bench.server.script('loginBot', refusal('username/password incorrect'));
        await submit(page).click();
        await page.getByText('Incorrect Username/Password').waitFor();
      }
    });
  });

  it('[LOGIN-11] any other refusal is told as "User Deactivated"', async () => {
    await bench.inApp(async ({ page, open, submitLogin }) => {
      await open('/login');
      bench.server.script('loginBot', refusal('something else'));
      await submitLogin('ada');
      await page.getByText('User Deactivated').waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    });
  });

  it('[LOGIN-9] [SA-11] while the request runs the fields are disabled, the button shows it, and one request is sent', async () => {
    await bench.inApp(async ({ page, open, submitLogin }) => {
      await open('/login');
      const release = bench.server.hold('loginBot');
      await submitLogin('ada');
      await expect.poll(() => username(page).isDisabled(), soon).toBe(true);
      expect(await password(page).isDisabled()).toBe(true);
      expect(await submit(page).isDisabled()).toBe(true);
      expect(await submit(page).getAttribute('aria-busy')).toBe('true');
      await page.keyboard.press('Enter');
      release();
      await page.waitForURL('**/mainpage/**');
      expect(bench.server.calls().filter(({ operation }) => operation === 'loginBot')).toHaveLength(
        1,
      );
    });
  });

  it('[LOGIN-10] an empty field is told below it, nothing is sent, and the form can be used', async () => {
    await bench.inApp(async ({ page, open }) => {
      await open('/login');
      await submit(page).click();
      await page.getByText('Please enter your user-name', { exact: true }).waitFor();
      await page.getByText('Please enter your password', { exact: true }).waitFor();
      await username(page).fill('ada');
      await submit(page).click();
      await page.getByText('Please enter your password', { exact: true }).waitFor();
      expect(await page.getByText('Please enter your user-name', { exact: true }).count()).toBe(0);
      expect(bench.server.calls()).toEqual([]);
      await password(page).fill('secret');
      await submit(page).click();
      await page.waitForURL('**/mainpage/**');
    });
  });

  it('[LOGIN-12] [LOGIN-13] success keeps the user info with its fifteen fields and leads into the shell', async () => {
    await bench.inApp(async ({ page, login }) => {
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
  });

  it('[LOGIN-14] [SA-10] the password is sent as it was typed: long, with blanks, in any script', async () => {
    await bench.inApp(async ({ open, submitLogin, page }) => {
      const long = ` ${'pä ss wört 密码 '.repeat(8)} `;
      await open('/login');
      await submitLogin('ada', long);
      await page.waitForURL('**/mainpage/**');
      expect(bench.server.calls()[0]?.variables).toEqual({
        user: 'ada',
        pass: long,
        softwareInfo: '1.7.2',
        platform: 'web',
      });
    });
  });

  it("[ERR-4] [NW-03] no answer, a proxy's page or an overloaded server is the toast, and the form can be used again", async () => {
    await bench.inApp(async ({ page, open, submitLogin, notice }) => {
      await open('/login');
      for (const answer of [
        { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
        { status: 200, type: 'application/json', body: '{"data":' },
        { status: 429, body: '{"errors":[{"message":"Too many attempts"}]}' },
      ]) {
        bench.server.script('loginBot', answer);
        await submitLogin('ada');
        const toast = notice('Opps! Something went wrong');
        await toast.waitFor();
        const box = await toast.boundingBox();
        expect(box?.x).toBeGreaterThan(640); // of 1280: at the right
        expect(box?.y).toBeLessThan(200);
        expect(await page.getByText('User Deactivated').count()).toBe(0);
        await page.getByRole('button', { name: 'Close' }).click();
        await expect.poll(() => submit(page).isEnabled(), soon).toBe(true);
      }
    });
  });

  it('[NW-04] data beside errors count, also with status 294', async () => {
    await bench.inApp(async ({ page, open, submitLogin, notice }) => {
      await open('/login');
      bench.server.script('loginBot', {
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
});
