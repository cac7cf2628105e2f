import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { expect, test } from '../fixtures.ts';

const writeLargeLog = async (path: string): Promise<void> => {
  const out = createWriteStream(path);
  out.write('time,voltage (V),current (A),soc (%),cell 1 (V),cell 2 (V),remark\n');
  for (let row = 0; out.bytesWritten < 199_000_000; row += 1) {
    const time = new Date(1_735_725_600_000 + row * 1_000).toISOString();
    const line = `${time},26.4${row % 10},-3.5,80,3.301,3.302,${'x'.repeat(120)}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
};

test('[IM-05] [PAGE-156] the page keeps painting while a file of 200 MB is checked', async ({
  app,
}, info) => {
  const { page } = app;
  const path = info.outputPath('large.csv');
  await writeLargeLog(path);
  await app.login('ada');
  await app.tab('Upload', 'upload');
  await page.getByText('Drop a file here').waitFor();
  // Each painted frame with a new value of the progress is counted in the page.
  await page.evaluate(`
    globalThis.painted = new Set();
    const look = () => {
      const bar = document.querySelector('[role="progressbar"]');
      if (bar) globalThis.painted.add(bar.getAttribute('aria-valuenow'));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByRole('progressbar', { name: 'Checking the rows' }).waitFor();
  // The page answers in the middle of the check.
  await page.getByRole('combobox', { name: 'A positive current is' }).click();
  await page.keyboard.press('Escape');
  const save = page.getByRole('button', { name: 'Save as a session' });
  await save.waitFor({ timeout: 120_000 });
  expect(await page.evaluate('globalThis.painted.size')).toBeGreaterThan(40);
});
