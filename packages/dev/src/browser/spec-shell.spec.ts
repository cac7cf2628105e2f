import type { Page } from '@playwright/test';
import { savedText } from './rig/sessions-app.ts';
import { expect, test, worldTest } from './fixtures.ts';

/** Returns the names of the controls in the bars that the toast covers. */
const covered = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const toast = document.querySelector('.toast').getBoundingClientRect();
    const places = document.querySelectorAll(
      'header :is(a, button, input), .toolbar button, [aria-label="Panels"] button',
    );
    [...places].filter((place) => {
      const box = place.getBoundingClientRect();
      return box.width > 0 && box.left < toast.right && box.right > toast.left
        && box.top < toast.bottom && box.bottom > toast.top;
    }).map((place) => place.textContent || place.ariaLabel)
  }`);

/** The paths of all pages behind the login. */
const SCREENS =
  'home terminal assets?view=map assets?view=devices support complaint config config/batch analyticData analyticData?view=fleet firmwareTab smartConfig romeoConfig users upload home/sessions home/compare/live/live home/teach'.split(
    ' ',
  );
/** The paths of the lists, of which the first row is opened. */
const LISTS =
  'assets servicetab firmwareTab?view=images firmwareTab?view=pointing firmwareTab?view=history romeoList config/standards logs users?view=accounts'.split(
    ' ',
  );

test.describe('rules of the shell', () => {
  for (const [width, height] of [
    [1280, 800],
    [800, 600],
    [390, 844],
  ] as const) {
    test.describe(`${width} pixels wide`, () => {
      test.use({ viewport: { width, height }, hasTouch: width < 500 });

      test('[PAGE-80] a toast covers no control of the bars or of the terminal’s toolbar, with and without a device', async ({
        app,
        site,
      }) => {
        const { page } = app;
        await app.login('ada');
        await page.context().route(site.server.url, (route) => route.abort());
        await app.tab('Home', 'home');
        await app.notice('Opps! Something went wrong').waitFor();
        expect(await covered(page)).toEqual([]);
        await page.getByRole('button', { name: 'Close', exact: true }).click();
        await app.connect('Simulated device');
        await app.tab('Terminal', 'terminal');
        await site.simulator.unplug();
        await app.notice('OBD Port Disconnected').waitFor();
        expect(await covered(page)).toEqual([]);
        await site.simulator.plug();
      });
    });
  }

  test('[PAGE-83] [ST-06] Support saves diagnostics without personal data', async ({ app }) => {
    await app.login('ada');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await app.page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await app.tab('Support', 'support');
    const text = await savedText(app.page, () =>
      app.page.getByRole('button', { name: 'Save diagnostics' }).click(),
    );
    expect(JSON.parse(text)).toMatchObject({
      host: { product: '1.7.2' },
      connection: { kind: 'connected', linkId: 'simulated' },
      liveData: { shown: { understanding: 'native', cells: 16 } },
    });
    for (const secret of ['token-of-the-double', 'ada', 'Lovelace', 'u-1', '+ADATA'])
      expect(text).not.toContain(secret);
  });

  test('[D2] without a network, a tab opens for the first time and live data continues', async ({
    app,
  }) => {
    const { page } = app;
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
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
    await app.type('ATI');
    await app.log.getByText(/HW:/).waitFor();
    await app.tab('Home', 'home');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('Live', { exact: true }).waitFor();
  });

  test('[SESSION-17] Escape closes the logout question at once, also when it was opened from the user menu', async ({
    site,
  }) => {
    const moving = { context: { reducedMotion: 'no-preference' } } as const;
    await site.inApp(async ({ page, login, connect }) => {
      await login('ada');
      await connect('Simulated device');
      await page.getByRole('button', { name: 'Hi, Ada Lovelace' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      const question = page.getByRole('dialog').filter({ hasText: 'Are you sure to logout' });
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
    }, moving);
  });
});

worldTest(
  '[PAGE-85] [D1] the document does not scroll on any screen, at four widths and at 200 % zoom',
  async ({ app }) => {
    const { page } = app;
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    for (const path of [...LISTS, ...SCREENS]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(`
        history.pushState({}, '', '/mainpage/${path}');
        dispatchEvent(new PopStateEvent('popstate'));
      `);
      if (LISTS.includes(path)) {
        await page.locator('.collection__table .ant-table-row').first().click();
        await page.locator('.collection__detail-title').waitFor();
      } else {
        await page.getByRole('main').locator('> :first-child:not([role="status"])').first().waitFor(); // oxfmt-ignore
      }
      for (const [width, height] of [
        [1280, 800],
        [768, 1024],
        [390, 844],
        [320, 640],
        [640, 400], // this is 1280 × 800 at 200 %
      ] as const) {
        await page.setViewportSize({ width, height });
        const over = (): Promise<readonly number[]> =>
          page.evaluate(`{
            scrollTo(0, 9999);
            const { scrollHeight, scrollWidth, scrollTop } = document.documentElement;
            [scrollHeight - innerHeight, scrollWidth - innerWidth, scrollTop];
          }`);
        // The bar measures its tabs in the frame after a resize.
        await expect.poll(over, { message: `${path} at ${width}` }).toEqual([0, 0, 0]);
      }
    }
  },
);

test('[PAGE-194] the menu of the tabs stays open when the font arrives', async ({ app }) => {
  const { page } = app;
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.setViewportSize({ width: 900, height: 800 });
  await app.login('ada');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Logs' }).waitFor();
  arrive();
  await expect.poll(() => page.evaluate('document.fonts.size')).toBe(3);
  await page.getByRole('menuitem', { name: 'Logs' }).click();
  await page.waitForURL('**/mainpage/logs');
});
