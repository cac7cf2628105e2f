import type { App } from './app.ts';
import { expect, type Site, test } from './fixtures.ts';

const timeOfDay = /\b([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}\b/;

test.describe('rules of serial control and terminal', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });

  const inTerminal = (work: (app: App) => Promise<void>): Promise<void> =>
    site.inApp(async (app) => {
      await app.login('ada');
      await app.tab('Terminal', 'terminal');
      await work(app);
    });
  /** Returns a function that returns the commands received by the device since this call. */
  const listen = (): (() => readonly string[]) => {
    const before = new Set(site.simulator.state().commands);
    return () =>
      site.simulator
        .state()
        .commands.filter((command) => !before.has(command))
        .map(({ text }) => text);
  };

  test('[LINK-15] [CONST-2] the button, the baud rates and Send follow the connection', async () => {
    await inTerminal(async (app) => {
      const { page, baudRate, connectButton, disconnectButton, send, log } = app;
      const shown = page.locator('.serial__baud');
      await expect(shown).toHaveText('115200');
      await baudRate.click();
      const rates = page.locator('.ant-select-item-option');
      await expect(rates).toHaveText(['9600', '19200', '38400', '57600', '115200']);
      await page.keyboard.press('Escape');
      await expect(send).toBeDisabled();
      expect(await disconnectButton.count()).toBe(0);
      await app.chooseBaudRate('9600');
      await app.connect('Simulated device');
      await log.getByText('Connected', { exact: true }).waitFor();
      await expect(baudRate).toBeDisabled();
      expect(await connectButton.count()).toBe(0);
      await expect(send).toBeEnabled();
      await expect(shown).toHaveText('9600');
      await app.disconnect();
      await log.getByText('Disconnected', { exact: true }).waitFor();
      await expect(baudRate).toBeEnabled();
      await expect(send).toBeDisabled();
    });
  });

  test('[LINK-16] [SR-23] while the port picker is open, Connect is disabled and the attempt can be cancelled', async () => {
    await inTerminal(async ({ page, clickConnect, connectButton, baudRate }) => {
      await clickConnect('USB serial'); // headless Chromium never answers the picker
      await expect(connectButton).toBeDisabled();
      await expect(baudRate).toBeDisabled();
      await page.getByText('Choose a port …').first().waitFor();
      // Uses a key: pressing the mouse dismisses the picker, and the button may be gone before the mouse is released.
      await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
      await expect(connectButton).toBeEnabled();
    });
  });

  test('[LINK-17] [SR-24] an unsupported browser shows which browsers are supported, and Connect stays disabled', async () => {
    await site.inApp(
      async (app) => {
        await app.login('ada');
        await app.chooseDevice('USB serial');
        await app.notice('Use Chrome, Edge or Brave').waitFor();
        await expect(app.connectButton).toBeDisabled();
        await app.tab('Terminal', 'terminal'); // the other functions work
        await app.log.waitFor();
      },
      {
        context: {
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      },
    );
  });

  test('[TERM-13] [TERM-14] the screen has log, input, Send, formats, line endings and five quick commands, and sent commands stay in log and history', async () => {
    await inTerminal(async (app) => {
      const { page, log, command } = app;
      const ending = page.getByRole('combobox', { name: 'Line ending', exact: true });
      await expect(page.getByTitle('CR LF', { exact: true })).toBeVisible();
      await ending.click();
      await expect(page.locator('.ant-select-dropdown:visible').getByTitle(/./)).toHaveText([
        'CR LF',
        'LF',
        'CR',
        'None',
      ]);
      await page.keyboard.press('Escape');
      for (const name of ['ASCII', 'Hex'])
        await expect(page.getByRole('radio', { name, exact: true })).toHaveCount(1);
      await page.getByRole('button', { name: 'Edit quick commands' }).click();
      for (const place of [1, 2, 3, 4, 5])
        await page.getByRole('textbox', { name: `Saved text ${place}` }).waitFor();
      await page.keyboard.press('Escape');
      await app.connect('Simulated device');
      const heard = listen();
      await app.type('ATI');
      await log.getByText(/HW:/).waitFor();
      await expect(command).toHaveValue('');
      const lines = (await log.innerText()).split('\n');
      expect(lines.some((line) => line.includes('ATI'))).toBe(true);
      expect(await log.innerText()).toMatch(timeOfDay);
      await expect(log).toContainText('->');
      expect(await log.innerText()).not.toContain('AT+VB');
      await app.type('AT');
      await expect.poll(heard).toEqual(expect.arrayContaining(['ATI', 'AT']));
      await command.press('ArrowUp');
      await expect(command).toHaveValue('AT');
      await command.press('ArrowUp');
      await expect(command).toHaveValue('ATI');
      await command.press('ArrowDown');
      await expect(command).toHaveValue('AT');
    });
  });

  test('[LINK-19] [OBD-27] [OBD-28] [RT-07] the verbose mode follows the section and Home polls every 2 s, and the log shows neither', async () => {
    await inTerminal(async (app) => {
      const heard = listen();
      await app.connect('Simulated device');
      await expect.poll(heard).toEqual(['AT+VB=1']);
      await app.tab('Home', 'home');
      await expect
        .poll(() => heard().filter((text) => text === 'AT+ADATA').length)
        .toBeGreaterThanOrEqual(2);
      expect(heard().slice(0, 3)).toEqual(['AT+VB=1', 'AT+VB=0', 'AT+ADATA']);
      for (const value of ['State of charge', 'Pack voltage', 'Current', 'Cell 1'])
        await expect.poll(() => app.value(value)).toMatch(/\d/);
      await app.tab('Terminal', 'terminal');
      await expect.poll(() => heard().at(-1)).toBe('AT+VB=1');
      expect(await app.log.innerText()).not.toContain('AT+');
    });
  });
});
