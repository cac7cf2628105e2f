import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App, Way } from './app.ts';
import { startBench, type Bench } from './bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

const soon = { timeout: 15_000, interval: 50 };

/** Section 2 of the specification, in its order of the bar. */
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

describeInBrowser('the main job, end to end', ['chromium', 'usb'], () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.close());

  const logText = async (app: App): Promise<string> => (await app.log.innerText()).trim();

  /** Texts of the commands that the simulator heard since this call. */
  const listen = (): (() => readonly string[]) => {
    const heard = bench.listen();
    return () => heard().map(({ text }) => text);
  };

  it('[TAB-4] shows the tabs of the permissions, and no others', async () => {
    for (const [user, tabs] of [
      ['technician', allTabs],
      ['client', ['Home', 'Assets', 'Support', 'Complaint', 'Users', 'Logout']],
      ['viewer', ['Support', 'Users', 'Logout']],
    ] as const) {
      await bench.inApp(async (app) => {
        await app.login(user);
        expect(await app.tabNames()).toEqual(tabs);
      });
    }
  });

  const mainPath = (way: Way) => async (): Promise<void> => {
    await bench.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      expect(await app.send.isDisabled()).toBe(true);
      const said = listen();
      await app.connect(way);
      await app.log.getByText('Connected', { exact: true }).waitFor();
      await expect.poll(said, soon).toContain('AT+VB=1');
      expect(await app.baudRate.isDisabled()).toBe(true);

      await app.type('ATI');
      await app.log.getByText(/HW:/).waitFor();
      expect(await app.command.inputValue()).toBe('');
      const lines = (await logText(app)).split('\n').filter((line) => /ATI|HW:/.test(line));
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(await logText(app)).toMatch(timeOfDay);
      expect(await logText(app)).not.toContain('AT+VB=1');

      await app.format('Hex');
      await app.log.getByText(/48 57 3A/i).waitFor(); // "HW:"
      const sentInHex = listen();
      await app.type('41 54'); // "AT"
      await expect.poll(sentInHex, soon).toContain('AT');
      await app.format('ASCII');
      await app.log.getByText(/HW:/).first().waitFor();

      const onHome = listen();
      await app.tab('Home', 'home');
      await expect
        .poll(() => onHome().filter((text) => text === 'AT+ADATA').length, soon)
        .toBeGreaterThanOrEqual(2);
      expect(onHome()[0]).toBe('AT+VB=0');
      await app.disconnect();
      await app.tab('Terminal', 'terminal');
      await app.log.getByText('Disconnected', { exact: true }).waitFor();
      expect(await app.send.isDisabled()).toBe(true);
      await app.logout();
    });
  };
  it(
    '[LINK-1] connects, talks and disconnects over Web Serial on a real pty',
    mainPath('USB serial'),
  );
  it('[LINK-1] connects, talks and disconnects over WebSocket', mainPath('Simulated device'));

  it('[OBD-25] Home polls every 2 s and shows what the device has', async () => {
    await bench.inApp(async (app) => {
      await bench.scenario('idle'); // what is told and what is looked up later are nearly the same
      await app.login('technician');
      await app.tab('Home', 'home');
      const heard = bench.listen();
      await app.connect();
      const polls = () => heard().filter(({ text }) => text === 'AT+ADATA');
      await expect
        .poll(() => polls().length, { ...soon, timeout: 30_000 })
        .toBeGreaterThanOrEqual(6);
      const times = polls().map(({ atMs }) => atMs);
      const mean = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1);
      expect(mean).toBeGreaterThan(1_900);
      expect(mean).toBeLessThan(2_600);
      expect(heard()[0]?.text).toBe('AT+VB=0');
      const shown = async (label: string): Promise<number> =>
        Number(/-?\d+(\.\d+)?/.exec((await app.value(label)).replace('−', '-'))?.[0]);
      const { pack, counters } = bench.services.simulator.state();
      expect(Math.abs((await shown('State of charge')) - pack.soc / 10)).toBeLessThan(1);
      expect(Math.abs((await shown('Pack voltage')) - pack.packMv / 1_000)).toBeLessThan(0.5);
      expect(Math.abs((await shown('Current')) - pack.current10mA / 100)).toBeLessThan(5);
      for (const [index, millivolts] of pack.cells.entries()) {
        const volts = await shown(`Cell ${index + 1}`);
        expect(Math.abs(volts - millivolts / 1_000)).toBeLessThan(0.05);
      }
      expect(counters.overlappingPolls).toBe(0);
    });
  });

  it('[LINK-18] [SR-18] [SR-19] an unplug is told, leaves a clean state, and the device works again after', async () => {
    await bench.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await app.connect();
      await app.log.getByText('Connected', { exact: true }).waitFor();
      await bench.unplug();
      await app.notice('OBD Port Disconnected').waitFor();
      await app.notice('The OBD device has been unplugged.').waitFor();
      await app.log.getByText('OBD disconnected', { exact: true }).waitFor();
      await app.connectButton.waitFor();
      expect(await app.send.isDisabled()).toBe(true);
      expect(await app.log.getByText('OBD disconnected', { exact: true }).count()).toBe(1);

      const said = listen();
      await bench.plug();
      await app.disconnectButton.waitFor(); // by itself: the user had connected
      await expect.poll(said, soon).toContain('AT+VB=1');
      await app.type('AT');
      await app.log.getByText('OK', { exact: true }).waitFor();
      await app.disconnect();
      await app.connect();
      await app.type('ATI');
      await app.log.getByText(/HW:/).waitFor();
      await app.logout();
    });
  });

  it('[SR-31] a reload keeps the session and frees the port', async () => {
    await bench.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await app.connect();
      await app.page.reload();
      await app.connect();
      await app.type('AT');
      await app.log.getByText('OK', { exact: true }).waitFor();
    });
  });
});
