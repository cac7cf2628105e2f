import type { App } from '../app.ts';
import { expect, usbTest as test } from '../fixtures.ts';
import { atRest, pointImage, SERIAL } from '../rig/config-app.ts';

/** The image that is a draft in the demo data. */
const VERSION = '1.6.0';

test.use({
  rigOptions: {
    worldSize: { clients: 1, depotsPerClient: 1, packs: 4, snapshots: 1, recordings: 0 },
  },
});

const view = ({ page }: App, name: string) => page.getByTitle(name, { exact: true }).click();

/** Adds the simulated pack, releases the draft and points it to the pack. */
const offer = async (app: App): Promise<void> => {
  const { page } = app;
  await app.login('technician');
  await app.tab('Assets', 'assets');
  await app.addPack(SERIAL);
  await app.upToDate();
  await app.tab('Firmware', 'firmwareTab');
  await view(app, 'Images');
  await page.getByRole('row', { name: new RegExp(VERSION) }).click();
  await page.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await view(app, 'Pointing');
  await pointImage(app, VERSION);
  await view(app, 'This pack');
  await app.connect();
};

/** Checks the offered image and installs it when every condition is met. */
const install = async (app: App): Promise<void> => {
  const { page } = app;
  const card = page.getByRole('region', { name: 'Install' });
  await card.getByRole('textbox', { name: /^Serial number of the device/ }).fill(SERIAL);
  await expect(card.getByText('Not met: ')).toHaveCount(0);
  await card.getByRole('button', { name: 'Install', exact: true }).click();
};

test('[DEV-60] [DEV-62] [DEV-63] [DEV-65] [DEV-67] a released image is checked, its install is interrupted by an unplug, and the next one is completed and logged', async ({
  app,
  rig,
}) => {
  await atRest(rig.control);
  const { page } = app;
  await offer(app);
  await page.getByRole('button', { name: 'Read serial number' }).click();
  const offered = page.getByRole('list', { name: 'Offered images' });
  const image = offered.getByRole('listitem').filter({ hasText: VERSION });
  await image.getByRole('button', { name: 'Check and install…' }).click();
  const conditions = page.getByRole('list', { name: 'Conditions' });
  for (const name of ['Board', 'State of charge', 'New version', 'Signature']) {
    await conditions
      .getByRole('listitem')
      .filter({ hasText: `Met: ${name}` })
      .waitFor();
  }
  await install(app);
  await page.getByRole('progressbar', { name: 'Sent' }).waitFor();
  await page.getByText(/^(?!0 B).* of 9\d.* left$/).waitFor();
  await rig.unplug();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText(`${SERIAL} is not connected.`).waitFor();
  await rig.plug();
  await app.disconnectButton.waitFor(); // the app reconnects automatically
  await result.getByRole('button', { name: 'Check the device' }).click();
  await result.getByText(`${SERIAL} is in its boot loader`).waitFor();
  await result.getByRole('button', { name: 'Check and install again' }).click();
  await install(app);
  const done = `SN ${SERIAL} has firmware ${VERSION}. All settings have their previous values.`;
  await page.getByRole('alert').filter({ hasText: done }).waitFor();
  await view(app, 'History');
  await page.getByRole('row', { name: /A1B2C3.*→ 1\.6\.0.*Done/ }).waitFor();
  await app.tab('Logs', 'logs');
  await page
    .getByRole('row', { name: /A1B2C3/ })
    .first()
    .waitFor();
});
