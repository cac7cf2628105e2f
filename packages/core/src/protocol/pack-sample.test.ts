import { expect, test } from 'vitest';
import { faultsOf } from './pack-sample.ts';

test('[OBD-5] any bit above the named ones is a fault that the app does not know', () => {
  for (const bit of [16, 17, 31, 32, 40]) expect(faultsOf(2 ** bit)).toEqual(['unknownFault']);
  expect(faultsOf(2 ** 17 + 1)).toEqual(['cellOverVoltage', 'unknownFault']);
  expect(faultsOf(2 ** 16 - 1)).not.toContain('unknownFault');
  expect(faultsOf(NaN)).toEqual([]);
});
