import type { Page } from '@playwright/test';
import type { App } from './app.ts';
import { connected, opened, type Visit } from './terminal-shots.ts';

/** Tells the simulator something: `pack` sets values of the pack, `scenario` what happens to it. */
export type Direct = (what: 'pack' | 'scenario', body: object) => Promise<void>;

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** The simulated pack at rest, the checks opened, one of them started. */
const started =
  (direct: Direct, title: string, then: Visit): Visit =>
  async (app) => {
    await direct('scenario', { name: 'idle' });
    await direct('pack', { current: null });
    await connected('terminal', async ({ page }) => {
      await opened(page, 'Checks');
      await press(page, `Start ${title}`);
      await page.getByText('all hold').waitFor();
    })(app);
    await then(app);
  };

/** The first three steps of the incoming inspection, up to the reply that tells the serial number. */
const identified: Visit = async ({ page }: App) => {
  await press(page, 'Yes');
  await press(page, 'Done');
  await press(page, 'Send ATI');
  await page.getByLabel('The reply before').waitFor();
};

/** An inspection that ends with its report: the label does not match. */
const failed: Visit = async (app) => {
  await identified(app);
  await press(app.page, 'No');
  await app.page
    .getByText(/Failed on/)
    .first()
    .waitFor();
};

/** The guided checks, as pictures show them. */
export const guidedShots = (direct: Direct): Readonly<Record<string, Visit>> => ({
  'guided-list': connected('terminal', async ({ page }) => {
    await opened(page, 'Checks');
    await page.getByRole('button', { name: 'Start Charge test' }).waitFor();
  }),
  'guided-question': started(direct, 'Incoming inspection', identified),
  'guided-typed': started(direct, 'Incoming inspection', async (app) => {
    await identified(app);
    await press(app.page, 'Yes');
    await app.page.getByLabel('Multimeter, V').fill('12,1');
  }),
  'guided-measuring': started(direct, 'Cell balance at rest', async ({ page }) => {
    await press(page, 'Done');
    await press(page, 'Begin measuring');
    await page.getByText(/, within$/).waitFor();
  }),
  'guided-stopped': started(direct, 'Cell balance at rest', async ({ page }) => {
    await press(page, 'Done');
    await press(page, 'Begin measuring');
    await direct('pack', { current: 20 });
    await page.getByText('Stopped.', { exact: true }).waitFor({ timeout: 15_000 });
  }),
  'guided-elsewhere': started(direct, 'Cell balance at rest', async (app) => {
    await press(app.page, 'Done');
    await press(app.page, 'Begin measuring');
    await press(app.page, 'Close Checks');
    await app.tab('Home', 'home');
    await direct('pack', { current: 20 });
    await app.page.getByText(/^Stopped\. /).waitFor({ timeout: 15_000 });
  }),
  'guided-report': started(direct, 'Incoming inspection', failed),
  'guided-report-printed': started(direct, 'Incoming inspection', async (app) => {
    await failed(app);
    await app.page.emulateMedia({ media: 'print' });
  }),
});
