import type { BrowserContext, Page } from '@playwright/test';
import { answerChooser } from '../rig/chooser.ts';
import { launchChromium, type ChromiumOptions } from '../rig/chromium.ts';
import { startParts } from '../../start/start-parts.ts';
import { startUsbBed } from '../rig/usb-bed.ts';
import { startWirePty } from '../rig/wire-pty.ts';
import { serveScript } from '../rig/serve-script.ts';

export const openBridgePage = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction('"bridge" in globalThis');
  return page;
};

export const startBridge = (options: ChromiumOptions = {}) =>
  startParts(async (add) => {
    const site = await serveScript('adapters/web-serial/serial-bridge.fixture.ts');
    add(site.close);
    const bed = await startUsbBed();
    add(bed.stop);
    const wire = await startWirePty();
    add(wire.stop);
    await bed.plug(wire.slavePath());
    const chromium = await launchChromium({ bed, serialOrigins: [site.url], ...options });
    add(chromium.close);
    return {
      bed,
      wire,
      url: site.url,
      debugUrl: chromium.debugUrl,
      openPage: async () => {
        const context = await chromium.browser.newContext();
        await answerChooser(context);
        return { page: await openBridgePage(context, site.url), context };
      },
      /** Unplugs the adapter: first the event, then the end of the pty. */
      unplug: async () => {
        await bed.unplug();
        await wire.close();
      },
      /** Plugs the adapter in again, with a new pty. */
      plug: async () => {
        await wire.reopen();
        await bed.plug(wire.slavePath());
      },
    };
  });

/** The bridge page in Chromium, with a mock USB adapter and the pty at its other end. */
export type Bridge = Awaited<ReturnType<typeof startBridge>>;
