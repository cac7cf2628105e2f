import { writeFile } from 'node:fs/promises';
import { startSimulator } from '@batbot/simulator';
import { expect, usbTest as test } from '../fixtures.ts';

const VECTOR = [
  ['Pack Voltage: 6.604 V', 'Current: 12.40 A', 'SOC: 78.5 %'],
  ['Cell1: 3302 mV', 'Cell2: 3302 mV', 'Temp1: 25 C', 'OK', ''],
];

/**
 * A profile for a device that no profile of the product supports, and whose replies do not show the sign of the
 * current.
 */
const PROFILE = {
  profile: 2,
  id: 'workshop-bms',
  name: 'Workshop BMS',
  line: { quiet: true },
  polls: [{ id: 'all', send: 'AT+ADATA\r\n', everyMs: 1_000, timeoutMs: 800 }],
  end: { final: ['OK'] },
  frame: { split: 'reply' },
  signs: { current: 'discharge' },
  records: [
    {
      id: 'values',
      read: 'keys',
      separator: ':',
      keys: {
        'Pack Voltage': { to: 'packVoltage' },
        Current: { to: 'current' },
        SOC: { to: 'soc' },
        'Cell#': { to: 'cells', first: 1, unit: 'mV' },
        'Temp#': { to: 'temps', first: 1 },
      },
    },
  ],
  tests: [
    {
      name: 'two cells',
      origin: 'constructed',
      poll: 'all',
      bytes: VECTOR.flat().join('\r\n'),
      expect: { packVoltage: 6.604, current: -12.4, soc: 78.5, cells: [3.302, 3.302] },
    },
  ],
};

test('[OBD-72] [OBD-270] [OBD-272] [OBD-285] the user’s own profile, imported from a file, reads a device on a real pty, and again after a reload and after it was unplugged', async ({
  rig,
}, info) => {
  const file = info.outputPath('workshop.profile.json');
  await writeFile(file, JSON.stringify(PROFILE));
  const device = await startSimulator({
    pty: info.outputPath('device'),
    seed: 1,
    dialect: 'lines',
    scenario: 'discharge', // the sign of the current shows which profile was used
    currentPositive: 'discharge',
  });
  await rig.unplug();
  await rig.bed.plug(device.slavePath ?? '');
  const numberOf = (text: string): number =>
    Number(/-?\d+(?:\.\d+)?/.exec(text.replace('−', '-'))?.[0]);
  try {
    await rig.inApp(async (app) => {
      const { page } = app;
      await app.login('technician');
      await app.open('/mainpage/home');
      await app.connect();
      await page.getByRole('link', { name: 'Teach this device' }).first().click();
      await page.getByLabel('Profile file').setInputFiles(file);
      await expect(page.getByText('Imported. Review it, then save it.')).toBeVisible();
      await page.getByRole('button', { name: 'Save and use for this device' }).click();
      await expect(page.getByText('Saved and in use.')).toBeVisible();
      await page.getByRole('link', { name: 'Back to Home' }).click();

      const source = page.getByText(/All values are reported as the profile/);
      await expect(source).toContainText('Workshop BMS');
      const isTrue = async (): Promise<void> => {
        for (const [label, of, within] of [
          ['Pack voltage', ({ packMv }) => packMv / 1_000, 0.1],
          ['Current', ({ current10mA }) => current10mA / 100, 2],
          ['State of charge', ({ soc }) => soc / 10, 0.2],
          ['Cell 1', ({ cells }) => (cells[0] ?? 0) / 1_000, 0.01],
        ] as const satisfies readonly (readonly [
          string,
          (pack: ReturnType<typeof device.state>['pack']) => number,
          number,
        ])[]) {
          await expect
            .poll(
              async () => Math.abs(numberOf(await app.value(label)) - of(device.state().pack)),
              { message: label },
            )
            .toBeLessThanOrEqual(within);
        }
      };
      await isTrue();

      await page.reload();
      await app.connect();
      await expect(source).toContainText('Workshop BMS');
      await rig.bed.unplug();
      await device.unplug();
      await app.notice('OBD Port Disconnected').waitFor();
      await device.plug();
      await rig.bed.plug(device.slavePath ?? '');
      await app.disconnectButton.waitFor();
      await expect(source).toContainText('Workshop BMS');
      await isTrue();
    });
  } finally {
    await rig.bed.unplug();
    await device.close();
  }
});
