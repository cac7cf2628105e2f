import { expect, test } from 'vitest';
import { aPack } from './pack.fixture.ts';
import { withoutStale } from './without-stale.ts';

const SAMPLE = aPack(1, { alarms: ['cellImbalance'], protections: ['shortCircuit'] });

test('[OBD-288] values of earlier records or polls stay if they are at most 6 s older', () => {
  expect(withoutStale(SAMPLE, undefined)).toEqual(SAMPLE);
  expect(withoutStale(SAMPLE, new Map([['socPercent', 5_999]]))).toEqual(SAMPLE);
});

test('[OBD-288] an older value is left out, because it was not measured with the sample', () => {
  const { socPercent, ...rest } = withoutStale(SAMPLE, new Map([['socPercent', 6_000]]));
  expect(socPercent).toBeUndefined();
  expect(rest).toMatchObject({ packVoltageV: 13.211, cellVoltagesV: SAMPLE.cellVoltagesV });
});

test('[OBD-288] the balancing is left out with its cells; a fault stays until the device reports otherwise', () => {
  const ages = new Map([
    ['cellVoltagesV', 7_000],
    ['temperaturesC', 7_000],
    ['alarms', 7_000],
    ['protections', 7_000],
  ]);
  const { balancing, ...rest } = withoutStale(SAMPLE, ages);
  expect(balancing).toBeUndefined();
  expect(rest).toMatchObject({
    cellVoltagesV: [],
    temperaturesC: [],
    alarms: ['cellImbalance'],
    protections: ['shortCircuit'],
  });
});
