import { expect, usbTest as test } from '../fixtures.ts';
import { atRest, limitOf, PASSWORD, readParameters, writeLimit } from '../rig/config-app.ts';

test.use({ rigOptions: { name: 'config' } });

test('[PAGE-104] [PAGE-111] [DEV-17] a write during which the browser was killed is offered on the next start, and rolled back', async ({
  rig,
  visit,
}) => {
  const { webUrl } = rig.services;
  await atRest(rig.control);
  const first = await visit(webUrl, { bed: rig.bed });
  const { app } = first;
  await app.login('technician');
  await first.signInOnDisk();
  await readParameters(app);
  const before = await writeLimit(app, '3.700');
  await first.page.getByText(/^Restarting the device/).waitFor();
  await first.kill();

  const { page, app: again } = await visit(webUrl, { bed: rig.bed });
  await again.open('/mainpage/users');
  const strip = page.getByRole('group', { name: 'Needs attention' });
  await strip
    .getByText(/^A write to SN A1B2C3 is not complete: at most 1 of 1 value sent/)
    .last()
    .waitFor();
  await again.connect();
  await strip.getByRole('button', { name: 'Roll back' }).click();
  await page.getByLabel('Password of the device').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await page.getByText(/^Rolled back: SN A1B2C3/).waitFor();
  await page.getByRole('button', { name: 'Back to the parameters' }).click();
  await expect(limitOf(again)).toHaveValue(before);
  await expect(strip.getByText(/not complete/)).toHaveCount(0);
});
