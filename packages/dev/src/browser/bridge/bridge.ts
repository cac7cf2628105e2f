import type { BrowserContext, Page } from '@playwright/test';
import { answerChooser } from '../rig/chooser.ts';
import { launchChromium, type ChromiumOptions } from '../rig/chromium.ts';
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

export const startBridge = async (options: ChromiumOptions = {}): Promise<Bridge> => {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const site = await serveScript('adapters/web-serial/serial-bridge.fixture.ts');
    closing.push(site.close);
    const bed = await startUsbBed();
    closing.push(bed.stop);
    const wire = await startWirePty();
    closing.push(wire.stop);
    await bed.plug(wire.slavePath());
    const chromium = await launchChromium({ bed, serialOrigins: [site.url], ...options });
    closing.push(chromium.close);
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
      close,
    };
  } catch (problem) {
    await close();
    throw problem;
  }
};
