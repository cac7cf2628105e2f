import type { PackSample } from '../protocol/pack-sample.ts';
import { STALE_AFTER_MS } from './freshness.ts';

/**
 * Returns the sample without values of records or polls that are 6 s older than its last one. In a recording they would
 * look as if they had been measured with the sample. `olderByMs` is that of the live data.
 */
export const withoutStale = (
  sample: PackSample,
  olderByMs: ReadonlyMap<string, number> = new Map(),
): PackSample => {
  const stale = [...olderByMs].filter(([, ms]) => ms >= STALE_AFTER_MS).map(([place]) => place);
  if (stale.includes('cellVoltagesV')) stale.push('balancing'); // the balancing has one entry for each cell
  const { alarms, protections } = sample; // never stale: a fault lasts until the device reports otherwise
  const rest = Object.entries(sample).filter(([place]) => !stale.includes(place));
  return { alarms, protections, cellVoltagesV: [], temperaturesC: [], ...Object.fromEntries(rest) };
};
