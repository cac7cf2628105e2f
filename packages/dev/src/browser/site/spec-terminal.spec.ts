import { expect, test } from '../fixtures.ts';

test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });

test('[LINK-17] [SR-24] an unsupported browser shows which browsers are supported, and Connect stays disabled', async ({
  app,
}) => {
  await app.login('ada');
  await app.chooseDevice('USB serial');
  await app.notice('Use Chrome, Edge or Brave').waitFor();
  await expect(app.connectButton).toBeDisabled();
  await app.tab('Terminal', 'terminal'); // the other functions work
  await app.log.waitFor();
});
