import type { Page } from '@playwright/test';
import type { Visit } from './terminal-shots.ts';

/** Limits of the user, passed and not. */
const limited = async (page: Page, limits: readonly (readonly [string, string])[]) => {
  await page.getByRole('button', { name: /^(?:Limits: none|\d+ (?:limit|alarm))/ }).click();
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  for (const [name, value] of limits) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
};
const setLimits = async (page: Page, limits: readonly (readonly [string, string])[]) => {
  await limited(page, limits);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
};
const passed = [
  ['Cell spread, high limit, mV', '10'],
  ['State of charge, low limit, %', '90'],
  ['Temperature, low limit, °C', '30'],
] as const;
const alarmed: Visit = async ({ page }) => {
  await setLimits(page, passed);
  const rows = page.getByRole('group', { name: 'Needs attention' }).locator('li');
  await rows.nth(1).waitFor({ state: 'attached', timeout: 20_000 });
  const showAll = page.getByRole('button', { name: /^\+\d+$/ });
  if (await showAll.isVisible()) await showAll.click();
  await page
    .getByRole('button', { name: /^Acknowledge: / })
    .first()
    .click();
};

/** Alarms of the user's limits; `scene` is Home of a simulated pack, `silence` makes the device say nothing more. */
export const alarmShots = (
  scene: (pack: { readonly scenario: string }, then: Visit) => Visit,
  silence: (page: Page, word: string) => Promise<void>,
): Readonly<Record<string, Visit>> => ({
  'alarms-active': scene({ scenario: 'weak-cell' }, alarmed),
  'alarms-charts': scene({ scenario: 'weak-cell' }, async ({ page }) => {
    await setLimits(page, [
      ['Cell voltage, high limit, V', '3.262'],
      ['State of charge, high limit, %', '50.2'],
      ['Discharge current, high limit, A', '50'],
    ]);
    await page.getByRole('figure', { name: /^Lowest and highest cell/ }).scrollIntoViewIfNeeded();
    await page.locator('.cell[data-alarmed="true"]').first().waitFor();
  }),
  'alarms-terminal': scene({ scenario: 'weak-cell' }, async (app) => {
    const { page } = app;
    await limited(page, passed);
    await page.getByRole('checkbox', { name: /^Monitor on every tab/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Where there is little room the alarms are one row.
    await page.getByRole('button', { name: 'Acknowledge all' }).waitFor({ timeout: 20_000 });
    await app.tab('Terminal', 'terminal');
    await app.type('ATI');
    await app.log.getByText(/HW:/).waitFor();
  }),
  'alarms-choices': scene({ scenario: 'weak-cell' }, async ({ page }) => {
    await limited(page, []);
    await page.getByRole('button', { name: 'NMC', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Notice/ }).scrollIntoViewIfNeeded();
  }),
  'alarms-lost': scene({ scenario: 'weak-cell' }, async (app) => {
    await alarmed(app);
    await silence(app.page, 'Stale');
  }),
  'alarms-editor': scene({ scenario: 'no-temperatures' }, async ({ page }) => {
    await page.getByLabel('Cell 1', { exact: true }).first().waitFor();
    await limited(page, [
      ['Cell voltage, low limit, V', '3.65'],
      ['Cell voltage, high limit, V', '2.5'],
    ]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  }),
});
