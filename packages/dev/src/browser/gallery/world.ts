import type { App } from '../app.ts';
import { atRest, limitOf, PASSWORD, pointImage, SERIAL, writeLimit } from '../rig/config-app.ts';
import type { Services } from '../rig/services.ts';
import { sessionsOf } from '../rig/sessions-app.ts';

type Show = (app: App, services: Services) => Promise<unknown>;

const first = async ({ page }: App): Promise<void> => {
  await page.locator('.collection__table .ant-table-row').first().click();
};
const press = ({ page }: App, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** A list with the demo data, and the actions before the screenshot. */
const list =
  (path: string, ...steps: readonly Show[]): Show =>
  async (app, services) => {
    await app.open(`/mainpage/${path}`);
    await app.page.locator('.collection__table .ant-table-row').first().waitFor();
    for (const step of steps) await step(app, services);
  };
const tab =
  (key: string): Show =>
  async ({ page }) => {
    await page.waitForURL(/id=|\/[0-9a-f-]{36}/);
    await page.goto(`${page.url()}&tab=${key}`);
    await page.getByRole('tabpanel').first().waitFor();
  };
const click =
  (name: string | RegExp): Show =>
  (app) =>
    press(app, name);

/** The parameters of the simulated device, and the actions before the screenshot. The schema comes from the server. */
const read =
  (path: string, ...steps: readonly Show[]): Show =>
  async (app, services) => {
    await app.open(`/mainpage/${path}`);
    await app.connect('Simulated device');
    await press(app, 'Read parameters');
    await app.page.getByText(/^Source of the schema/).waitFor();
    for (const step of steps) await step(app, services);
  };
const fillLimit: Show = async (app) => {
  const { page } = app;
  await limitOf(app).fill('3.60');
  await page.getByRole('textbox', { name: 'Cell over-voltage release', exact: true }).fill('9');
};
const review: Show = async (app) => {
  const { page } = app;
  await limitOf(app).fill('3.60');
  await press(app, 'Review');
  await page.getByRole('dialog').getByLabel('Password of the device').fill(PASSWORD);
};
/** Writes a limit to the pack at rest. */
const write: Show = async (app, { control }) => {
  await atRest(control);
  await writeLimit(app, (await limitOf(app).inputValue()) === '3.700' ? '3.710' : '3.700');
};
const ended: Show = async ({ page }) =>
  page.getByText(/^Done: 1 change/).waitFor({ timeout: 60_000 });

/** Adds the simulated pack, points a released image to it, and shows the conditions of the install. */
const installing: Show = async (app) => {
  const { page } = app;
  await app.open('/mainpage/assets');
  await app.addPack(SERIAL);
  await app.open('/mainpage/firmwareTab?view=pointing');
  await pointImage(app, '1.');
  await app.open('/mainpage/firmwareTab?view=pack');
  await app.connect('Simulated device');
  await press(app, 'Read serial number');
  await press(app, 'Check and install…');
  await page.getByRole('region', { name: 'Install' }).getByRole('listitem').first().waitFor();
};

const compare: Show = async ({ page }) => {
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.locator('.ant-select-item-option').nth(2).click();
};
const chemistry: Show = async (app) => {
  await app.page.getByRole('combobox', { name: 'Cell chemistry' }).click();
  await app.page.getByTitle('NMC', { exact: true }).click();
};

/** Records the simulated pack, so that Analytics has a pack of this computer. */
const recorded: Show = async (app) => {
  await app.open('/mainpage/home');
  await app.connect('Simulated device');
  const sessions = sessionsOf(app);
  await sessions.record(3);
  await sessions.stop();
};

/** The screens with the demo data, as the technician sees them. */
export const worldStates: Readonly<Record<string, Show>> = {
  assets: list('assets'),
  'assets-map': list('assets', (app) => app.open('/mainpage/assets?view=map')),
  asset: list('assets', first),
  ...Object.fromEntries(
    ['facts', 'parameters', 'timeline', 'recordings', 'tickets', 'firmware'].map((key) => [
      `asset-${key}`,
      list('assets?state=attention', first, tab(key)),
    ]),
  ),
  'asset-add': list('assets', click('Add a pack')),
  'asset-edit': list('assets', first, click('Edit facts')),
  'asset-connected': list('assets', async (app) => {
    await app.connect('Simulated device');
    await press(app, 'Read serial number');
  }),
  logs: list('logs'),
  log: list('logs', first),
  users: list('users?view=accounts'),
  user: list('users?view=accounts', first),
  ...Object.fromEntries(
    ['rights', 'view', 'timeline'].map((key) => [
      `user-${key}`,
      list('users?view=accounts', first, tab(key)),
    ]),
  ),
  'user-invite': list('users?view=accounts', click(/^Invite/)),
  service: list('servicetab'),
  ticket: list('servicetab', first),
  complaint: (app) => app.open('/mainpage/complaint'),
  'analytics-fleet': (app) => app.open('/mainpage/analyticData?view=fleet'),
  'analytics-local': async (app, services) => {
    await recorded(app, services);
    await list('analyticData', first)(app, services);
  },
  'firmware-pack': async (app) => {
    await app.open('/mainpage/firmwareTab?view=pack');
    await app.connect('Simulated device');
    await press(app, 'Read serial number');
  },
  'firmware-install': installing,
  'firmware-images': list('firmwareTab?view=images'),
  'firmware-image': list('firmwareTab?view=images', first),
  'firmware-add': list('firmwareTab?view=images', click('Add an image')),
  'firmware-pointing': list('firmwareTab?view=pointing'),
  'firmware-pointed': list('firmwareTab?view=pointing', first),
  'firmware-point': list('firmwareTab?view=pointing', click('Point an image')),
  'firmware-history': list('firmwareTab?view=history'),
  standards: list('config/standards'),
  standard: list('config/standards', first),
  'standard-assign': list('config/standards?state=sets', first, click('Assign…')),
  batch: async (app) => {
    await app.open('/mainpage/config/batch');
    await app.page.getByRole('combobox', { name: 'Standard' }).click();
    await app.page.locator('.ant-select-item-option').first().click();
  },
  'config-empty': async (app) => {
    await app.open('/mainpage/config');
    await app.connect('Simulated device');
  },
  config: read('config'),
  'config-edited': read('config', fillLimit),
  'config-compared': read('config', compare),
  'config-all': read('config?group=all'),
  'config-review': read('config', review),
  'config-writing': read('config', write),
  'config-written': read('config', write, ended),
  'config-publish': read('config', click('Configuration: options'), async ({ page }) =>
    page.getByRole('menuitem', { name: /^Publish/ }).click(),
  ),
  smart: read('smartConfig', chemistry),
  'smart-limits': read('smartConfig', chemistry, click('Next')),
  'smart-review': read('smartConfig', chemistry, click('Next'), click('Propose values')),
  'romeo-list': list('romeoList'),
  'romeo-device': list('romeoList', first),
  'romeo-add': list('romeoList', click('Add a device')),
  'romeo-config': list('romeoList', first, async ({ page }) =>
    page.getByRole('link', { name: 'Change what is wanted' }).click(),
  ),
};
