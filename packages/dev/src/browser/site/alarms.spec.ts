import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/**
 * Script that counts the tones that the page plays, and the audio contexts that it closes. Plain text, because Node's
 * compiler has no DOM types.
 */
const countTones = `
  globalThis.tones = globalThis.closedContexts = 0;
  const { close } = AudioContext.prototype;
  AudioContext.prototype.close = function () { closedContexts += 1; return close.call(this); };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { tones += 1; return start.apply(this, when); };
`;

const strip = (page: Page) => page.getByRole('group', { name: 'Needs attention' });

test('[OBD-127] [OBD-125] [OBD-341] an alarm sounds and is shown on every tab until it is acknowledged, and its limit is kept over a reload', async ({
  site,
}) => {
  await site.inApp(
    async (app) => {
      const { page } = app;
      const tones = (): Promise<number> => page.evaluate('tones');
      await app.login('technician');
      await app.tab('Home', 'home');
      await app.connect('Simulated device');
      await page.getByRole('button', { name: 'Limits: none', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Repeat sound until acknowledged' }).check();
      await expect.poll(tones).toBe(3); // the sound is played once when it is switched on
      await expect.poll(() => page.evaluate('closedContexts')).toBe(2);
      await page.getByRole('textbox', { name: 'State of charge, low limit, %' }).fill('20');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: '1 limit monitored', exact: true }).waitFor();
      expect(await strip(page).innerText()).toBe('');

      await site.control('POST', 'pack', { soc: 0.15 });
      const alarm = strip(page).getByRole('listitem').filter({ hasText: 'low limit 20.0 %' });
      await alarm.getByText(/^State of charge: 1[45]\.\d\s%$/).waitFor();
      await expect.poll(() => page.title()).toMatch(/^✕ 1 alarm · Home/);
      await expect.poll(tones).toBeGreaterThanOrEqual(9);
      await app.tab('Users', 'users');
      await page.keyboard.press('Alt+Shift+KeyA');
      await alarm.getByText(/Acknowledged$/).waitFor();
      await expect.poll(() => page.title()).not.toContain('alarm');
      // Polls stop outside of Home, so the limits count as not monitored.
      await strip(page)
        .getByText(/Limits not monitored since .* on Home only/)
        .first()
        .waitFor();
      await app.tab('Terminal', 'terminal');
      await app.log
        .getByText(/^Alarm: State of charge: 1[45]\.\d\s%, low limit 20\.0\s%$/)
        .waitFor();
      await app.log.getByText('Alarm acknowledged: State of charge, low limit 20.0 %').waitFor();
      await app.tab('Home', 'home');
      await page.reload();
      await page.getByRole('button', { name: '1 limit not monitored', exact: true }).waitFor();
    },
    { prepare: (context) => context.addInitScript(countTones) },
  );
});
