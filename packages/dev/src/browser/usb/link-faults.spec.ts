import { openApp, type App } from '../app.ts';
import { expect, type Rig, usbTest as test } from '../fixtures.ts';

const atTerminal = async (app: App, rig: Rig): Promise<void> => {
  await app.start('technician', 'Terminal', 'terminal');
  await rig.works(app);
};

test('[LINK-18] [SR-16] [SR-17] [SR-18] [SR-19] an unplug is one loss, however it is reported, and the device works again after it is plugged in', async ({
  app,
  rig,
}) => {
  const { bed, services, plug } = rig;
  const { simulator } = services;
  const losses = app.log.getByText('OBD disconnected', { exact: true });
  const survives = async (report: () => Promise<void>, rest: () => Promise<void>) => {
    await app.page.keyboard.press('Control+Shift+K'); // clears the log
    await report();
    await app.connectButton.waitFor();
    await losses.waitFor();
    await expect(app.send).toBeDisabled();
    await expect(app.baudRate).toBeEnabled();
    await rest();
    await rig.closed();
    const heard = rig.listen();
    await plug();
    await app.disconnectButton.waitFor(); // the app reconnects automatically, because the user had connected
    await expect.poll(() => heard()[0]?.text).toBe('AT+VB=1');
    await rig.works(app);
    await expect(losses).toHaveCount(1);
  };
  await atTerminal(app, rig);
  // The event alone, with working streams.
  await survives(async () => {
    await bed.unplug();
    await rig.closed();
    await app.notice('OBD Port Disconnected').waitFor();
    await app.notice('The OBD device has been unplugged.').waitFor();
  }, simulator.unplug);
  // The end of the stream alone.
  await survives(simulator.unplug, bed.unplug);
  // The end of the stream, followed by the event.
  await survives(
    async () => {
      await simulator.unplug();
      await bed.unplug();
    },
    () => Promise.resolve(),
  );
});

test('[SR-31] after going Back, and after a reload while connecting, the app is disconnected and can connect again', async ({
  app,
  rig,
}) => {
  await atTerminal(app, rig);
  await app.page.evaluate('globalThis.isStillHere = true');
  await app.page.goto('about:blank');
  await rig.closed();
  await app.page.goBack();
  // Chromium keeps a page that has asked for ports out of its back/forward cache, so this page was loaded again.
  expect(await app.page.evaluate('typeof isStillHere')).toBe('undefined');
  await app.connect();
  await rig.works(app);
  await app.disconnect();
  await app.clickConnect();
  await app.page.reload();
  await app.connect();
  await rig.works(app);
});

/** Opens a second tab beside the connected one and expects the notice that names the first tab. */
const secondTab = async (first: App, rig: Rig): Promise<App> => {
  const second = openApp(await first.page.context().newPage(), rig.services.webUrl);
  await second.open('/mainpage/terminal');
  await second.clickConnect();
  await second.notice('Open in another tab').waitFor();
  await expect(second.connectButton).toBeEnabled();
  await second.page.getByText(/in use in another tab \(“Terminal”, since/).waitFor();
  return second;
};

test('[MT-01] [MT-02] [SR-32] a second tab shows which tab has the device and can take it over; when the tab with the device is closed or crashes, another tab can connect', async ({
  app: first,
  rig,
}) => {
  await atTerminal(first, rig);
  const second = await secondTab(first, rig);
  await rig.works(first);
  await second.page.getByRole('button', { name: 'Take over', exact: true }).click();
  await second.disconnectButton.waitFor();
  await first.connectButton.waitFor();
  await first.page.getByText('taken over by another tab').waitFor();
  await rig.works(second);
  await expect(first.log.getByText('OBD disconnected', { exact: true })).toHaveCount(0);

  await second.page.close();
  await rig.closed();
  await first.connect();
  await rig.works(first);

  const third = await secondTab(first, rig);
  const crashed = first.page.waitForEvent('crash');
  const cdp = await first.page.context().newCDPSession(first.page);
  cdp.send('Page.crash').catch(() => undefined); // the page crashes before it responds
  await crashed;
  await rig.closed();
  await third.connect();
  await rig.works(third);
});
