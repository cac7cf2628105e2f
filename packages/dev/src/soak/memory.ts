import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CDPSession } from '@playwright/test';

/** Growth of the heap that counts as a leak, in bytes. */
export const HEAP_GROWTH_LIMIT = 20_000_000;

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

/**
 * Returns figures of memory use that must return to their initial values. `heap`: bytes after a garbage collection,
 * including array buffers.
 */
export const footprintOf = async (cdp: CDPSession) => {
  await cdp.send('HeapProfiler.collectGarbage');
  const usage: HeapUsage = await cdp.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes } = await cdp.send('Memory.getDOMCounters');
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
  return {
    heap: usedSize + embedderHeapUsedSize + backingStorageSize,
    listeners: jsEventListeners,
    nodes,
  };
};

/** Returns this process's heap after a garbage collection, in bytes. */
export const nodeHeap = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag above defines `gc`
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
