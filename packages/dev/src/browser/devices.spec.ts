import { startSimulator } from '@batbot/simulator';
import { expect, usbTest as test } from './fixtures.ts';

/** A device of each kind of question, by the simulator's dialect, and the name of its profile. */
const DEVICES = [
  ['vedirect', 'Victron VE.Direct text'],
  ['jbd', 'JBD / Xiaoxiang'],
  ['daly', 'Daly BMS'],
  ['seplos', 'Seplos BMS 2.0'],
  ['pace', 'Pace BMS'],
  ['srne', 'SRNE / Renogy'],
  ['growatt', 'Growatt SPF'],
  ['jk', 'JK (Jikong) BMS'],
  ['epever', 'EPEVER'],
  ['seplos-v3', 'Seplos BMS 3.0'],
  ['voltronic', 'Voltronic'],
  ['pylontech', 'Pylontech'],
  ['junctek', 'Junctek'],
  ['elm327-kia', 'Hyundai / Kia'],
  ['elm327-leaf', 'Nissan Leaf'],
] as const;

for (const [dialect, name] of DEVICES) {
  test(`[OBD-265] ${name}: identified on a real pty, and again after it was unplugged`, async ({
    rig,
  }, info) => {
    const device = await startSimulator({ pty: info.outputPath('device'), seed: 1, dialect });
    await rig.unplug();
    await rig.bed.plug(device.slavePath ?? '');
    try {
      await rig.inApp(async (app) => {
        const { page } = app;
        const identify = async (): Promise<void> => {
          await page.getByRole('region', { name: 'Serial connection' }).locator('.chip').click();
          await page.getByRole('button', { name: 'Identify the device …' }).click();
          await page.getByRole('button', { name: 'Start', exact: true }).click();
          await expect(page.getByText(/^Answered: /)).toContainText(name, { timeout: 60_000 });
          await page.getByRole('button', { name: 'Close', exact: true }).last().click();
        };
        await app.login('technician');
        await app.tab('Terminal', 'terminal');
        await app.connect();
        await identify();

        await rig.bed.unplug();
        await device.unplug();
        await app.notice('OBD Port Disconnected').waitFor();
        await device.plug();
        await rig.bed.plug(device.slavePath ?? '');
        await app.disconnectButton.waitFor();
        await identify();
      });
    } finally {
      await rig.bed.unplug();
      await device.close();
    }
  });
}
