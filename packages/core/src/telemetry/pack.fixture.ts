import type { PackSample } from '../protocol/pack-sample.ts';
import type { LiveSample } from './telemetry.ts';

/**
 * Returns a sample of a pack of four cells at a steady load. `at` is the number of the reply; replies are two seconds
 * apart.
 */
export const aPack = (at: number, change: Partial<PackSample> = {}): PackSample => ({
  sequence: 10 + at,
  uptimeS: 100 + 2 * at,
  packVoltageV: 13.211,
  currentA: -12.4,
  socPercent: 78.5,
  sohPercent: 99,
  designCapacityAh: 100,
  remainingAh: 77.72,
  cycles: 123,
  switches: { charge: true, discharge: true, precharge: false },
  alarms: [],
  protections: [],
  cellVoltagesV: [3.302, 3.304, 3.303, 3.302],
  temperaturesC: [25, 26],
  balancing: [false, true, false, false],
  ...change,
});

/** Returns fresh live data of this sample, reported in the native dialect. */
export const liveSample = (sample: PackSample): LiveSample => ({
  kind: 'sample',
  sample,
  held: [],
  steps: [],
  others: [],
  understanding: { kind: 'native' } as unknown as LiveSample['understanding'],
  receivedAt: 0,
  ageMs: 0,
  freshness: 'fresh',
  raw: [],
});
