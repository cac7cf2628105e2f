import { join } from 'node:path';
import { root } from '../process/run-tool.ts';
import { openApp, type App } from './app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

const schemaFile = join(root, 'simulator/src/parameters/schema.json');

/** The password of the simulated device (simulator/README.md). */
const PASSWORD = 'BATBOT';
const SERIAL = 'A1B2C3';

/** Adds the simulated pack, connects it and reads its parameters. */
const readPack = async (app: App): Promise<void> => {
  const { page } = app;
  await app.login('technician');
  await app.tab('Assets', 'assets');
  await page.getByRole('button', { name: 'Add a pack' }).click();
  await page.getByRole('textbox', { name: 'Serial number' }).fill(SERIAL);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('✓ Up to date with the server.').waitFor();
  await app.tab('Configuration', 'config');
  await app.connect();
  await page.getByRole('button', { name: 'Read parameters' }).click();
  await page.getByLabel('File of a parameter schema').setInputFiles(schemaFile);
};

const limitOf = ({ page }: App) =>
  page.getByRole('textbox', { name: 'Cell over-voltage', exact: true });

/** Changes the over-voltage limit and confirms the review. Returns the previous limit. */
const writeLimit = async (app: App, volts: string): Promise<string> => {
  const { page } = app;
  const before = await limitOf(app).inputValue();
  await limitOf(app).fill(volts);
  await page.getByText('1 change · 1 protection · restarts the device').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Cell over-voltage ${before} → ${volts}0 V`).waitFor();
  await dialog.getByLabel(/^Serial number of the device/).fill(SERIAL);
  await dialog.getByLabel('Password of the device').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Write it' }).click();
  return before;
};

const atRest = async (rig: Rig): Promise<void> => {
  await rig.scenario('idle');
  await rig.control('POST', 'pack', { current: 0 });
};

test('[PAGE-102] [PAGE-103] a changed protection is written, verified after a restart and logged', async ({
  rig,
}) => {
  await atRest(rig);
  await rig.inApp(async (app) => {
    const { page } = app;
    await readPack(app);
    const sent = rig.listen();
    await writeLimit(app, '3.75');
    await page.getByText(/^Done: 1 change on SN A1B2C3/).waitFor({ timeout: 30_000 });
    await expect(page.getByRole('cell', { name: '✓ 3.750 V' })).toBeVisible();
    expect(sent().map(({ text }) => text)).toContain('AT+PAR=COVP,3750');
    await app.tab('Logs', 'logs');
    await page.getByRole('row', { name: /Parameters written.*A1B2C3/ }).click();
    await expect(page.getByRole('cell', { name: '3.75', exact: true })).toBeVisible();
  });
});

test('[PAGE-104] [PAGE-111] a write whose page was closed is offered on the next start, and rolled back', async ({
  rig,
}) => {
  await atRest(rig);
  await rig.inApp(async (app) => {
    await readPack(app);
    const before = await writeLimit(app, '3.70');
    await app.page.getByText(/^Restarting the device/).waitFor();
    const context = app.page.context();
    await app.page.close();

    const page = await context.newPage();
    const again = openApp(page, rig.services.webUrl);
    await again.open('/mainpage/users');
    const strip = page.getByRole('group', { name: 'Needs attention' });
    await strip
      .getByText(/^Change on SN A1B2C3 unfinished: 1 of 1/)
      .last()
      .waitFor();
    await again.connect();
    await strip.getByRole('button', { name: 'Roll back' }).click();
    await page.getByLabel('Password of the device').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByText(/^Rolled back: SN A1B2C3/).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Back to the parameters' }).click();
    await expect(limitOf(again)).toHaveValue(before);
    await expect(strip.getByText(/unfinished/)).toHaveCount(0);
  });
});
