import { openApp } from '../app.ts';
import { expect, test } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[SESSION-17] [SESSION-18] [SA-04] [MT-03] logout asks for confirmation, then disconnects, clears the storage and opens the login page, in all tabs', async ({
  app,
  site,
}) => {
  const { page } = app;
  await app.start('ada', 'Terminal', 'terminal', 'Simulated device');
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

  // A button of a dialog that opens with an animation can move between the press and the release of a click.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.logout();
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await expect.poll(() => Object.values(site.simulator.state().clients)).not.toContain(true);
  await other.waitForURL('**/login');
  await other.getByText('Welcome Back!').waitFor();
  await page.goBack();
  await page.waitForURL('**/login');
});
