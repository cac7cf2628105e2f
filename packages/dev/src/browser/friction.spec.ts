import type { Locator, Page } from '@playwright/test';
import { expect, usbTest as test } from './fixtures.ts';
import { sessionsOf } from './rig/sessions-app.ts';

/** Counts the clicks and key presses of the user. */
const counted = (page: Page) => {
  let clicks = 0;
  let keys = 0;
  return {
    click: async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    },
    press: async (...all: readonly string[]): Promise<void> => {
      for (const key of all) {
        keys += 1;
        await page.keyboard.press(key);
      }
    },
    clicks: () => clicks,
    keys: () => keys,
  };
};

const report = (what: string, now: number | string): void => {
  console.log(`friction: ${what}: ${now}`);
};

test.describe('number of clicks and keys', () => {
  test('[PAGE-88] connecting a granted port takes one click, and the first command at most six keys', async ({
    app,
  }) => {
    const { page } = app;
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    const person = counted(page);
    await person.click(app.connectButton);
    await app.disconnectButton.waitFor();
    report('clicks to connect a granted port', person.clicks());
    expect(person.clicks()).toBeLessThanOrEqual(1);

    await expect(app.command).toBeFocused();
    await person.press('A', 'T', 'Enter');
    await app.log.getByText('OK', { exact: true }).waitFor();
    report('keys from Connect to the first command', person.keys());
    expect(person.keys()).toBeLessThanOrEqual(6);
  });

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test.describe(`${width} × ${height}`, () => {
      test.use({ viewport: { width, height } });

      test('[PAGE-88] the verdict is visible without scrolling as soon as the first values are shown', async ({
        app,
      }) => {
        const { page } = app;
        await app.login('technician');
        await app.tab('Home', 'home');
        await app.connectButton.waitFor();
        const from = Date.now();
        await app.connectButton.click();
        await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
        report(`first values after Connect at ${width} px, ms`, Date.now() - from);
        const verdict = page.getByRole('region', { name: 'Verdict' });
        await expect(verdict.getByText(/^. OK$/)).toBeInViewport({ ratio: 1 });
        await expect(page.getByLabel('State of charge', { exact: true })).toBeInViewport();
      });
    });
  }

  test('[PAGE-88] a session can be opened from any tab with two clicks', async ({ app }) => {
    const { page } = app;
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect();
    const sessions = sessionsOf(app);
    await sessions.record(1);
    await sessions.note('Bus 12');
    await sessions.stop();
    await app.tab('Users', 'users');
    const person = counted(page);
    await person.click(page.getByRole('button', { name: 'Sessions and recording options' }));
    await person.click(page.getByRole('menuitem', { name: /^Sessions/ }));
    await expect(sessions.rows.filter({ hasText: 'Bus 12' })).toBeVisible();
    report('clicks to find a session', person.clicks());
    expect(person.clicks()).toBeLessThanOrEqual(2);
  });
});
