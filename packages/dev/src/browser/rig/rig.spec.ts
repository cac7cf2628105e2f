import { expect, type Browser, type Page } from '@playwright/test';
import { bridgeTest as test, chooserTest } from '../fixtures.ts';
import { answerChooser } from './chooser.ts';
import { launchChromium } from './chromium.ts';
import { serveBarePage } from './bare-page.ts';
import { startUsbBed } from './usb-bed.ts';
import { chooseInNativeChooser } from './native-chooser.ts';
import { startWirePty, type WirePty } from './wire-pty.ts';
import { startXDisplay } from './x-display.ts';

const adapter = { usbVendorId: 0x1a86, usbProductId: 0x7523 };

const openPage = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext();
  await answerChooser(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
};

test.describe('a mock USB adapter on a real pty in real Chromium', () => {
  let bed: Awaited<ReturnType<typeof startUsbBed>>;
  let site: Awaited<ReturnType<typeof serveBarePage>>;
  let wire: WirePty;
  let chromium: Awaited<ReturnType<typeof launchChromium>>;

  test.beforeAll(async () => {
    [bed, site, wire] = await Promise.all([startUsbBed(), serveBarePage(), startWirePty()]);
    await bed.plug(wire.slavePath());
    chromium = await launchChromium({ bed, serialOrigins: [site.url] });
  });
  test.afterAll(async () => {
    await chromium?.close();
    await Promise.all([bed?.stop(), site?.close(), wire?.stop()]);
  });

  test('the adapter is listed without a chooser, with its vendor and product id', async () => {
    const page = await openPage(chromium.browser, site.url);
    expect(await page.evaluate('rig.ports()')).toEqual([adapter]);
    await page.getByRole('button').click();
    expect(await page.evaluate('rig.chosen')).toEqual(adapter);
    await page.context().close();
  });

  test('the adapter transfers bytes in both directions, is lost with NetworkError and returns as a new port', async () => {
    const page = await openPage(chromium.browser, site.url);
    await page.evaluate('rig.open()');
    await page.evaluate('rig.write("hello")');
    expect(Buffer.from(await wire.heard(5)).toString()).toBe('hello');
    await wire.say(Buffer.from('hi\r\n'));
    expect(await page.evaluate('rig.read(4)')).toBe('hi\r\n');

    const loss = page.evaluate('rig.waitForLoss()');
    await bed.unplug();
    await wire.close();
    expect(await loss).toBe('NetworkError');
    // Chromium 150 also reports a second port of the adapter, which `getPorts` does not list.
    await page.waitForFunction('[...new Set(rig.seen)].join() === "disconnect"');
    await page.evaluate('rig.close()');
    expect(await page.evaluate('rig.ports()')).toEqual([]);

    await wire.reopen();
    await bed.plug(wire.slavePath());
    await page.waitForFunction('[...new Set(rig.seen)].join() === "disconnect,connect"');
    await page.evaluate('rig.open()');
    await wire.say(Buffer.from('again'));
    expect(await page.evaluate('rig.read(5)')).toBe('again');
    await page.evaluate('rig.close()');
    await page.context().close();
  });

  test('the adapter cannot be opened while it is busy, and can be opened afterwards', async () => {
    const page = await openPage(chromium.browser, site.url);
    await bed.setBusy(true);
    await expect(page.evaluate('rig.open()')).rejects.toThrow('Failed to open serial port.');
    await bed.setBusy(false);
    await page.evaluate('rig.open()');
    await page.evaluate('rig.close()');
    await page.context().close();
  });
});

chooserTest.describe('the native port chooser', () => {
  chooserTest('lists the mock adapter and gives it to the page', async () => {
    const bed = await startUsbBed();
    const site = await serveBarePage();
    const wire = await startWirePty();
    const display = await startXDisplay();
    await bed.plug(wire.slavePath());
    const chromium = await launchChromium({ bed, display: display.name });
    try {
      const page = await chromium.browser.newPage();
      await page.goto(site.url);
      expect(await page.evaluate('rig.ports()')).toEqual([]);
      await chooseInNativeChooser(display, page, {
        open: () => page.getByRole('button').click(),
        isChosen: () => page.evaluate<boolean>('rig.ports().then((all) => all.length > 0)'),
        isClosed: () => page.evaluate<boolean>('rig.chosen.then(() => true)'),
      });
      expect(await page.evaluate('rig.chosen')).toEqual(adapter);
      await page.evaluate('rig.open()');
      await wire.say(Buffer.from('native'));
      expect(await page.evaluate('rig.read(6)')).toBe('native');
    } finally {
      await chromium.close();
      await Promise.all([display.stop(), bed.stop(), site.close(), wire.stop()]);
    }
  });
});
