import { soakCycles, soakFlood } from '../../soak/browser-soak.ts';
import { HEAP_GROWTH_LIMIT } from '../../soak/memory.ts';
import { expect, bridgeTest as test } from '../fixtures.ts';

/** A short version of `npm run soak`. */
test.describe('a connection under sustained load', () => {
  test('[LR-04] [SR-10] 8 MB arrive without an error after the buffers are full, and the heap does not grow', async ({
    bridge,
  }) => {
    const flood = await soakFlood(bridge, 8_000_000);
    expect(flood).toMatchObject({
      bytes: 8_000_000,
      firstWrong: -1,
      connection: 'connected',
      timers: 0,
    });
    expect(flood.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
  });

  test('[LR-06] 50 connects and disconnects leave no listener, timer or memory behind', async ({
    bridge,
  }) => {
    const figures = await soakCycles(bridge, 50);
    expect(figures).toMatchObject({ failures: 0, timers: 0 });
    expect(figures.listenerGrowth).toBeLessThanOrEqual(0);
    expect(figures.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
  });
});
