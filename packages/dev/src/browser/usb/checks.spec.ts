import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, type Rig, usbTest as test } from '../fixtures.ts';

/** A file with a short check. */
const FILE = JSON.stringify({
  format: 'batbot-procedures',
  version: 2,
  checks: [
    {
      name: 'Bench',
      purpose: 'A short check.',
      conditions: [{ quantity: 'currentSize', most: 1 }],
      steps: [
        { kind: 'instruct', title: 'Rest', text: 'Let the pack rest.' },
        {
          kind: 'measure',
          title: 'Cell spread',
          text: 'All cells are equal.',
          quantity: 'cellSpread',
          most: 30,
          heldMs: 6_000,
          withinMs: 30_000,
        },
        { kind: 'send', title: 'Identity', text: 'Read the identity.', command: 'ATI' },
      ],
    },
  ],
});

/** A check on a real pty, with the actions of a technician and the changes of a pack. */
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
    await expect.poll(() => focused(page)).toBe(name);
    const usable = `document.activeElement?.getAttribute('aria-disabled') !== 'true'`;
    await expect.poll(() => page.evaluate(usable)).toBe(true);
    await page.keyboard.press('Enter');
  };
  /** Returns the received commands without the app's own verbose commands and polls. */
  const own = (heard: readonly { readonly text: string }[]): readonly string[] =>
    heard.map(({ text }) => text).filter((text) => !/^AT\+(VB=|ADATA)/.test(text));

  test('[TERM-201] [TERM-203] [TERM-204] [TERM-206] [TERM-218] [TERM-222] an imported check halts for a load and an unplugged adapter, is completed by keyboard, and its report is saved and printed', async () => {
    const heard = rig.listen();
    await rig.inApp(async (app) => {
      const { page, log } = app;
      const resume = page.getByRole('button', { name: 'Resume this step' });
      const halted = page.getByText(/^Halted: /);
      const isBlocked = (): Promise<string | null> => resume.getAttribute('aria-disabled');
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await app.connect();
      await log.waitFor(); // the terminal's shortcuts work only after it is rendered
      await page.keyboard.press('Alt+k');
      await page
        .getByLabel('File with checks')
        .setInputFiles({ name: 'bench.json', mimeType: '', buffer: Buffer.from(FILE) });
      await press(page, 'Start Bench');
      await page.getByText('Conditions: all met').waitFor();

      await app.tab('Home', 'home');
      await rig.unplug();
      await page.getByText(/^Halted\. Step 1 of 3/).waitFor();
      await page.getByRole('link', { name: 'Go to the check' }).click();
      await halted.waitFor();
      await page
        .getByRole('region', { name: 'Conditions' })
        .getByText('Device: unplugged')
        .waitFor();
      await rig.plug();
      await expect.poll(isBlocked).toBe('false');
      await resume.click();
      await enter(page, 'Done');
      await enter(page, 'Measure');
      await page.getByText('within limits').waitFor();

      await rig.control('POST', 'pack', { current: 20 }); // constant, unlike the current of a drive
      await halted.waitFor();
      expect(await halted.innerText()).toMatch(
        /current \(either direction\) is [\d.]+\sA, must be ≤ 1\sA\./,
      );
      await expect.poll(() => focused(page)).toBe('Resume this step');
      await page.keyboard.press('Enter');
      await expect(halted).toBeVisible();
      await rig.control('POST', 'pack', { current: null });
      await expect.poll(isBlocked).toBe('false');
      await expect(halted).toBeVisible(); // the check does not resume automatically
      await page.keyboard.press('Enter');
      await enter(page, 'Send ATI');
      const report = page.getByRole('region', { name: 'Report of Bench' });
      await report.getByText(/Passed \(interrupted 2 times\), /).waitFor();
      expect(own(heard())).toEqual(['ATI']);
      await press(page, 'Full width'); // shows the log beside the report
      await log.getByText('Check “Bench” passed').waitFor();

      const download = page.waitForEvent('download');
      await press(page, 'Save as JSON');
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^check-bench-[\d-]+\.json$/);
      expect(await readFile(await file.path(), 'utf8')).toContain('"end": "passed"');
      await page.emulateMedia({ media: 'print' });
      expect(await report.isVisible()).toBe(false);
      const sheet = page.locator('.report-sheet');
      await sheet.getByText('Signature', { exact: true }).waitFor();
      await sheet.getByText('Cell spread', { exact: true }).waitFor();
      await page.emulateMedia({ media: 'screen' });

      await page.reload();
      await log.waitFor();
      await page.keyboard.press('Alt+k');
      await page.getByRole('button', { name: /^.? ?Bench/ }).click();
      await report.getByText(/Passed \(interrupted 2 times\), /).waitFor();
    });
  });
});
