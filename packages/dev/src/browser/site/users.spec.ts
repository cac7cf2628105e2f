import { openApp } from '../app.ts';
import { expect, test } from '../fixtures.ts';
import { startServices, type Services } from '../rig/services.ts';

const PASSWORD = 'orchid-Tram-57-lumen';

test.describe('sub-users', () => {
  let services: Services;
  test.beforeAll(async () => {
    services = await startServices();
  });
  test.afterAll(() => services.close());

  test('[SYNC-22] [SYNC-23] a sub-user is invited by a link, accepts in another browser, sees the granted tabs and is deactivated', async ({
    browser,
    page,
  }) => {
    const app = openApp(page, services.webUrl);
    await app.login('technician');
    await app.tab('Users', 'users');
    await page.getByTitle('Sub-users', { exact: true }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill('nora@works.example');
    await page.getByRole('button', { name: 'Make the invitation' }).click();
    const link = await page.getByRole('textbox', { name: 'One-time link' }).inputValue();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('heading', { name: 'nora@works.example' }).waitFor();
    await page.getByRole('tab', { name: 'Rights' }).click();
    for (const name of [/^Terminal/, /^Assets/]) await page.getByRole('checkbox', { name }).check();
    const save = page.getByRole('button', { name: 'Save rights' });
    await save.click();
    await expect(save).toBeDisabled(); // the server has saved the rights
    await page.getByRole('checkbox', { name: /^Terminal added/ }).waitFor();

    const other = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    const invited = openApp(await other.newPage(), services.webUrl);
    await invited.page.goto(link);
    const name = invited.page.getByRole('textbox', { name: 'Username' });
    await expect(name).toHaveValue('nora@works.example');
    await name.fill('Nora');
    await invited.page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await invited.page.getByRole('button', { name: 'Save and log in' }).click();
    await invited.page.waitForURL('**/mainpage/**');
    expect((await invited.tabNames()).toSorted()).toEqual([
      'Assets',
      'Logout',
      'Support',
      'Terminal',
      'Users',
    ]);
    await invited.page.goto(link);
    await invited.page.getByText(/Somebody is already logged in/).waitFor();
    await invited.open('/mainpage/users');
    await invited.page.getByRole('heading', { name: 'Nora', exact: true }).waitFor();

    await app.tab('Users', 'users');
    await page.getByTitle('Sub-users', { exact: true }).click();
    await page.getByRole('row', { name: /Nora/ }).click();
    await page.getByRole('button', { name: 'Deactivate…' }).click();
    await page.getByRole('button', { name: 'Deactivate 1 account' }).click();
    await page.getByRole('button', { name: 'Activate…' }).waitFor();
    await invited.page.getByRole('link', { name: 'Terminal', exact: true }).click();
    await invited.page.getByRole('dialog', { name: 'Account Logged in elsewhere' }).waitFor();
    await invited.page.getByRole('button', { name: 'OK' }).click();
    await invited.submitLogin('Nora', PASSWORD);
    await invited.page.getByText('User Deactivated').waitFor();
    await other.close();
  });
});
