import { expect, test } from 'vitest';
import type { PackSample } from '@batbot/core';
import { ATTACHED_WORDS } from '../tickets/ticket-words.ts';
import { snapshotOf } from './snapshot-of.ts';

const SAMPLE: PackSample = {
  sohPercent: 99,
  cellVoltagesV: [3.3, null, 3.25],
  temperaturesC: [],
  alarms: ['cellImbalance'],
  protections: [],
};

test('[PAGE-371] a snapshot has the active protections, and no state of health that the device does not know', () => {
  expect(snapshotOf(SAMPLE, 0)).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    sohPercent: 99,
    spreadMv: 50,
    worstCell: 3,
    faults: [],
  });
  expect(snapshotOf({ ...SAMPLE, sohPercent: 0 }, 0)).not.toHaveProperty('sohPercent');
  expect(ATTACHED_WORDS.faults).toBe('Active protections');
});
