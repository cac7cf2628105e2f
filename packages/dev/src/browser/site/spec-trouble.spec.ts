import { expect, test } from '../fixtures.ts';

test.use({ expectedErrors: /on purpose/ });

test('[PAGE-78] [RX-12] a widget that throws does not affect the rest of the page, every error is logged, and the widget returns with the next reply', async ({
  app,
}) => {
  const { page } = app;
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  const expectLogged = (error: string): Promise<void> =>
    expect.poll(() => lines).toContainEqual(expect.stringContaining(`[batbot] unexpected error: ${error}`)); // oxfmt-ignore
  await app.start('ada', 'Home', 'home', 'Simulated device');
  const cell = page.getByLabel('Cell 1', { exact: true }).first();
  await cell.waitFor();
  // Simulates data that makes formatting a cell's voltage throw; the decoders reject such data.
  await page.evaluate(`
    window.toFixed = Number.prototype.toFixed;
    Number.prototype.toFixed = function (digits) {
      if (digits === 3 && this < 5) throw new RangeError('odd data');
      return window.toFixed.call(this, digits);
    };
  `);
  const problem = page.getByText('The cells could not be shown');
  await problem.waitFor();
  expect(await app.value('State of charge')).toMatch(/%/);
  await expect(app.disconnectButton).toBeVisible();
  await expectLogged('RangeError: odd data');
  await page.evaluate('Number.prototype.toFixed = window.toFixed');
  await cell.waitFor();
  await expect(problem).toHaveCount(0);
  await page.evaluate(`setTimeout(() => { throw new TypeError('thrown on purpose'); })`);
  await page.evaluate(`void Promise.reject(new TypeError('rejected on purpose'))`);
  await expectLogged('TypeError: thrown on purpose');
  await expectLogged('TypeError: rejected on purpose');
  await app.tab('Support', 'support');
});
