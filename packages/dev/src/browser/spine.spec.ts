import type { App, Way } from './app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

/** The tabs of section 2 of the specification, in the order of the bar. */
const allTabs = [
  'Home',
  'Assets',
  'Terminal',
  'Support',
  'Complaint',
  'Configuration',
  'Analytics',
  'Service',
  'Firmware',
  'Smart BMS Config',
  'Romeo Config',
  'Romeo List',
  'Logs',
  'Users',
  'Upload',
  'Logout',
];

const timeOfDay = /\b([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}\b/;

test.describe('the main user flow, end to end', () => {
  let rig: Rig;
  test.beforeEach(({ rig: fixture }) => {
    rig = fixture;
  });

  const logText = async (app: App): Promise<string> => (await app.log.innerText()).trim();

  /** Returns a function that returns the texts of the commands received by the simulator since this call. */
  const listen = (): (() => readonly string[]) => {
    const heard = rig.listen();
    return () => heard().map(({ text }) => text);
  };

  test('[TAB-4] each user sees exactly the tabs that the permissions allow', async () => {
    for (const [user, tabs] of [
      ['technician', allTabs],
      ['client', ['Home', 'Assets', 'Support', 'Complaint', 'Users', 'Logout']],
      ['viewer', ['Support', 'Users', 'Logout']],
    ] as const) {
      await rig.inApp(async (app) => {
        await app.login(user);
        expect(await app.tabNames()).toEqual(tabs);
      });
    }
  });

  const mainPath = (way: Way) => async (): Promise<void> => {
    await rig.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await expect(app.send).toBeDisabled();
      const said = listen();
      await app.connect(way);
      await app.log.getByText('Connected', { exact: true }).waitFor();
      await expect.poll(said).toContain('AT+VB=1');
      await expect(app.baudRate).toBeDisabled();

      await app.type('ATI');
      await app.log.getByText(/HW:/).waitFor();
      await expect(app.command).toHaveValue('');
      const lines = (await logText(app)).split('\n').filter((line) => /ATI|HW:/.test(line));
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(await logText(app)).toMatch(timeOfDay);
      expect(await logText(app)).not.toContain('AT+VB=1');

      await app.format('Hex');
      await app.log.getByText(/48 57 3A/i).waitFor(); // "HW:"
      const sentInHex = listen();
      await app.type('41 54'); // "AT"
      await expect.poll(sentInHex).toContain('AT');
      await app.format('ASCII');
      await app.log.getByText(/HW:/).first().waitFor();

      const onHome = listen();
      await app.tab('Home', 'home');
      await expect
        .poll(() => onHome().filter((text) => text === 'AT+ADATA').length)
        .toBeGreaterThanOrEqual(2);
      expect(onHome()[0]).toBe('AT+VB=0');
      await app.disconnect();
      await app.tab('Terminal', 'terminal');
      await app.log.getByText('Disconnected', { exact: true }).waitFor();
      await expect(app.send).toBeDisabled();
      await app.logout();
    });
  };
  test(
    '[LINK-1] the user connects, sends commands and disconnects over Web Serial on a real pty',
    mainPath('USB serial'),
  );
  test(
    '[LINK-1] the user connects, sends commands and disconnects over WebSocket',
    mainPath('Simulated device'),
  );

  test('[OBD-25] Home polls every 2 s and shows the values of the device', async ({ app }) => {
    await rig.scenario('idle'); // in this scenario, the values change little between the screen and the comparison
    await app.login('technician');
    await app.tab('Home', 'home');
    const heard = rig.listen();
    const overlapping = (): number => rig.services.simulator.state().counters.overlappingPolls;
    const before = overlapping(); // tests with slow replies may have used the same device
    await app.connect();
    const polls = () => heard().filter(({ text }) => text === 'AT+ADATA');
    await expect.poll(() => polls().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(6);
    const times = polls().map(({ atMs }) => atMs);
    // The median: a busy machine delays single polls, and the interval after a late one is shorter.
    const intervals = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    const median = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)];
    expect(median).toBeGreaterThan(1_900);
    expect(median).toBeLessThan(2_600);
    expect(heard()[0]?.text).toBe('AT+VB=0');
    const shown = async (label: string): Promise<number> =>
      Number(/-?\d+(\.\d+)?/.exec((await app.value(label)).replace('−', '-'))?.[0]);
    const { pack } = rig.services.simulator.state();
    expect(Math.abs((await shown('State of charge')) - pack.soc / 10)).toBeLessThan(1);
    expect(Math.abs((await shown('Pack voltage')) - pack.packMv / 1_000)).toBeLessThan(0.5);
    expect(Math.abs((await shown('Current')) - pack.current10mA / 100)).toBeLessThan(5);
    for (const [index, millivolts] of pack.cells.entries()) {
      const volts = await shown(`Cell ${index + 1}`);
      expect(Math.abs(volts - millivolts / 1_000)).toBeLessThan(0.05);
    }
    expect(overlapping()).toBe(before);
  });

  test('[LINK-18] [SR-18] [SR-19] an unplug is reported, the controls are reset, and the device works again after it is plugged in', async ({
    app,
  }) => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await app.connect();
    await app.log.getByText('Connected', { exact: true }).waitFor();
    await rig.unplug();
    await app.notice('OBD Port Disconnected').waitFor();
    await app.notice('The OBD device has been unplugged.').waitFor();
    await app.log.getByText('OBD disconnected', { exact: true }).waitFor();
    await app.connectButton.waitFor();
    await expect(app.send).toBeDisabled();
    await expect(app.baudRate).toBeEnabled();
    expect(await app.log.getByText('OBD disconnected', { exact: true }).count()).toBe(1);

    const said = listen();
    await rig.plug();
    await app.disconnectButton.waitFor(); // the app reconnects automatically, because the user had connected
    await expect.poll(said).toContain('AT+VB=1');
    await app.type('AT');
    await app.log.getByText('OK', { exact: true }).waitFor();
    await app.disconnect();
    await app.connect();
    await app.type('ATI');
    await app.log.getByText(/HW:/).waitFor();
    await app.logout();
  });
});
