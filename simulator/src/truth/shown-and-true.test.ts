import { describe, expect, test } from 'vitest';
import { sampleOf, shownAndTrue, valuesOf, type Shown } from './shown-and-true.fixture.ts';

/**
 * The largest errors that cannot be distinguished from true values without a checksum, from the limits in the core's
 * `plausibility.ts` for ten seconds at 51.2 V and 100 Ah.
 */
const ALLOWED: Readonly<Record<string, number>> = {
  packVoltageV: 0.55,
  currentA: 10,
  socPercent: 1.84 + 0.1,
  sohPercent: 0.2,
  designCapacityAh: 0.1,
  remainingAh: 1.84 + 0.1,
  cycles: 1,
  cell: 0.08,
  sensor: 7,
};
/** A value is shown as fresh for ten seconds: five polls, and the one with which it arrived. */
const OLDEST_POLLS = 6;

/** Returns the values of new samples that differ by more than `ALLOWED` from every true reading of the last polls. */
const wrongValues = (shown: readonly Shown[]): readonly string[] =>
  shown.flatMap(({ sample }, at) => {
    if (sample === undefined || sample === shown[at - 1]?.sample) return [];
    const truths = shown
      .slice(Math.max(0, at - OLDEST_POLLS), at + 1)
      .map(({ truth }) => sampleOf(truth));
    return Object.entries(valuesOf(sample)).flatMap(([key, value]) => {
      const allowed = ALLOWED[key.split(' ')[0] ?? ''] ?? 0;
      const isTrue =
        value === null || // a dash is not a wrong value
        truths.some((truth) => Math.abs((truth[key] ?? Infinity) - value) <= allowed + 1e-9);
      return isTrue ? [] : [`poll ${at}: ${key} shown as ${value}`];
    });
  });

/** Returns the values that differed from the received ones at two consecutive polls. */
const lateTwice = (shown: readonly Shown[]): readonly string[] => {
  const late = shown.map(({ sample, truth }) => {
    const values = sample === undefined ? {} : valuesOf(sample);
    return Object.entries(sampleOf(truth))
      .filter(([key, value]) => values[key] !== value)
      .map(([key]) => key);
  });
  return late.flatMap((keys, at) =>
    keys.filter((key) => late[at + 1]?.includes(key)).map((key) => `poll ${at}: ${key}`),
  );
};

const FLIPS = { name: 'bit-flips', on: 'polls', after: 5 } as const;

describe('shown values compared with true values', () => {
  test.each([
    ['drive', 0.3],
    ['drive', 1],
    ['charge', 0.3],
    ['thermistor-open', 0.5],
  ] as const)(
    '[OBD-77] with %s, %d percent of the bytes flipped, no wrong value is shown as live',
    async (scenario, value) => {
      const shown = await shownAndTrue({ seed: 3, scenario, faults: [{ ...FLIPS, value }] }, 250);
      expect(wrongValues(shown)).toEqual([]);
      // The fault was active, and values were received nevertheless.
      expect(shown.at(-1)?.rejected).toBeGreaterThan(20);
      expect(shown.at(-1)?.heldSoFar).toBeGreaterThan(2);
      expect(new Set(shown.map(({ sample }) => sample)).size).toBeGreaterThan(50);
    },
  );

  test.each([
    'drive',
    'discharge',
    'charge',
    'short-circuit',
    'cold',
    'high-resistance',
    'open-wire',
    'thermistor-open',
    'soc-jump',
  ] as const)(
    '[OBD-78] a resting pack changed to %s is shown at most one poll later',
    async (name) => {
      const shown = await shownAndTrue({ seed: 5, scenario: 'idle' }, 24, (poll, device, nowMs) => {
        if (poll === 5) device.setScenario(name, nowMs);
      });
      expect(lateTwice(shown)).toEqual([]);
      expect(wrongValues(shown)).toEqual([]);
    },
  );

  test.each([
    ['DP-01', { name: 'silence' }],
    ['DP-02', { name: 'slow', value: 2.5, on: 'polls' }],
    ['DP-03', { name: 'truncated-line', on: 'polls' }],
    ['DP-03', { name: 'bit-flips', on: 'polls', value: 0.5 }],
    ['DP-05', { name: 'flood' }],
    ['DP-06', { name: 'alarms', every: 0.02 }],
    ['DP-09', { name: 'nan', on: 'polls' }],
    ['DP-10', { name: 'reboot', count: 1 }],
  ] as const)(
    '[%s] under %o no wrong value is shown, polling continues, and the values return afterwards',
    async (_, fault) => {
      const shown = await shownAndTrue(
        { seed: 9, scenario: 'drive' },
        25,
        (poll, device, nowMs) => {
          if (poll === 5) device.faults.add(fault, nowMs);
          if (poll === 15) device.faults.remove();
        },
      );
      expect(wrongValues(shown)).toEqual([]);
      expect(new Set(shown.slice(5, 15).map(({ truth }) => truth)).size).toBeGreaterThan(2);
      const { sample, held } = shown.at(-1) ?? {};
      const latest = shown.slice(-3).map(({ truth }) => sampleOf(truth)); // polls may be pending
      expect(latest).toContainEqual(sample && valuesOf(sample));
      expect(held).toEqual([]);
    },
  );

  test.each([1.2, 1.9, 3, 4.5])(
    '[OBD-315] values of a device that answers polls after %d s are shown, and none of them is wrong',
    async (value) => {
      const faults = [{ name: 'slow', value, on: 'polls' } as const];
      const shown = await shownAndTrue({ seed: 9, scenario: 'drive', faults }, 45);
      expect(wrongValues(shown)).toEqual([]);
      for (let poll = 15; poll < 45; poll += 1) {
        const latest = shown.slice(poll - 4, poll + 1).map(({ truth }) => sampleOf(truth));
        const { sample } = shown[poll] ?? {};
        expect(latest).toContainEqual(sample && valuesOf(sample));
      }
    },
  );

  test('[OBD-78] current, pack and cells of a load switched on and off are shown at once', async () => {
    const shown = await shownAndTrue({ seed: 7, scenario: 'idle' }, 16, (poll, device) => {
      if (poll === 4) device.override({ current: 80 });
      if (poll === 10) device.override({});
    });
    for (const { sample, truth, held } of shown) {
      expect(sample && valuesOf(sample)).toEqual(sampleOf(truth));
      expect(held).toEqual([]);
    }
    expect(Math.min(...shown.map(({ sample }) => sample?.currentA ?? 0))).toBeLessThan(-75);
  });
});
