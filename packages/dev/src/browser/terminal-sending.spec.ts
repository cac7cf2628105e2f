import type { Page } from '@playwright/test';
import type { App } from './app.ts';
import { expect, type Site, test } from './fixtures.ts';

test.describe('sending in the terminal', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const inTerminal = (work: (app: App) => Promise<void>): Promise<void> =>
    site.inApp(async (app) => {
      await app.login('ada');
      await app.tab('Terminal', 'terminal');
      await app.connect('Simulated device');
      await work(app);
    });
  const heard = (): readonly string[] => site.simulator.state().commands.map(({ text }) => text);
  const options = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
  /** What the focus is on, by its accessible name. */
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate('document.activeElement?.getAttribute("aria-label")');
  const paste = (page: Page, text: string): Promise<unknown> =>
    page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
  const file = (text: string) => ({
    name: 'file.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

  test('[TERM-114] [TERM-121] completions come while typing and take no key but Tab; asked for, the arrows choose and Enter takes', async () => {
    await inTerminal(async ({ page, command }) => {
      await command.pressSequentially('at+a');
      await options(page)
        .getByRole('option', { name: /AT\+ADATA/ })
        .waitFor();
      await expect(command).toHaveAttribute('aria-expanded', 'true');
      await command.press('Tab');
      await expect(command).toHaveValue('AT+ADATA');
      expect(await options(page).count()).toBe(0);

      await command.fill('');
      await command.press('Control+Space');
      await command.pressSequentially('AT+V');
      await command.press('ArrowDown');
      await command.press('ArrowDown');
      const active = await command.getAttribute('aria-activedescendant');
      const chosen = page.locator(`[id="${active}"]`);
      await expect(chosen).toHaveAttribute('aria-selected', 'true');
      expect(await chosen.innerText()).toContain('AT+VB=1');
      const before = heard().length;
      await command.press('Enter');
      await expect(command).toHaveValue('AT+VB=1'); // taken, not sent
      expect(heard().length).toBe(before);
      await command.press('Enter');
      await expect.poll(() => heard().length).toBe(before + 1);
      await command.pressSequentially('AT');
      await options(page).waitFor();
      await command.press('Escape');
      expect(await options(page).count()).toBe(0);
      await expect(command).toHaveValue('AT');
    });
  });

  test('[TERM-116] with a beginning typed the arrows walk only what begins with it, and Enter sends what stands there', async () => {
    await inTerminal(async ({ page, command, type }) => {
      for (const text of ['AT+ADATA', 'ATI', 'AT+VB?', 'AT']) await type(text);
      await command.pressSequentially('AT+');
      await options(page).waitFor();
      await command.press('ArrowUp');
      await expect(command).toHaveValue('AT+VB?');
      await command.press('ArrowUp');
      await expect(command).toHaveValue('AT+ADATA');
      await command.press('ArrowDown');
      await command.press('ArrowDown');
      await expect(command).toHaveValue('AT+');
    });
  });

  test('[TERM-112] [TERM-120] a value out of range is reported while it is typed, and can still be sent', async () => {
    await inTerminal(async ({ page, command, log }) => {
      await command.pressSequentially('AT+VB=7');
      await page.getByRole('status').getByText('VB takes 0 or 1, not 7.').waitFor();
      await command.press('Enter');
      await expect.poll(heard).toContain('AT+VB=7');
      await log.getByText('ERROR', { exact: true }).waitFor();
    });
  });

  test('[TERM-113] [TERM-115] an own command is added, offered, composed within its range, and there again after a reload', async () => {
    await inTerminal(async ({ page, command }) => {
      await page.keyboard.press('Alt+p');
      await expect.poll(() => focused(page)).toBe('Search the commands');
      await page.getByRole('button', { name: '+ Own command' }).click();
      await page.getByLabel('Begins with').fill('AT+LIM=');
      await page.getByRole('button', { name: '+ Value' }).click();
      await page.getByLabel('Name of the value').fill('mv');
      await page.getByLabel('To (decimal)').fill('5000');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const value = page.getByLabel('mv', { exact: true });
      await value.fill('9000');
      await page.getByText('Takes 0 to 5000, not 9000.').waitFor();
      await expect(page.getByRole('button', { name: 'Insert' })).toBeDisabled();
      await value.fill('3650');
      await page.getByRole('button', { name: 'Insert' }).click();
      await expect(command).toHaveValue('AT+LIM=3650');
      expect(await focused(page)).toBe('Command');
      await page.reload();
      await command.pressSequentially('at+l');
      await options(page)
        .getByRole('option', { name: /AT\+LIM=/ })
        .waitFor();
      await page.keyboard.press('Alt+p');
      await page.getByLabel('File with commands').setInputFiles(file('{"commands":[{"head":7}]}'));
      await page.getByText(/Not imported: “commands\.1\.head” must be/).waitFor();
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('Command');
      // The palette of all tabs puts a command into the input.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump' }).fill('at+lim');
      await page.keyboard.press('Enter');
      await expect(command).toHaveValue('AT+LIM=');
      await expect.poll(() => focused(page)).toBe('Command');
    });
  });

  test('[TERM-117] [TERM-124] Ctrl+C sends one byte at once, with text selected it copies; the menu has the others', async () => {
    await inTerminal(async ({ page, command, log }) => {
      const sent = log.getByText('^C', { exact: true });
      await command.fill('AT+NEVER');
      await command.selectText();
      await command.press('Control+c');
      await command.press('End');
      expect(await sent.count()).toBe(0);
      await command.press('Control+c');
      await sent.waitFor();
      await expect(command).toHaveValue('AT+NEVER');
      // The simulated device takes whatever came before a silence for a command.
      await expect.poll(heard).toContain('\u0003');
      await page.keyboard.press('Alt+c');
      await page.getByRole('menuitem', { name: /Ctrl\+D/ }).press('Enter');
      await log.getByText('^D', { exact: true }).waitFor();
      expect(await focused(page)).toBe('Command');
    });
  });

  test('[TERM-118] [DP-14] pasted lines ask, go out one by one with their progress, and can be stopped', async () => {
    await inTerminal(async ({ page, command }) => {
      await command.focus();
      const lines = Array.from({ length: 12 }, (_, index) => `AT+L${index}`);
      await paste(page, lines.join('\r\n'));
      await page.getByRole('button', { name: 'Transmit 12 lines' }).press('Enter');
      await expect.poll(() => heard().filter((text) => text.startsWith('AT+L')).length).toBe(12);
      await page.getByRole('status').getByText('All 12 lines sent.').waitFor();
      expect(await focused(page)).toBe('Command');
      await paste(page, Array.from({ length: 400 }, () => 'AT+ADATA').join('\n'));
      await page.getByRole('button', { name: 'Transmit 400 lines' }).press('Enter');
      await page
        .getByRole('group', { name: 'Sending lines' })
        .getByText(/Line \d+ of 400/)
        .waitFor();
      await page.keyboard.press('Control+.');
      await page
        .getByRole('status')
        .getByText(/Stopped: \d+ of 400 lines sent\./)
        .waitFor();
    });
  });

  test('[TERM-119] [ST-09] groups are imported, shown, sent by Alt+number and kept; a bad file is refused with words', async () => {
    await inTerminal(async ({ page }) => {
      await page.getByRole('button', { name: 'Edit quick commands' }).click();
      const choose = page.getByLabel('File with groups');
      await choose.setInputFiles(file('{"groups":[{"name":"Bench","buttons":[{"command":7}]}]}'));
      await page.getByText(/Not imported: In group 1, button 1, the command must be/).waitFor();
      await choose.setInputFiles(
        file('{"groups":[{"name":"Bench","buttons":[{"label":"Who","command":"AT+BENCH"}]}]}'),
      );
      await page.getByText('Imported: Bench.').waitFor();
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
      expect(await focused(page)).toBe('Command');
      await page.keyboard.press('Alt+1');
      await expect.poll(heard).toContain('AT+BENCH');
      await page.reload();
      await page.getByRole('button', { name: 'Bench 1' }).waitFor();
      await page.keyboard.press('Alt+g');
      // None of the five is filled: the group is there, without buttons.
      await page.getByRole('group', { name: 'Saved' }).waitFor({ state: 'attached' });
      await expect(page.getByRole('button', { name: 'Bench 1' })).toHaveCount(0);
    });
  });

  test('[TERM-122] [TERM-125] hex shows its bytes or the wrong place; pasted control characters are asked about', async () => {
    await inTerminal(async ({ page, command, format }) => {
      await command.focus();
      await paste(page, 'AT\u001b[2J');
      await page.getByRole('group', { name: 'Pasted lines' }).getByText('AT^[[2J').waitFor();
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('Command');
      await format('Hex');
      await command.fill('41 54');
      await page.getByText('2 bytes: AT').waitFor();
      await command.fill('41 5G');
      expect(await page.locator('mark').innerText()).toBe('G');
      await page.getByText('“G” (position 5)').waitFor();
    });
  });

  test('[TERM-173] what was typed and not saved survives Escape, another panel and another tab', async () => {
    await inTerminal(async ({ page, command, tab }) => {
      await command.fill('AT+HALF');
      await tab('Users', 'users');
      await tab('Terminal', 'terminal');
      await expect(command).toHaveValue('AT+HALF');

      const edit = page.getByRole('button', { name: 'Edit quick commands' });
      const dialog = page.getByRole('dialog', { name: 'Quick commands' });
      const name = dialog.getByLabel('Name of the group');
      await edit.click();
      await dialog.getByRole('button', { name: '+ Group' }).click();
      await name.fill('Half a group');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.getByTitle('Unsaved changes').waitFor();
      await edit.click();
      await expect(name).toHaveValue('Half a group');
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await expect(name).toHaveCount(0);
      await page.keyboard.press('Escape');

      await page.keyboard.press('Alt+p');
      await page.getByRole('button', { name: '+ Own command' }).click();
      const help = page.getByLabel('Help in one line');
      await help.fill('half a help');
      await page.keyboard.press('Alt+s');
      await page.getByRole('button', { name: 'New sequence' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Half a sequence');
      await page.keyboard.press('Alt+p');
      await expect(help).toHaveValue('half a help');
      await help.press('Escape');
      await page.getByText('Not saved. “Save” saves it').waitFor();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      expect(await help.count()).toBe(0);
      await page.keyboard.press('Alt+s');
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a sequence');
    });
  });

  test('[TERM-123] the overview lists every shortcut, opens by button and key, and gives the focus back', async () => {
    await inTerminal(async ({ page }) => {
      await page.getByRole('button', { name: 'Send menu' }).click();
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const named = (await page.locator('[title]').all()).map((each) => each.getAttribute('title'));
      const inTooltips = (await Promise.all(named)).flatMap(
        (title) => /\(([^() ]+)\)$/.exec(title ?? '')?.[1] ?? [],
      );
      const lines = await overview.locator('dd').all();
      const listed = await Promise.all(
        lines.map(async (line) => (await line.locator('kbd').allInnerTexts()).join('+')),
      );
      expect(inTooltips).toEqual(expect.arrayContaining(['Enter', 'Alt+Q', 'F8', 'Alt+C']));
      expect(listed).toEqual(expect.arrayContaining([...new Set(inTooltips)]));
      expect(listed).toEqual(expect.arrayContaining(['Ctrl+Space', 'Ctrl+C', 'Alt+P', '↑', 'Tab']));
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(page)).toBe('Command');
      await page.keyboard.press('Control+/');
      await overview.waitFor();
    });
  });
});
