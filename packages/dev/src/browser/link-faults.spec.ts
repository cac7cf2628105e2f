import { openApp, type App } from './app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

test.use({ chromiumOptions: { likeUsers: true } });

test.describe('the link under faults, end to end', () => {
  let rig: Rig;
  test.beforeEach(({ rig: fixture }) => {
    rig = fixture;
  });

  /** Connects on the terminal. */
  const atTerminal = async (app: App): Promise<void> => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await app.connect();
    await works(app);
  };
  const works = async (app: App): Promise<void> => {
    const heard = rig.listen();
    await app.type('ATI');
    await expect.poll(() => heard().map(({ text }) => text)).toContain('ATI');
    await app.log.getByText(/HW:/).last().waitFor();
  };
  const isOpen = (): boolean => rig.services.simulator.state().clients['pty'] === true;
  const lossesIn = (app: App): Promise<number> =>
    app.log.getByText('OBD disconnected', { exact: true }).count();

  /**
   * Reports the loss with `report`, completes the unplug with `rest` and plugs in again. Expects one loss and a new
   * connection.
   */
  const survives = (report: (rig: Rig) => Promise<void>, rest: (rig: Rig) => Promise<void>) =>
    rig.inApp(async (app) => {
      await atTerminal(app);
      await report(rig);
      await app.connectButton.waitFor();
      await app.notice('OBD Port Disconnected').waitFor();
      await app.log.getByText('OBD disconnected', { exact: true }).waitFor();
      await rest(rig);
      await expect.poll(isOpen).toBe(false);
      await rig.plug();
      await app.disconnectButton.waitFor();
      await works(app);
      expect(await lossesIn(app)).toBe(1);
    });

  test('[SR-16] the unplug event alone, with working streams, is a loss: the port is closed', () =>
    survives(
      async ({ bed }) => {
        await bed.unplug();
        await expect.poll(isOpen).toBe(false);
      },
      ({ services }) => services.simulator.unplug(),
    ));

  test('[SR-17] a stream error alone is a loss', () =>
    survives(
      ({ services }) => services.simulator.unplug(),
      ({ bed }) => bed.unplug(),
    ));

  test('[SR-18] a stream error followed by the unplug event is one loss', () =>
    survives(
      async ({ bed, services }) => {
        await services.simulator.unplug();
        await bed.unplug();
      },
      () => Promise.resolve(),
    ));

  test('[SR-31] after leaving the page and going Back, the app is disconnected and can connect again', async ({
    app,
  }) => {
    await atTerminal(app);
    await app.page.evaluate('globalThis.isStillHere = true');
    await app.page.goto('about:blank');
    await expect.poll(isOpen).toBe(false);
    await app.page.goBack();
    // Chromium does not cache a page that has asked for ports for Back, so this page was loaded again.
    expect(await app.page.evaluate('typeof isStillHere')).toBe('undefined');
    await app.connectButton.waitFor();
    await app.connect();
    await works(app);
  });

  test('[SR-31] a reload right after Connect leaves the port free to be opened', async ({
    app,
  }) => {
    await atTerminal(app);
    await app.disconnect();
    await app.clickConnect();
    await app.page.reload();
    await app.connect();
    await works(app);
  });

  test('[SR-28] a device that restarts when it is opened gets its verbose mode again after its banner', async ({
    app,
  }) => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await app.clickConnect();
    await expect.poll(isOpen).toBe(true);
    const control = (rig.services.simulator.wsUrl ?? '').replace('ws:', 'http:');
    await fetch(new URL('/control/reboot', control), { method: 'POST' });
    await app.log.getByText('The device restarted', { exact: true }).waitFor();
    await works(app);
    await app.type('AT+VB?');
    await app.log.getByText('+VB: 1', { exact: true }).waitFor();
  });

  /** Opens a second tab beside the connected one and expects the notice that names the first tab. */
  const secondTab = async (first: App): Promise<App> => {
    const second = openApp(await first.page.context().newPage(), rig.services.webUrl);
    await second.open('/mainpage/terminal');
    await second.clickConnect();
    await second.notice('Open in another tab').waitFor();
    await expect(second.connectButton).toBeEnabled();
    return second;
  };
  const takeOver = (app: App): Promise<void> =>
    app.page.getByRole('button', { name: 'Take over', exact: true }).click();

  test('[MT-01] [SR-32] a second tab shows which tab has the device, and can take it over', async ({
    app: first,
  }) => {
    await atTerminal(first);
    const second = await secondTab(first);
    await second.page.getByText(/in use in another tab \(“Terminal”, since/).waitFor();
    await works(first);
    await takeOver(second);
    await second.disconnectButton.waitFor();
    await first.connectButton.waitFor();
    await first.page.getByText('taken over by another tab').waitFor();
    await works(second);
    expect(await lossesIn(first)).toBe(0);
  });

  test('[MT-02] when the tab that has the device is closed, another one can connect', async ({
    app: first,
  }) => {
    await atTerminal(first);
    const second = await secondTab(first);
    await first.page.close();
    await expect.poll(isOpen).toBe(false);
    await second.connect();
    await works(second);
  });

  test('[MT-02] when the tab that has the device crashes, another one can connect', async ({
    app: first,
  }) => {
    await atTerminal(first);
    const second = await secondTab(first);
    const crashed = first.page.waitForEvent('crash');
    const cdp = await first.page.context().newCDPSession(first.page);
    cdp.send('Page.crash').catch(() => undefined); // the page crashes before it responds
    await crashed;
    await expect.poll(isOpen).toBe(false);
    await second.connect();
    await works(second);
  });

  test('[MT-07] a tab that hangs loses its lock to another tab, and closes the port when it continues', async ({
    app: first,
  }) => {
    await atTerminal(first);
    const second = await secondTab(first);
    const hanging = first.page.evaluate(
      'for (const end = performance.now() + 6_000; performance.now() < end;);',
    );
    await takeOver(second);
    // For root, the system does not refuse the second opening (TIOCEXCL); another user sees "Port Busy" here.
    await second.disconnectButton.or(second.notice('Port Busy')).first().waitFor();
    await hanging;
    await first.page.getByText('taken over by another tab').waitFor();
    if (await second.connectButton.isVisible()) await second.connect();
    await works(second);
  });
});
