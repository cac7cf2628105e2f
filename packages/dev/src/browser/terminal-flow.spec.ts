import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import type { App } from './app.ts';
import { expect, type Site, test } from './fixtures.ts';
import { pick, show } from './terminal-log.ts';

test.describe('transactions and sequences', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const atTerminal = (work: (app: App) => Promise<void>): Promise<void> =>
    site.inApp(async (app) => {
      await app.login('ada');
      await app.tab('Terminal', 'terminal');
      await app.connect('Simulated device');
      await app.log.getByText('Connected', { exact: true }).waitFor();
      await work(app);
    });

  const row = ({ page }: App, command: string): Locator =>
    page
      .getByRole('treegrid', { name: 'Transactions' })
      .getByRole('row')
      .filter({
        has: page.getByRole('gridcell', { name: command, exact: true }),
      });
  const panel = ({ page }: App): Locator => page.getByRole('complementary', { name: 'Sequences' });
  const press = (place: Locator, name: string): Promise<void> =>
    place.getByRole('button', { name, exact: true }).click();
  const heard = (): readonly string[] => site.simulator.state().commands.map(({ text }) => text);

  /** What was heard since, without the silent command of the connection, which may come late. */
  const typed = (from: number): readonly string[] =>
    heard()
      .slice(from)
      .filter((text) => text !== 'AT+VB=1');

  test('[TERM-141] [TERM-161] AT+ADATA is a row with latency, code and values; Enter shows its bytes', async () => {
    await atTerminal(async (app) => {
      const { page } = app;
      await page.keyboard.press('Alt+t');
      await app.type('AT+ADATA');
      const shown = row(app, 'AT+ADATA');
      await shown.getByText(/cells/).waitFor(); // the running command has a row, too, with the time it has taken so far
      expect((await shown.innerText()).replace(/\s+/g, ' ')).toMatch(
        /AT\+ADATA \d+ ms ✓ OK \d+\.\d\d V · −?\d+\.\d A · SoC \d+\.\d % · 16 cells \d\.\d{3}–\d\.\d{3} V/,
      );
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByText('Sent, 10 bytes').waitFor();
      await page.getByText('41 54 2B 41 44 41 54 41 0D 0A').waitFor();
      await page.getByText(/^\+ADATA: VER=1/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Sent, 10 bytes').waitFor({ state: 'detached' });
      await page.getByRole('searchbox', { name: 'Filter transactions' }).fill('nothing like it');
      await page.getByText('No transaction matches the filter.').waitFor();
    });
  });

  test('[TERM-142] [TERM-143] [TERM-177] a running command, its time-out and its late reply are seen as such', async () => {
    await atTerminal(async (app) => {
      const { page } = app;
      await app.type('AT');
      await app.log.getByText('OK', { exact: true }).waitFor();
      await show(app, 'Transactions');
      await site.control('POST', 'faults', { name: 'slow', value: 3, count: 1 });
      await app.type('ATI');
      await row(app, 'ATI').getByText('● Running').waitFor();
      await row(app, 'ATI').getByText('▲ Timeout').waitFor();
      await page.getByText('No answer to “ATI”.').waitFor();
      await row(app, 'ATI').getByText('▲ Timeout, late').waitFor();
      await page.getByText(/Late reply to “ATI” after [\d.,]+\sm?s/).waitFor();
      expect(await page.getByText('No answer to “ATI”').count()).toBe(0);
      await row(app, 'ATI').click();
      await page.getByText(/^Late, from .+, \d+ bytes$/).waitFor();
      await pick(page.getByRole('combobox', { name: 'Result' }), 'Late replies');
      await row(app, 'AT').waitFor({ state: 'detached' });
      await expect(row(app, 'ATI')).toHaveCount(1);
    });
  });

  test('[TERM-150] [TERM-163] the example runs only on request, and its report has every step', async () => {
    await atTerminal(async (app) => {
      const { page } = app;
      await page.keyboard.press('Alt+s');
      const before = heard().length;
      await press(panel(app), 'Add the example “Identify”');
      await panel(app).getByText('4 steps, once').waitFor();
      // Had adding it begun it, its first command had gone out before this one.
      await app.type('AT+BEFORE');
      await expect.poll(heard).toContain('AT+BEFORE');
      expect(typed(before)).toEqual(['AT+BEFORE']);
      await press(panel(app), 'Run Identify');
      await panel(app).getByText('Completed: 4 of 4 passed').waitFor();
      await expect(panel(app).getByText('Passed', { exact: true })).toHaveCount(4);
      expect(heard().slice(-4)).toEqual(['AT', 'ATI', 'AT+VB?', 'AT+ADATA']);
    });
  });

  test('[TERM-162] [TERM-154] recorded from history, edited by keys, run in a loop, and stopped', async () => {
    await atTerminal(async (app) => {
      const { page } = app;
      for (const command of ['AT', 'ATI']) await app.type(command);
      await app.log.getByText(/HW:/).waitFor();
      await page.keyboard.press('Alt+s');
      await press(panel(app), 'Create from last 2 commands');
      const form = page.getByRole('form', { name: 'New sequence' });
      await press(form, 'Save');
      await form.getByRole('alert').getByText('The name must be 1–60 visible characters').waitFor();
      await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
      await form.getByRole('textbox', { name: 'Command of step 2' }).press('Enter');
      await page.keyboard.type('AT+FOO');
      await page.keyboard.press('Alt+ArrowUp');
      const commands = form.getByRole('textbox', { name: /^Command of step/ });
      await expect
        .poll(async () => Promise.all((await commands.all()).map((each) => each.inputValue())))
        .toEqual(['AT', 'AT+FOO', 'ATI']);
      await page.keyboard.press('Alt+Delete');
      await form.getByRole('checkbox', { name: 'Forever' }).check();
      await press(form, 'Save');
      await press(panel(app), 'Run Mine');
      await panel(app)
        .getByText(/^Loop \d+, step \d of 2/)
        .waitFor();
      await panel(app)
        .getByText(/^\d+ passed$/)
        .first()
        .waitFor();
      await app.type('AT+VB?'); // goes in between
      await expect.poll(heard).toContain('AT+VB?');
      await press(panel(app), 'Close Sequences');
      await page.getByRole('button', { name: 'Stop sequence' }).waitFor();
      await page.keyboard.press('Alt+s');
      await page.keyboard.press('Alt+x');
      await panel(app)
        .getByText(/^.?\s?Stopped at step/)
        .waitFor();
    });
  });

  test('[TERM-155] a run whose connection ends says so', async () => {
    await atTerminal(async (app) => {
      await app.page.keyboard.press('Alt+s');
      await press(panel(app), 'Add the example “Identify”');
      await site.control('POST', 'faults', { name: 'silence' });
      await press(panel(app), 'Run Identify');
      await panel(app).getByText('Step 1 of 4: waiting for the reply to AT').waitFor();
      await app.disconnect();
      await panel(app)
        .getByText(/The connection ended at step 1 \(AT\)/)
        .waitFor();
    });
  });

  test('[TERM-158] [TERM-159] [TERM-164] exported and imported again; a bad file is refused with words', async () => {
    await atTerminal(async (app) => {
      const { page } = app;
      await page.keyboard.press('Alt+s');
      await press(panel(app), 'Add the example “Identify”');
      const download = page.waitForEvent('download');
      await press(panel(app), 'Export all');
      const text = await readFile(await (await download).path(), 'utf8');
      expect(JSON.parse(text)).toMatchObject({ sequences: [{ name: 'Identify' }] });
      const give = (content: string): Promise<void> =>
        panel(app)
          .getByLabel('Sequences file')
          .setInputFiles({
            name: 's.json',
            mimeType: 'application/json',
            buffer: Buffer.from(content),
          });
      await give(text);
      await panel(app).getByRole('status').getByText('Imported: Identify 2.').waitFor();
      await panel(app).getByRole('button', { name: 'Run Identify 2' }).waitFor();
      await give(text.replace('"ATI"', JSON.stringify('ATI\r\nAT+ERASE')));
      await panel(app)
        .getByText(
          'Nothing imported. Sequence 1, step 2, the command must be 1–256 visible characters',
        )
        .waitFor();
      await give('{');
      await panel(app).getByText('Nothing imported. The file is not valid JSON.').waitFor();
      await expect(panel(app).getByRole('button', { name: /^Run / })).toHaveCount(2);
    });
  });
});
