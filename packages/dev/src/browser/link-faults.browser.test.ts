import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApp, type App } from './app.ts';
import { startBench, type Bench } from './bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

const soon = { timeout: 15_000, interval: 50 };

describeInBrowser('the link under faults, end to end', ['chromium', 'usb'], () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ likeUsers: true });
  });
  afterAll(() => bench?.close());

  /** In the terminal, connected. */
  const atTerminal = async (app: App): Promise<void> => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await app.connect();
    await works(app);
  };
  const works = async (app: App): Promise<void> => {
    const heard = bench.listen();
    await app.type('ATI');
    await expect.poll(() => heard().map(({ text }) => text), soon).toContain('ATI');
    await app.log.getByText(/HW:/).last().waitFor();
  };
  const isOpen = (): boolean => bench.services.simulator.state().clients['pty'] === true;
  const lossesIn = (app: App): Promise<number> =>
    app.log.getByText('OBD disconnected', { exact: true }).count();

  /** Reports the loss in one of the ways a platform does, then plugs in again; the connection comes back. */
  const survives = (
    report: (bench: Bench) => Promise<void>,
    rest: (bench: Bench) => Promise<void>,
  ) =>
    bench.inApp(async (app) => {
      await atTerminal(app);
      await report(bench);
      await app.connectButton.waitFor();
      await app.notice('OBD Port Disconnected').waitFor();
      await app.log.getByText('OBD disconnected', { exact: true }).waitFor();
      await rest(bench);
      await expect.poll(isOpen, soon).toBe(false);
      await bench.plug();
      await app.disconnectButton.waitFor();
      await works(app);
      expect(await lossesIn(app)).toBe(1);
    });

  it('[SR-16] the event alone, with streams alive, is a loss: the port is closed', () =>
    survives(
      async ({ bed }) => {
        await bed.unplug();
        await expect.poll(isOpen, soon).toBe(false);
      },
      ({ services }) => services.simulator.unplug(),
    ));

  it('[SR-17] the stream error alone is a loss', () =>
    survives(
      ({ services }) => services.simulator.unplug(),
      ({ bed }) => bed.unplug(),
    ));

  it('[SR-18] the stream error, then the event, are one loss', () =>
    survives(
      async ({ bed, services }) => {
        await services.simulator.unplug();
        await bed.unplug();
      },
      () => Promise.resolve(),
    ));

  it('[SR-31] after leaving the page and Back it is disconnected, and connects', async () => {
    await bench.inApp(async (app) => {
      await atTerminal(app);
      await app.page.evaluate('globalThis.isStillHere = true');
      await app.page.goto('about:blank');
      await expect.poll(isOpen, soon).toBe(false);
      await app.page.goBack();
      // Chromium keeps no page for Back that has asked for ports: this one was loaded anew.
      expect(await app.page.evaluate('typeof isStillHere')).toBe('undefined');
      await app.connectButton.waitFor();
      await app.connect();
      await works(app);
    });
  });

  it('[SR-31] a reload right after Connect leaves a port that opens', async () => {
    await bench.inApp(async (app) => {
      await atTerminal(app);
      await app.disconnect();
      await app.clickConnect();
      await app.page.reload();
      await app.connect();
      await works(app);
    });
  });

  it('[SR-28] a device that its opening resets is told its verbose mode again after its banner', async () => {
    await bench.inApp(async (app) => {
      await app.login('technician');
      await app.tab('Terminal', 'terminal');
      await app.clickConnect();
      await expect.poll(isOpen, soon).toBe(true);
      const control = (bench.services.simulator.wsUrl ?? '').replace('ws:', 'http:');
      await fetch(new URL('/control/reboot', control), { method: 'POST' });
      await app.log.getByText('The device restarted', { exact: true }).waitFor();
      await works(app);
      await app.type('AT+VB?');
      await app.log.getByText('+VB: 1', { exact: true }).waitFor();
    });
  });

  /** A second tab of the same browser, beside the connected one, refused and told where. */
  const secondTab = async (first: App): Promise<App> => {
    const second = openApp(await first.page.context().newPage(), bench.services.webUrl);
    await second.open('/mainpage/terminal');
    await second.clickConnect();
    await second.notice('Open in another tab').waitFor();
    expect(await second.connectButton.isEnabled()).toBe(true);
    return second;
  };
  const takeOver = (app: App): Promise<void> =>
    app.page.getByRole('button', { name: 'Take over', exact: true }).click();

  it('[MT-01] [SR-32] a second tab is told which one has the device, and takes it over', async () => {
    await bench.inApp(async (first) => {
      await atTerminal(first);
      const second = await secondTab(first);
      await second.page.getByText(/The tab that shows “Terminal” has the device/).waitFor();
      await works(first);
      await takeOver(second);
      await second.disconnectButton.waitFor();
      await first.connectButton.waitFor();
      await first.page.getByText('another tab took the device').waitFor();
      await works(second);
      expect(await lossesIn(first)).toBe(0);
    });
  });

  it('[MT-02] when the tab that has the device is closed, another one connects', async () => {
    await bench.inApp(async (first) => {
      await atTerminal(first);
      const second = await secondTab(first);
      await first.page.close();
      await expect.poll(isOpen, soon).toBe(false);
      await second.connect();
      await works(second);
    });
  });

  it('[MT-02] when the tab that has the device crashes, another one connects', async () => {
    await bench.inApp(async (first) => {
      await atTerminal(first);
      const second = await secondTab(first);
      const crashed = first.page.waitForEvent('crash');
      const cdp = await first.page.context().newCDPSession(first.page);
      cdp.send('Page.crash').catch(() => undefined); // its answer dies with the page
      await crashed;
      await expect.poll(isOpen, soon).toBe(false);
      await second.connect();
      await works(second);
    });
  });

  it('[MT-07] a tab that hangs is robbed of its lock and gives up the port when it goes on', async () => {
    await bench.inApp(async (first) => {
      await atTerminal(first);
      const second = await secondTab(first);
      const hanging = first.page.evaluate(
        'for (const end = performance.now() + 6_000; performance.now() < end;);',
      );
      await takeOver(second);
      // As root the system does not refuse the second opening (TIOCEXCL); any other user sees "Port Busy" here.
      await second.disconnectButton.or(second.notice('Port Busy')).first().waitFor();
      await hanging;
      await first.page.getByText('another tab took the device').waitFor();
      if (await second.connectButton.isVisible()) await second.connect();
      await works(second);
    });
  });
});
