import { expect, test } from 'vitest';
import { aPack } from './pack.fixture.ts';
import { withoutStale } from './without-stale.ts';

const SAMPLE = aPack(1, { alarms: ['cellImbalance'] });

test('[OBD-288] values of earlier records or polls stay, up to 6 s', () => {
  expect(withoutStale(SAMPLE, undefined)).toEqual(SAMPLE);
  expect(withoutStale(SAMPLE, new Map([['socPercent', 5_999]]))).toEqual(SAMPLE);
});

test('[OBD-288] an older value is left out: it was not measured now', () => {
  const { socPercent, ...rest } = withoutStale(SAMPLE, new Map([['socPercent', 6_000]]));
  expect(socPercent).toBeUndefined();
  expect(rest).toMatchObject({ packVoltageV: 13.211, cellVoltagesV: SAMPLE.cellVoltagesV });
});

test('[OBD-288] with the cells goes their balancing; a fault lasts until the device says otherwise', () => {
  const ages = new Map([
    ['cellVoltagesV', 7_000],
    ['alarms', 7_000],
  ]);
  const { balancing, ...rest } = withoutStale(SAMPLE, ages);
  expect(balancing).toBeUndefined();
  expect(rest).toMatchObject({ cellVoltagesV: [], alarms: ['cellImbalance'] });
});
