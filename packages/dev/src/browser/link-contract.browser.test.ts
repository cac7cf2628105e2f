import { serialLinkContract } from '@batbot/core/contracts';
import { afterAll, beforeAll, describe } from 'vitest';
import { startBridge, type Bridge } from './bridge/bridge.ts';
import { createBridgeLink } from './bridge/bridge-link.ts';
import { whyNot } from './rig/availability.ts';

const why = whyNot(['chromium', 'usb']);
if (why !== undefined) {
  if (process.env['CI'] === 'true') throw new Error(why);
  console.warn(`SKIPPED: the link contract in Chromium: ${why}`);
}

describe.skipIf(why !== undefined)('Web Serial in Chromium on a real pty', () => {
  let bridge: Bridge;
  beforeAll(async () => {
    bridge = await startBridge();
  });
  afterAll(() => bridge?.close());

  const makeHarness = async () => {
    const { wire, bed } = bridge;
    const { page, context } = await bridge.openPage();
    const { link, reported } = await createBridgeLink(page);
    const counts = { attached: 0, detached: 0 };
    let isPlugged = true;
    await wire.forget();
    await link.granted(); // Chromium reports connections only to pages that have called getPorts
    return {
      link,
      plug: async () => {
        isPlugged = true;
        await bridge.plug();
        await reported('attached', (counts.attached += 1));
      },
      unplug: async () => {
        isPlugged = false;
        await bridge.unplug();
        await reported('detached', (counts.detached += 1));
      },
      send: wire.say,
      received: wire.heard,
      occupy: async () => {
        await bed.setBusy(true);
        return () => bed.setBusy(false);
      },
      dispose: async () => {
        await context.close();
        await bed.setBusy(false);
        if (!isPlugged) await bridge.plug();
      },
    };
  };

  // A pty has no UART, so there are no line errors; headless Chromium has no chooser that a user could close.
  serialLinkContract('The adapter', makeHarness, ['unplug', 'granted', 'presence', 'occupy']);
});
