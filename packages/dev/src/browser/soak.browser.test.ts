import { afterAll, beforeAll, expect, it } from 'vitest';
import { soakCycles, soakFlood } from '../soak/browser-soak.ts';
import { HEAP_GROWTH_LIMIT } from '../soak/memory.ts';
import { startBridgeBench, type BridgeBench } from './bridge/bridge-bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';

/** The short version of `npm run soak`. */
describeInBrowser('soak, briefly', ['chromium', 'usb'], () => {
  let bench: BridgeBench;
  beforeAll(async () => {
    bench = await startBridgeBench();
  });
  afterAll(() => bench?.close());

  it('[LR-04] [SR-10] 8 MB beyond full buffers arrive to the byte, and the heap stays', async () => {
    const flood = await soakFlood(bench, 8_000_000);
    expect(flood).toMatchObject({
      bytes: 8_000_000,
      firstWrong: -1,
      connection: 'connected',
      timers: 0,
    });
    expect(flood.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
  });

  it('[LR-06] 50 connects and disconnects leave no listener, timer or memory behind', async () => {
    const figures = await soakCycles(bench, 50);
    expect(figures).toMatchObject({ failures: 0, timers: 0 });
    expect(figures.listenerGrowth).toBeLessThanOrEqual(0);
    expect(figures.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
  });
});
