import type { Page } from '@playwright/test';
import { openApp, type App } from '../app.ts';
import { expect, usbTest as test, watchErrors } from '../fixtures.ts';
import { answerChooser } from '../rig/chooser.ts';
import { atRest, readParameters, SERIAL, writeLimit } from '../rig/config-app.ts';
import { sessionsOf } from '../rig/sessions-app.ts';

const TITLE = 'Stops at 40 % on the bridge';
/** A red square of 8 × 8 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The client writes a complaint with a photo while the server cannot be reached, and reloads the page in between. */
const complain = async (app: App, apiUrl: string): Promise<void> => {
  const { page } = app;
  await app.login('client');
  await app.tab('Complaint', 'complaint');
  await app.upToDate();
  await page.context().route(`${apiUrl}**`, (route) => route.abort());
  await page.getByRole('combobox', { name: 'Pack' }).fill(SERIAL);
  await page.getByRole('combobox', { name: 'Category' }).fill('Vehicle stops with charge left');
  await page.getByRole('textbox', { name: 'What happened' }).fill(`${TITLE}\nTwice this week.`);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'display.png', mimeType: 'image/png', buffer: PHOTO });
  await page.getByRole('img', { name: 'display.png' }).waitFor();
  await page.reload();
  await page.getByRole('img', { name: 'display.png' }).waitFor();
  await button(page, 'Send complaint').click();
  await page.getByText(/^Complaint L-[0-9A-F]{4} saved\.$/).waitFor();
  await page.getByText(/^◌ 4 parts not on the server yet/).waitFor();
  await page.context().unroute(`${apiUrl}**`);
  await page.getByText('It is on the server.').waitFor();
};

const openTicket = async ({ page, tab }: App): Promise<void> => {
  await tab('Service', 'servicetab');
  await page.getByRole('row', { name: new RegExp(TITLE) }).click();
  await page.getByRole('heading', { name: new RegExp(TITLE) }).waitFor();
};

/** Makes a check in the ticket whose measured voltage is far too low, and adds its report. */
const failCheck = async ({ page }: App): Promise<void> => {
  await button(page, 'Start check').click();
  const checks = page.getByRole('dialog', { name: 'Guided checks' });
  // Live data that is late on a busy computer halts a check; the technician resumes it.
  await page.addLocatorHandler(button(page, 'Resume this step'), (resume) => resume.click());
  await button(page, 'Start Incoming inspection').click();
  for (const name of ['Yes', 'Done', 'Send ATI', 'Yes']) {
    const next = checks.getByRole('button', { name, exact: true });
    await expect(next).toHaveAttribute('aria-disabled', 'false');
    await next.click();
  }
  await checks.getByLabel('Multimeter, V').fill('1');
  await page.keyboard.press('Enter');
  await button(page, 'Add report to the ticket').click({ timeout: 120_000 }); // four steps measure
  const entry = page.getByRole('textbox', { name: 'New entry' });
  await expect(entry).toHaveValue(/Voltage at the terminals: .*expected/);
  await button(page, 'Add entry').click();
  await expect(entry).toHaveValue('');
};

/** Records the pack for two samples, and attaches the sealed session to the ticket. */
const attachSealed = async (app: App): Promise<void> => {
  const { page } = app;
  const sessions = sessionsOf(app);
  await app.tab('Home', 'home');
  await sessions.record(2);
  await sessions.stop();
  await openTicket(app);
  await button(page, 'Add…').click();
  await page.getByRole('menuitem', { name: 'Sealed session' }).click();
  await button(page, 'Seal and attach').click();
  await button(page, 'Save the sealed file').waitFor();
};

const addWork = async ({ page }: App): Promise<void> => {
  await button(page, 'Add…').click();
  await page.getByRole('menuitem', { name: 'Minutes of work' }).click();
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('45');
  await button(page, 'Add minutes').click();
  await page.getByText('Work: 45 min').waitFor();
};

/** The technician works on the ticket of the client until it is solved. */
const solve = async (technician: App): Promise<void> => {
  const { page } = technician;
  await technician.login('technician');
  await openTicket(technician);
  await page.getByText('Twice this week.').waitFor();
  await page.getByRole('img', { name: 'display.png' }).waitFor();
  await button(page, 'Start work').click();
  await page.getByText('◑ In work').last().waitFor();

  await technician.tab('Assets', 'assets');
  await technician.addPack(SERIAL);
  await technician.upToDate();
  await readParameters(technician);
  await writeLimit(technician, '3.750');
  await page.getByText(/^Done: 1 change on SN A1B2C3/).waitFor();

  await openTicket(technician);
  await failCheck(technician);
  await addWork(technician);
  await attachSealed(technician);
  await button(page, 'Mark as solved').click();
  await page.getByText('✓ Solved').last().waitFor();

  await button(page, 'Print report').click();
  const sheet = page.locator('.report-sheet');
  await expect.poll(() => page.evaluate('window.printed')).toBe(1);
  for (const text of ['Twice this week.', '45 min of work', 'Incoming inspection'])
    await expect(sheet.getByText(text).first()).toBeAttached();
  await expect(sheet.getByRole('img', { name: 'display.png', includeHidden: true })).toBeAttached();

  await technician.tab('Logs', 'logs');
  await technician.upToDate();
  for (const name of [
    /Ticket opened/,
    /Ticket entry added/,
    /Ticket changed/,
    /Parameters written.*A1B2C3/,
  ])
    await page.getByRole('row', { name }).first().waitFor();
};

test.use({ rigOptions: { name: 'complaint' } });

test('[PAGE-143] [PAGE-144] from complaint to solution: offline complaint, check on the pack, changed parameter, report and log', async ({
  app: client,
  browser,
  rig,
}) => {
  test.setTimeout(300_000);
  await atRest(rig.control);
  const { apiUrl, webUrl } = rig.services;
  await complain(client, apiUrl);
  const context = await browser.newContext();
  const throwErrors = await watchErrors(context);
  await answerChooser(context);
  await context.addInitScript('window.printed = 0; window.print = () => { window.printed += 1; };');
  await solve(openApp(await context.newPage(), webUrl));
  await context.close();
  throwErrors();

  const { page } = client;
  await page.reload();
  await client.upToDate();
  await page.getByRole('link', { name: new RegExp(TITLE) }).click();
  await page.getByText('Work: 45 min').waitFor();
  await button(page, 'Close').click();
  await page.getByText('✓ Closed').waitFor();
  await button(page, '← Complaint').click();
  await client.upToDate();
  await page.getByText(/✓ Closed · A1B2C3/).waitFor();
});
