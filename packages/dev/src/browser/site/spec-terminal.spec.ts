import { expect, test } from '../fixtures.ts';

test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('[LINK-17] [SR-24] [TERM-97] an unsupported browser shows which browsers are supported, and Connect stays disabled; the terminal works with a simulated device, and its log can be copied', async ({
  app,
}) => {
  const { page, log } = app;
  await app.login('ada');
  await app.chooseDevice('USB serial');
  await app.notice('Use Chrome, Edge or Brave').waitFor();
  await expect(app.connectButton).toBeDisabled();
  await app.tab('Terminal', 'terminal'); // the other functions work
  await app.connect('Simulated device');
  await log.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Log menu' }).click();
  await page.getByRole('menuitem', { name: 'Copy all' }).click();
  const copied = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
  await expect.poll(copied).toMatch(/ system Connected\n$/);
});
