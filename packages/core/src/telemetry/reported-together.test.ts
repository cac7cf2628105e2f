import { expect, test } from 'vitest';
import { areRepeated, areReportedTogether } from './reported-together.ts';

const ages = new Map([
  ['packVoltageV', 500],
  ['cellVoltagesV', 1_500],
  ['socPercent', 1_501],
]);

test('[OBD-291] values are compared if they were reported at most one second apart', () => {
  expect(areReportedTogether(ages, 'packVoltageV', 'cellVoltagesV')).toBe(true);
  expect(areReportedTogether(ages, 'packVoltageV', 'socPercent')).toBe(false);
  expect(areReportedTogether(ages, 'cellVoltagesV', 'socPercent')).toBe(true);
  expect(areReportedTogether(ages, 'cellVoltagesV', 'currentA')).toBe(false);
  expect(areReportedTogether(undefined, 'cellVoltagesV', 'currentA')).toBe(true);
});

test('[OBD-287] values are repeated if there was a reading that may have contained all of them', () => {
  expect(areRepeated(ages, 1_500, 'cellVoltagesV')).toBe(true);
  expect(areRepeated(ages, 1_520, 'cellVoltagesV')).toBe(true); // the clock was read a little later
  expect(areRepeated(ages, 1_521, 'cellVoltagesV')).toBe(false);
  expect(areRepeated(ages, 1_500, 'cellVoltagesV', 'packVoltageV')).toBe(false);
  expect(areRepeated(ages, 0, 'currentA')).toBe(false);
  expect(areRepeated(undefined, 0, 'currentA')).toBe(false);
});
