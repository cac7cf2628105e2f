import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { App } from './app.ts';
import { expect, type Site, test } from './fixtures.ts';

test.describe('alarms of the user’s limits', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  test.afterEach(async () => {
    await control('DELETE', '/control/faults');
    await control('POST', '/control/pack', { soc: 0.6 });
  });

  const control = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const url = new URL(path, site.simulator.wsUrl?.replace('ws:', 'http:'));
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, ...sent });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const atHome = async (app: App): Promise<void> => {
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await app.page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  };
  const strip = (page: Page) => page.getByRole('group', { name: 'Alarms of your limits' });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const openLimits = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^(Alarms: |\d+ alarm)/ }).click();
    await page.getByRole('dialog', { name: 'Alarm limits' }).waitFor();
  };
  /** The name of the control that has the focus; of the body, which has it when none has, nothing. */
  const focused = (page: Page) => () =>
    page.evaluate<string>("document.activeElement.closest('button')?.innerText ?? ''");
  const set = (page: Page) => page.getByRole('button', { name: 'Set limits', exact: true }).click();

  test('[OBD-127] [OBD-129] an alarm stands above every tab, in the title and at its value, until it is acknowledged', async ({
    app,
  }) => {
    const { page } = app;
    await atHome(app);
    await openLimits(page);
    await field(page, 'State of charge, low limit, %').fill('20');
    await set(page);
    await page.getByRole('button', { name: 'Alarms: 1 limit, watched', exact: true }).waitFor();
    expect(await strip(page).innerText()).toBe('');

    await control('POST', '/control/pack', { soc: 0.15 });
    const alarm = strip(page).getByRole('listitem').filter({ hasText: 'low limit 20.0 %' });
    await alarm.getByText(/^State of charge at 1[45]\.\d %$/).waitFor();
    await strip(page).getByRole('alert').getByText('Alarm: State of charge, low limit 20.0 %').waitFor(); // prettier-ignore
    await expect.poll(() => page.title()).toMatch(/^✕ 1 alarm · Home/);
    await page.locator('.metric--soc').getByTitle('Beyond a limit you set').waitFor();

    await app.tab('Users', 'users');
    await alarm.waitFor();
    await page.keyboard.press('Alt+Shift+KeyA');
    await alarm.getByText(/Acknowledged$/).waitFor();
    await expect.poll(() => page.title()).not.toContain('alarm');
    // Polls stop outside of Home: what is shown is not called watched.
    await strip(page).getByText(/Limits are not watched: no live data since .* on Home only/).waitFor(); // prettier-ignore

    await app.tab('Terminal', 'terminal');
    await app.log.getByText(/^Alarm: State of charge at 1[45]\.\d %, low limit 20\.0 %$/).waitFor(); // prettier-ignore
    await app.log.getByText('Alarm acknowledged: State of charge, low limit 20.0 %').waitFor();

    await control('POST', '/control/pack', { soc: 0.6 });
    await app.tab('Home', 'home');
    await expect.poll(() => strip(page).innerText()).toBe('');
  });

  test('[OBD-125] a sound that was asked for is heard at once, and calls until somebody acknowledges', async () => {
    const countTones = `
      window.tones = 0;
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    `;
    const visit = { prepare: (context: BrowserContext) => context.addInitScript(countTones) };
    await site.inApp(async ({ page, ...app }) => {
      const tones = () => page.evaluate<number>('window.tones');
      await atHome({ page, ...app });
      await openLimits(page);
      await page.getByRole('checkbox', { name: /^Sound/ }).check();
      await expect.poll(tones).toBe(3);
      await field(page, 'State of charge, low limit, %').fill('99');
      await set(page);
      await strip(page).getByRole('button', { name: /^Acknowledge/ }).waitFor(); // prettier-ignore
      await expect.poll(tones).toBeGreaterThanOrEqual(9);
      await strip(page).getByRole('button', { name: /^Acknowledge/ }).click(); // prettier-ignore
      await strip(page)
        .getByText(/Acknowledged$/)
        .waitFor();
    }, visit);
  });

  test('[OBD-115] a device that falls silent: it is said that nothing is watched, and since when', async ({
    app,
  }) => {
    const { page } = app;
    await atHome(app);
    await openLimits(page);
    await page.getByRole('button', { name: 'LFP', exact: true }).click();
    await set(page);
    await page.getByRole('button', { name: /^Alarms: 6 limits, watched$/ }).waitFor();
    await control('POST', '/control/faults', { name: 'silence' });
    await strip(page).getByText(/Limits are not watched: no live data since \d\d:\d\d:\d\d, the device does not answer/).waitFor(); // prettier-ignore
    await expect.poll(() => page.title()).toContain('▲ Not watched');
    await control('DELETE', '/control/faults');
    await page.getByRole('button', { name: /^Alarms: 6 limits, watched$/ }).waitFor();
  });

  test('[OBD-128] [OBD-118] [OBD-121] [OBD-136] the form corrects, fills in, exports and imports; nothing counts before “Set limits”', async ({
    app,
  }) => {
    const { page } = app;
    await control('POST', '/control/scenario', { name: 'no-temperatures' });
    await atHome(app);
    await openLimits(page);
    const dialog = page.getByRole('dialog', { name: 'Alarm limits' });
    await dialog.getByRole('row', { name: /^Temperature/ }).getByText('this device does not report it').waitFor(); // prettier-ignore
    const low = field(page, 'Cell voltage, low limit, V');
    await dialog.getByRole('button', { name: 'NMC', exact: true }).click();
    await expect(low).toHaveValue('3');
    await low.fill('4,3');
    await set(page);
    await dialog.getByRole('alert').getByText('Cell voltage, low limit must be at least 0.02 V below the high limit of 4.25 V.').waitFor(); // prettier-ignore
    await expect
      .poll(() => page.evaluate('document.activeElement.dataset.field'))
      .toBe('cellVoltage.low');
    await low.fill('3,1');

    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await saving).path();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      format: 'batbot-alarm-limits',
      limits: expect.arrayContaining([{ quantity: 'cellVoltage', side: 'low', value: 3.1 }]),
    });
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Alarms: no limits', exact: true }).waitFor();
    await expect.poll(focused(page)).toContain('Alarms: no limits');

    await openLimits(page);
    await dialog.getByText('Not set yet. Closed, it is kept until you come back.').waitFor();
    await expect(low).toHaveValue('3,1');
    await dialog.getByRole('button', { name: 'Discard changes', exact: true }).click();
    await expect(low).toHaveValue('');
    await page.getByLabel('Alarm limits file', { exact: true }).setInputFiles(file);
    await expect(low).toHaveValue('3.1'); // a file is read by and by
    await set(page);
    await page.getByRole('button', { name: 'Alarms: 6 limits, not all watched', exact: true }).waitFor(); // prettier-ignore
    await expect.poll(focused(page)).toContain('Alarms: 6 limits');
    await strip(page).getByText('Not watched: Temperature: this device does not report it').waitFor(); // prettier-ignore
    await page.reload();
    await page.getByRole('button', { name: 'Alarms: 6 limits, not watched', exact: true }).waitFor(); // prettier-ignore
  });
});
