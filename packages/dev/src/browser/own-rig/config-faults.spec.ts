import type { Page } from '@playwright/test';
import { openApp } from '../app.ts';
import { expect, ownRigTest as test, type Rig } from '../fixtures.ts';
import { atRest, limitOf, PASSWORD, readParameters, writeLimit } from '../rig/config-app.ts';

// A write on a real pty. parameters-run.test.ts has every fault at each command of a write, without a browser.

/** What the simulated device does with a write, and how the app ends it. */
const FAULTS = [
  [{ name: 'write-clamped', value: 50, count: 1 }, /^Stopped: 0 of [12] changes? on SN A1B2C3/],
  [{ name: 'lost-at-restart', count: 1 }, /^1 value on SN A1B2C3 differs/],
] as const;

/** The over-voltage limit that the device really has, in V. */
const trueLimit = ({ services }: Rig): string =>
  (Number(services.simulator.state().parameters['COVP']) / 1_000).toFixed(3);

const resultOf = (page: Page) => page.getByRole('region', { name: 'Result' });

const rollBack = async (page: Page): Promise<void> => {
  await page.getByLabel('Password of the device').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await resultOf(page)
    .getByText(/^Rolled back: SN A1B2C3/)
    .waitFor();
};

test('[DEV-16] [PAGE-104] a write that the device corrupts is never reported as done, and is rolled back', async ({
  ownRig: rig,
}) => {
  await atRest(rig);
  await rig.inApp(async (app) => {
    const { page } = app;
    const result = resultOf(page);
    await app.login('technician');
    await readParameters(app);
    await expect(limitOf(app)).toBeVisible();
    const before = trueLimit(rig);
    for (const [fault, end] of FAULTS) {
      await rig.control('POST', 'faults', fault);
      await writeLimit(app, '3.750');
      await expect(result.getByRole('alert'), fault.name).toHaveText(end);
      const row = result.getByRole('row', { name: /^Cell over-voltage \d/ });
      await expect(row.getByRole('cell').last()).toHaveText(`✕ ${trueLimit(rig)} V`);
      await rig.control('DELETE', 'faults');
      await result.getByRole('button', { name: 'Roll back…' }).click();
      await rollBack(page);
      expect(trueLimit(rig), fault.name).toBe(before);
      await page.getByRole('button', { name: 'Back to the parameters' }).click();
    }
  });
});

test('[DEV-17] [MT-01] a tab that takes the device over during a write is offered the roll back', async ({
  ownRig: rig,
}) => {
  await atRest(rig);
  await rig.inApp(async (app) => {
    await app.login('technician');
    await readParameters(app);
    await expect(limitOf(app)).toBeVisible();
    const before = trueLimit(rig);
    const page = await app.page.context().newPage();
    const other = openApp(page, rig.services.webUrl);
    await other.open('/mainpage/config');
    await other.clickConnect();
    const takeOver = page.getByRole('button', { name: 'Take over' });
    await takeOver.waitFor();
    await writeLimit(app, '3.750');
    await app.page.getByText(/^Restarting the device/).waitFor();
    await takeOver.click(); // within the 3 s of the restart
    await other.disconnectButton.waitFor();
    await expect(resultOf(app.page).getByRole('alert')).toHaveText(/^Stopped: /);
    await page.reload();
    await other.connect();
    const strip = page.getByRole('group', { name: 'Needs attention' });
    await strip.getByRole('button', { name: 'Roll back' }).click();
    await rollBack(page);
    expect(trueLimit(rig)).toBe(before);
  });
});
