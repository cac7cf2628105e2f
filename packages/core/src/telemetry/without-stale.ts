import type { PackSample } from '../protocol/pack-sample.ts';
import { STALE_AFTER_MS } from './freshness.ts';

/** A fault lasts until the device says otherwise. */
const FAULTS: readonly string[] = ['alarms', 'protections'];

/**
 * The sample without the values of records or polls that are 6 s older than its last one: in a recording they would look
 * as if they had been measured with it. `olderByMs` is that of the live data.
 */
export const withoutStale = (
  sample: PackSample,
  olderByMs: ReadonlyMap<string, number> = new Map(),
): PackSample => {
  const stale = [...olderByMs].flatMap(([place, ms]) =>
    ms >= STALE_AFTER_MS && !FAULTS.includes(place) ? [place] : [],
  );
  if (stale.includes('cellVoltagesV')) stale.push('balancing'); // one for each cell
  const { alarms, protections } = sample;
  const rest = Object.entries(sample).filter(([place]) => !stale.includes(place));
  return { alarms, protections, cellVoltagesV: [], temperaturesC: [], ...Object.fromEntries(rest) };
};
