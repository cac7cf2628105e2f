import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { App } from './app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

/** Checks on a real pty, with the actions of a technician and the changes of a pack. */
test.describe('checks, end to end', () => {
  let rig: Rig;
  test.beforeEach(({ rig: fixture }) => {
    rig = fixture;
  });

  test.beforeEach(() => {
    return rig.scenario('idle');
  });

  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate('document.activeElement?.textContent.trim()');
  /** Waits until this control has the focus and is enabled, then presses Enter. */
  const enter = async (page: Page, name: string): Promise<void> => {
    await expect.poll(() => focused(page), { timeout: 30_000 }).toBe(name);
    const usable = `document.activeElement?.getAttribute('aria-disabled') !== 'true'`;
    await expect.poll(() => page.evaluate(usable), { timeout: 30_000 }).toBe(true);
    await page.keyboard.press('Enter');
  };
  /** Returns the received commands without the app's own verbose commands and polls. */
  const own = (heard: readonly { readonly text: string }[]): readonly string[] =>
    heard.map(({ text }) => text).filter((text) => !/^AT\+(VB=|ADATA)/.test(text));

  const openChecks = async ({ page, log }: App): Promise<void> => {
    await log.waitFor(); // the terminal's shortcuts work only after it is rendered
    await page.keyboard.press('Alt+k');
  };
  const atChecks = (title: string, work: (app: App) => Promise<void>): Promise<void> =>
    rig.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await app.connect();
      await openChecks(app);
      await press(app.page, `Start ${title}`);
      await work(app);
    });

  test('[TERM-201] [TERM-217] [TERM-218] an incoming inspection can be done by keyboard, and its report can be saved and printed', async () => {
    const heard = rig.listen();
    await atChecks('Incoming inspection', async (app) => {
      const { page, log } = app;
      await enter(page, 'Yes');
      await enter(page, 'Done');
      await enter(page, 'Send ATI');
      await page.getByLabel('Previous reply').getByText('SN:').waitFor();
      await enter(page, 'Yes');
      const volts = rig.services.simulator.state().pack.packMv / 1_000;
      await page.getByLabel('Multimeter, V').fill(volts.toFixed(1).replace('.', ','));
      await page.keyboard.press('Enter');
      await page.getByText('Starts by itself in 3 s').waitFor();
      const report = page.getByRole('region', { name: 'Report of Incoming inspection' });
      await report.getByText(/Passed, /).waitFor({ timeout: 120_000 }); // five steps measure automatically
      expect(own(heard())).toEqual(['ATI']);
      await press(page, 'Full width'); // shows the log beside the report
      await log.getByText('Check “Incoming inspection” passed').waitFor();

      const download = page.waitForEvent('download');
      await press(page, 'Save as JSON');
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^check-incoming-inspection-[\d-]+\.json$/);
      const saved = await readFile(await file.path(), 'utf8');
      expect(saved).toContain('"end": "passed"');
      await page.emulateMedia({ media: 'print' });
      expect(await report.isVisible()).toBe(false);
      const sheet = page.locator('.report-sheet');
      await sheet.getByText('Signature', { exact: true }).waitFor();
      await sheet.getByText('Cell spread', { exact: true }).waitFor();
      await page.emulateMedia({ media: 'screen' });
      // The clipboard API is missing on a page without https.
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await press(page, 'Copy as text');
      await report.getByText('The browser refused to copy. Save or print it instead.').waitFor();
      await press(page, 'Close report');

      await page.reload();
      await openChecks(app);
      await page.getByRole('button', { name: /^.? ?Incoming inspection/ }).click();
      await report.getByText(/Passed, /).waitFor();
    });
  });

  test('[TERM-203] [TERM-204] [TERM-206] [TERM-222] a load or an unplugged adapter halts the check, and only the user resumes it', async () => {
    const heard = rig.listen();
    await atChecks('Cell balance at rest', async (app) => {
      const { page } = app;
      const resume = page.getByRole('button', { name: 'Resume this step' });
      const halted = page.getByText(/^Halted: /);
      const isBlocked = (): Promise<string | null> => resume.getAttribute('aria-disabled');
      await page.getByText('Conditions: all met').waitFor({ timeout: 30_000 });
      await app.tab('Home', 'home');
      await rig.unplug();
      await page.getByText(/^Halted\. Step 1 of 5/).waitFor({ timeout: 30_000 });
      await page.getByRole('link', { name: 'Go to the check' }).click();
      await halted.waitFor();
      await page
        .getByRole('region', { name: 'Conditions' })
        .getByText('Device: unplugged')
        .waitFor();
      await rig.plug();
      await expect.poll(isBlocked, { timeout: 30_000 }).toBe('false');
      await resume.click();

      await enter(page, 'Done');
      await enter(page, 'Measure');
      await page.getByText('within limits').waitFor({ timeout: 30_000 });
      await rig.control('POST', 'pack', { current: 20 }); // constant, unlike the current of a drive
      await halted.waitFor({ timeout: 30_000 });
      expect(await halted.innerText()).toMatch(/current is [\d.]+ A, must be ≤ 1 A\./);
      await expect.poll(() => focused(page), { timeout: 30_000 }).toBe('Resume this step');
      expect(await isBlocked()).toBe('true');
      await page.keyboard.press('Enter');
      await expect(halted).toBeVisible();
      await rig.control('POST', 'pack', { current: null });
      await expect.poll(isBlocked, { timeout: 30_000 }).toBe('false');
      await expect(halted).toBeVisible(); // the check does not resume automatically
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page), { timeout: 30_000 }).toBe('Measure');

      await press(page, 'Stop check…');
      await press(page, 'Continue check');
      await press(page, 'Stop check…');
      await press(page, 'Stop check');
      await page
        .getByText(/Stopped, /)
        .first()
        .waitFor();
      expect(own(heard())).toEqual([]);
    });
  });
});
