import { expect, test } from 'vitest';
import { FLEET_METRICS, fleetCard, valuesOfTrend } from './fleet-metrics.ts';

const stat = { n: 300, p5: 2, p50: 6, p95: 14, at: 0, worst: [] };
const noteOf = (name: string, value: number, of: Partial<typeof stat> = {}): string => {
  const metric = FLEET_METRICS.find((each) => each.value === name);
  if (metric === undefined) throw new Error(name);
  return fleetCard(metric, value, { ...stat, ...of }).note;
};

test.each([
  ['WORST_CELL', 15, 'Among the worst 5 %.'],
  ['WORST_CELL', 14, 'In the worse half.'],
  ['WORST_CELL', 6, 'In the better half.'],
  ['WORST_CELL', 2, 'Among the best 5 %.'],
  ['SOH', 1, 'Among the worst 5 %.'],
  ['SOH', 5, 'In the worse half.'],
  ['SOH', 7, 'In the better half.'],
  ['SOH', 15, 'Among the best 5 %.'],
] as const)('[ANA-20] %s of %s is %s', (metric, value, place) => {
  expect(noteOf(metric, value)).toBe(
    `${place} 5, 50 and 95 % of 300 packs are below 2.0, 6.0, 14.0.`,
  );
});

test('[ANA-20] fewer than 20 measured packs are not enough to compare', () => {
  expect(noteOf('SOH', 7, { n: 19 })).toBe(
    'Not enough data: needs 20 measured packs; there are 19.',
  );
  expect(noteOf('SOH', 7, { n: 20 })).toContain('of 20 packs');
});

test('[ANA-20] for a metric that is unknown for the pack, only the fleet is shown', () => {
  expect(noteOf('SOH', Number.NaN)).toMatch(/^Not known for this pack\. 5, 50 and 95 %/);
});

test('[ANA-20] of the recordings on the server, the newest known value counts, and of an error only the absolute value', () => {
  const point = {
    at: 0,
    steps: null,
    celsius: null,
    medianMilliOhm: null,
    worstMilliOhm: null,
    worstCell: null,
    worstCellPercent: null,
    restSpreadMv: null,
    capacityAh: null,
    sohPercent: null,
    socErrorPoints: null,
  };
  expect(
    valuesOfTrend([
      { ...point, sohPercent: 90, socErrorPoints: 3 },
      { ...point, sohPercent: 88, socErrorPoints: -7 },
      point,
    ]),
  ).toEqual({ WORST_CELL: Number.NaN, REST_SPREAD: Number.NaN, SOH: 88, SOC_ERROR: 7 });
});
