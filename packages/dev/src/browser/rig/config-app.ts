import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { root } from '../../process/run-tool.ts';
import type { App, Way } from '../app.ts';
import type { Services } from './services.ts';

const schemaFile = join(root, 'simulator/src/parameters/schema.json');

/** The password of the simulated device (simulator/README.md). */
export const PASSWORD = 'BATBOT';
export const SERIAL = 'A1B2C3';

/** Connects the simulated pack in Configuration and reads its parameters. Without a schema on the server. */
export const readParameters = async (app: App, way?: Way): Promise<void> => {
  await app.tab('Configuration', 'config');
  await app.connect(way);
  await app.page.getByRole('button', { name: 'Read parameters' }).click();
  await app.page.getByLabel('File of a parameter schema').setInputFiles(schemaFile);
};

export const limitOf = ({ page }: App): Locator =>
  page.getByRole('textbox', { name: 'Cell over-voltage', exact: true });

/** Changes the over-voltage limit and confirms the review. Returns the previous limit. */
export const writeLimit = async (app: App, volts: string): Promise<string> => {
  const { page } = app;
  const before = await limitOf(app).inputValue();
  await limitOf(app).fill(volts);
  await page.getByText('1 change · 1 protection · restarts the device').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`Cell over-voltage ${before} → ${volts} V`).waitFor();
  await dialog.getByLabel(/^Serial number of the device/).fill(SERIAL);
  await dialog.getByLabel('Password of the device').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Write it' }).click();
  return before;
};

/** Stops the current of the pack: protections and firmware are written at rest. */
export const atRest = async (control: Services['control']): Promise<void> => {
  await control('POST', 'scenario', { name: 'idle' });
  await control('POST', 'pack', { current: 0 });
};

/** Points the image of this version to the simulated pack, on the page of the pointings. */
export const pointImage = async ({ page }: App, version: string): Promise<void> => {
  await page.getByRole('button', { name: 'Point an image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Point an image' });
  for (const [label, text] of [
    ['Image', version],
    ['For', SERIAL],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).fill(text);
    await page.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
  }
  await dialog.getByRole('button', { name: 'Point', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};
