import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';

test.describe('the terminal', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('[LINK-1] [TERM-96] [TERM-97] over WebSocket, the user connects and sends a command, saves the log as a file and copies it', async ({
    app,
  }) => {
    const { page, log } = app;
    await app.login('ada');
    await app.tab('Terminal', 'terminal');
    await app.connect('Simulated device');
    await app.type('ATI');
    await log.getByText('OK', { exact: true }).waitFor();
    const choose = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Log menu' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const saving = page.waitForEvent('download');
    await choose('Save as text');
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text).toMatch(/ system Connected\n.* -> ATI\n[^]* <- OK\n$/);

    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await page.keyboard.press('Control+L');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await expect.poll(copied).toBe(text);
    await choose('Copy with times');
    await choose('Copy all');
    await expect.poll(copied).toMatch(/^system Connected\n-> ATI\n/);
  });
});

test('[LINK-17] [SR-24] an unsupported browser shows which browsers are supported, and Connect stays disabled', async ({
  site,
}) => {
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

test('[SA-12] if local storage is full, the session is kept in memory and a notice reports it', async ({
  app,
}) => {
  await app.open('/login');
  await app.page.evaluate(`
    for (let size = 1 << 22; size >= 1; size >>= 1)
      try {
        for (let count = 0; ; count++) localStorage.setItem('fill' + size + count, 'x'.repeat(size));
      } catch {}
  `);
  await app.submitLogin('ada');
  await app.notice('This browser has no room left').waitFor();
  await app.tab('Terminal', 'terminal');
  await app.connect('Simulated device');
  await app.type('AT');
  await app.log.getByText('OK', { exact: true }).waitFor();
  await app.logout();
  expect(await app.page.evaluate('localStorage.length')).toBe(0);
});
