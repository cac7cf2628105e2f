import type { Page } from '@playwright/test';
import { callBridge } from '../browser/bridge/bridge-link.ts';
import type { Bridge } from '../browser/bridge/bridge.ts';
import { footprintOf } from './memory.ts';

/** Enough bytes to fill every bounded buffer; memory that grows afterwards is a leak. */
const FILL_BYTES = 72_000_000;
const STEP_BYTES = 100_000_000;

interface FloodState {
  readonly bytes: number;
  readonly firstWrong: number;
  readonly connection: string;
}

/** Sends `bytes` through the adapter and the core in the browser, after its buffers have been filled. */
export const soakFlood = async (
  bridge: Bridge,
  bytes: number,
  onProgress: (bytes: number) => void = () => undefined,
) => {
  const { page, context } = await bridge.openPage();
  try {
    const cdp = await context.newCDPSession(page);
    await bridge.wire.forget();
    if (!(await callBridge<boolean>(page, 'beginFlood'))) throw new Error('not connected');
    const take = async (length: number, total: number): Promise<FloodState> => {
      const taken = callBridge<FloodState>(page, 'flooded', total);
      await bridge.wire.flood(length);
      return taken;
    };
    await take(FILL_BYTES, FILL_BYTES);
    const before = await footprintOf(cdp);
    const start = performance.now();
    let state: FloodState | undefined;
    for (let done = 0; done < bytes;) {
      const step = Math.min(STEP_BYTES, bytes - done);
      done += step;
      state = await take(step, FILL_BYTES + done);
      onProgress(done);
    }
    const seconds = (performance.now() - start) / 1_000;
    const after = await footprintOf(cdp);
    await callBridge(page, 'endFlood');
    return {
      bytes: (state?.bytes ?? 0) - FILL_BYTES,
      /** Index of the first byte that was lost, duplicated or moved; −1 if there is none. */
      firstWrong: state?.firstWrong ?? -1,
      connection: state?.connection ?? 'none',
      seconds,
      /** Growth of the heap in bytes, from full buffers to the end of the flood, while connected. */
      heapGrowth: after.heap - before.heap,
      timers: await callBridge<number>(page, 'pendingTimers'),
    };
  } finally {
    await context.close();
  }
};

/** The first cycles load and compile code that later cycles use. */
const WARM_UP_CYCLES = 5;

const cycle = (page: Page, cycles: number): Promise<number> =>
  callBridge<number>(page, 'cycleCore', cycles);

/** Connects and disconnects `cycles` times in one page. */
export const soakCycles = async (bridge: Bridge, cycles: number) => {
  const { page, context } = await bridge.openPage();
  try {
    const cdp = await context.newCDPSession(page);
    await cycle(page, WARM_UP_CYCLES);
    const before = await footprintOf(cdp);
    const start = performance.now();
    const failures = await cycle(page, cycles);
    const seconds = (performance.now() - start) / 1_000;
    const timers = await callBridge<number>(page, 'pendingTimers');
    const after = await footprintOf(cdp);
    return {
      failures,
      heapGrowth: after.heap - before.heap,
      listenerGrowth: after.listeners - before.listeners,
      nodeGrowth: after.nodes - before.nodes,
      timers,
      seconds,
    };
  } finally {
    await context.close();
  }
};
