import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { App } from './app.ts';
import { expect, type Site, test } from './fixtures.ts';

test.describe('alarms of the user’s limits', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const atHome = async (app: App): Promise<void> => {
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect('Simulated device');
    await app.page.getByLabel('Cell 1', { exact: true }).first().waitFor();
  };
  const strip = (page: Page) => page.getByRole('group', { name: 'Needs attention' });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const openLimits = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^(Limits: none|\d+ (limit|alarm))/ }).click();
    await page.getByRole('dialog', { name: 'Alarm limits' }).waitFor();
  };
  /** Returns the text of the button that has the focus; an empty string if no button has it. */
  const focused = (page: Page) => () =>
    page.evaluate<string>("document.activeElement.closest('button')?.innerText ?? ''");
  const set = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  test('[OBD-127] [OBD-129] an active alarm is shown on every tab, in the title and at its value until it is acknowledged', async ({
    app,
  }) => {
    const { page } = app;
    await atHome(app);
    await openLimits(page);
    await field(page, 'State of charge, low limit, %').fill('20');
    await set(page);
    await page.getByRole('button', { name: '1 limit monitored', exact: true }).waitFor();
    expect(await strip(page).innerText()).toBe('');

    await site.control('POST', 'pack', { soc: 0.15 });
    const alarm = strip(page).getByRole('listitem').filter({ hasText: 'low limit 20.0 %' });
    await alarm.getByText(/^State of charge: 1[45]\.\d\s%$/).waitFor();
    await strip(page).getByRole('alert').getByText('Alarm: State of charge, low limit 20.0 %').waitFor(); // oxfmt-ignore
    await expect.poll(() => page.title()).toMatch(/^✕ 1 alarm · Home/);
    await page.locator('.metric--soc').getByTitle('Beyond a limit you set').waitFor();

    await app.tab('Users', 'users');
    await alarm.waitFor();
    await page.keyboard.press('Alt+Shift+KeyA');
    await alarm.getByText(/Acknowledged$/).waitFor();
    await expect.poll(() => page.title()).not.toContain('alarm');
    // Polls stop outside of Home, so the limits count as not monitored.
    await strip(page).getByText(/Limits not monitored since .* on Home only/).first().waitFor(); // oxfmt-ignore

    await app.tab('Terminal', 'terminal');
    await app.log.getByText(/^Alarm: State of charge: 1[45]\.\d\s%, low limit 20\.0\s%$/).waitFor(); // oxfmt-ignore
    await app.log.getByText('Alarm acknowledged: State of charge, low limit 20.0 %').waitFor();

    await site.control('POST', 'pack', { soc: 0.6 });
    await app.tab('Home', 'home');
    await expect.poll(() => strip(page).innerText()).toBe('');
  });

  test('[OBD-125] the sound is played once when it is switched on, and repeated for an alarm until the alarm is acknowledged', async () => {
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
      await page.getByRole('checkbox', { name: 'Repeat sound until acknowledged' }).check();
      await expect.poll(tones).toBe(3);
      await field(page, 'State of charge, low limit, %').fill('99');
      await set(page);
      await strip(page).getByRole('button', { name: /^Acknowledge/ }).waitFor(); // oxfmt-ignore
      await expect.poll(tones).toBeGreaterThanOrEqual(9);
      await strip(page).getByRole('button', { name: /^Acknowledge/ }).click(); // oxfmt-ignore
      await strip(page)
        .getByText(/Acknowledged$/)
        .waitFor();
    }, visit);
  });

  test('[OBD-115] when a device stops responding, the page shows that no limit is monitored, and since when', async ({
    app,
  }) => {
    const { page } = app;
    await atHome(app);
    await openLimits(page);
    await page.getByRole('button', { name: 'LFP', exact: true }).click();
    await set(page);
    await page.getByRole('button', { name: /^6 limits monitored$/ }).waitFor();
    await site.control('POST', 'faults', { name: 'silence' });
    await strip(page).getByText(/Limits not monitored since \d\d:\d\d:\d\d: the device does not answer/).first().waitFor(); // oxfmt-ignore
    await expect.poll(() => page.title()).toContain('▲ Not monitored');
    await site.control('DELETE', 'faults');
    await page.getByRole('button', { name: /^6 limits monitored$/ }).waitFor();
  });

  test('[OBD-128] [OBD-118] [OBD-121] [OBD-136] the form of limits has presets, validation, drafts, export and import; a limit is in effect only after “Save”', async ({
    app,
  }) => {
    const { page } = app;
    await site.control('POST', 'scenario', { name: 'no-temperatures' });
    await atHome(app);
    await openLimits(page);
    const dialog = page.getByRole('dialog', { name: 'Alarm limits' });
    await dialog.getByRole('row', { name: /^Temperature/ }).getByText('not reported by this device').waitFor(); // oxfmt-ignore
    const low = field(page, 'Cell voltage, low limit, V');
    await dialog.getByRole('button', { name: 'NMC', exact: true }).click();
    await expect(low).toHaveValue('3');
    await low.fill('4,3');
    await set(page);
    await dialog.getByRole('alert').getByText('Cell voltage, low limit must be at least 0.02 V below the high limit of 4.25 V.').waitFor(); // oxfmt-ignore
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
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Limits: none', exact: true }).waitFor();
    await expect.poll(focused(page)).toContain('Limits: none');

    await openLimits(page);
    await dialog.getByText('Unsaved changes are kept as a draft.').waitFor();
    await expect(low).toHaveValue('3,1');
    await dialog.getByRole('button', { name: 'Discard changes', exact: true }).click();
    await expect(low).toHaveValue('');
    await page.getByLabel('Alarm limits file', { exact: true }).setInputFiles(file);
    await expect(low).toHaveValue('3.1'); // reading the file takes a moment
    await set(page);
    await page.getByRole('button', { name: '6 limits, not all monitored', exact: true }).waitFor(); // oxfmt-ignore
    await expect.poll(focused(page)).toContain('6 limits');
    await strip(page).getByText('Not monitored: Temperature (not reported by this device)').first().waitFor(); // oxfmt-ignore
    await page.reload();
    await page.getByRole('button', { name: '6 limits not monitored', exact: true }).waitFor(); // oxfmt-ignore
  });
});
