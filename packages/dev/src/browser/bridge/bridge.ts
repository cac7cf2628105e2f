import type { BrowserContext, Page } from '@playwright/test';
import { answerChooser } from '../rig/chooser.ts';
import { launchChromium, type ChromiumOptions } from '../rig/chromium.ts';
import { startParts } from '../../start/start-parts.ts';
import { startUsbBed, type UsbBed } from '../rig/usb-bed.ts';
import { startWirePty, type WirePty } from '../rig/wire-pty.ts';
import { serveScript } from '../rig/serve-script.ts';

/** The bridge page in Chromium, with a mock USB adapter and the pty at its other end. */
export interface Bridge {
  readonly bed: UsbBed;
  readonly wire: WirePty;
  readonly openPage: () => Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** The URL of the page. */
  readonly url: string;
  readonly debugUrl: string;
  /** Unplugs the adapter: first the event, then the end of the pty. */
  readonly unplug: () => Promise<void>;
  /** Plugs the adapter in again, with a new pty. */
  readonly plug: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const startBridge = (options: ChromiumOptions = {}): Promise<Bridge> =>
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
        const page = await context.newPage();
        await page.goto(site.url);
        await page.waitForFunction('"bridge" in globalThis');
        return { page, context };
      },
      unplug: async () => {
        await bed.unplug();
        await wire.close();
      },
      plug: async () => {
        await wire.reopen();
        await bed.plug(wire.slavePath());
      },
    };
  });
