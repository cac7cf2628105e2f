import { startSimulator } from '@batbot/simulator';
import { expect, usbTest as test } from '../fixtures.ts';
import { sessionsOf } from '../rig/sessions-app.ts';

/**
 * A device that sends text by itself and one that is asked in binary: the simulator's dialect, the profile's name, and how
 * the profile is chosen. The simulator's profile-live test has all dialects, without a browser.
 */
const DEVICES = [
  ['vedirect', 'Victron VE.Direct text', 'identified'],
  ['daly', 'Daly BMS', 'by hand'],
] as const;

// The workers share the devices; otherwise one worker would test all of them, after the others have ended.
test.describe.configure({ mode: 'parallel' });

for (const [dialect, name, how] of DEVICES) {
  test(`[OBD-265] [OBD-270] [OBD-272] ${name}, ${how}: values on a real pty are shown on Home and recorded, also after a replug`, async ({
    app,
    rig,
  }, info) => {
    const device = await startSimulator({ pty: info.outputPath('device'), seed: 1, dialect });
    await rig.unplug();
    await rig.bed.plug(device.slavePath ?? '');
    try {
      const { page } = app;
      await app.login('technician');
      await app.open('/mainpage/home');
      await app.connect();
      const chip = page.getByRole('region', { name: 'Serial connection' }).locator('.chip');
      await chip.click();
      if (how === 'identified') {
        const panel = page.getByRole('dialog', { name: 'Device', exact: true });
        await panel.getByRole('button', { name: 'Identify the device…' }).click();
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await expect(page.getByText(/^Answered: /)).toContainText(name);
        await page.getByRole('button', { name: 'Use this profile' }).click();
      } else {
        await page.getByRole('combobox', { name: 'Profile' }).fill(name);
        await page.locator('.ant-select-item-option-content').getByText(name).first().click();
        await page.keyboard.press('Escape');
      }
      const source = page.getByText(/All values are reported as the profile/);
      await expect(source).toContainText(name);
      // The simulator's profile-trip test compares the values byte by byte; here it is enough that one is shown.
      const voltage = page.getByLabel('Pack voltage', { exact: true }).first();
      await expect(voltage).toContainText(/\d/);

      const sessions = sessionsOf(app);
      await sessions.record(1);

      await rig.bed.unplug();
      await device.unplug();
      await app.notice('OBD Port Disconnected').waitFor();
      await device.plug();
      await rig.bed.plug(device.slavePath ?? '');
      await app.disconnectButton.waitFor();
      await expect(source).toContainText(name);
      await sessions.keeps((await sessions.kept()) + 1);
      await sessions.stop();
    } finally {
      await rig.bed.unplug();
      await device.close();
    }
  });
}
