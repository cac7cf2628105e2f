import { serialLinkContract } from '@batbot/core/contracts';
import { afterAll, beforeAll } from 'vitest';
import { startBridgeBench, type BridgeBench } from './bridge/bridge-bench.ts';
import { createBridgeLink } from './bridge/bridge-link.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

describeInBrowser('Web Serial in Chromium on a real pty', ['chromium', 'usb'], () => {
  let bench: BridgeBench;
  beforeAll(async () => {
    bench = await startBridgeBench();
  });
  afterAll(() => bench?.close());

  const makeHarness = async () => {
    const { wire, bed } = bench;
    const { page, context } = await bench.openPage();
    const { link, told } = await createBridgeLink(page);
    const counts = { attached: 0, detached: 0 };
    let isPlugged = true;
    await wire.forget();
    await link.granted(); // Chromium tells comings and goings only to pages that have asked for ports
    return {
      link,
      plug: async () => {
        isPlugged = true;
        await bench.plug();
        await told('attached', (counts.attached += 1));
      },
      unplug: async () => {
        isPlugged = false;
        await bench.unplug();
        await told('detached', (counts.detached += 1));
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
        if (!isPlugged) await bench.plug();
      },
    };
  };

  // A pty has no UART, so no errors of the line; headless Chromium has no chooser to close.
  serialLinkContract('The adapter', makeHarness, ['unplug', 'granted', 'presence', 'occupy']);
});
