import { expect, test } from 'vitest';
import type { SealStatement } from '@batbot/core/sealing';
import { sealCautions, sealFacts } from './seal-words.ts';

const said: SealStatement = {
  sealedAt: 'soon',
  app: 'BatBot Web 1.7.2',
  session: {
    id: 's1',
    name: 'Bus 12',
    startedAt: 'yesterday',
    durationMs: 63_000,
    samples: 1,
    finished: false,
    damaged: 2,
  },
  device: { label: 'USB 0403:6001', baudRate: 115_200, firmware: '1.4.0' },
  pack: { cells: 16, temperatures: 4, designCapacityAh: 100 },
  technician: { userId: '7', name: '' },
};

test('[REC-86] only claims that the file contains are shown, and an invalid time is shown as unknown', () => {
  expect(sealFacts(said)).toEqual([
    ['Session', 'Bus 12'],
    ['Recorded', 'unknown, 1:03, 1 sample'],
    ['Pack', '16 cells, 4 sensors, 100\u202FAh, serial number not read'],
    ['Device', 'USB 0403:6001, firmware 1.4.0'],
    ['Technician', 'user 7'],
    ['Sealed', 'unknown, by that computer’s clock'],
  ]);
});

test('[REC-94] an incomplete recording is reported with its seal', () => {
  expect(sealCautions(said)).toEqual([
    'The recording was interrupted. What was saved until then is sealed.',
    '2 parts of the recording could not be read and were left out.',
  ]);
  const whole = { ...said, session: { ...said.session, finished: true, damaged: 0 } };
  expect(sealCautions(whole)).toEqual([]);
});
