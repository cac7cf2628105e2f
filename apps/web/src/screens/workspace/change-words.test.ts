import { expect, test } from 'vitest';
import { fieldValueText } from './change-words.ts';

test('[SYNC-17] the reason of a pause is shown in words', () => {
  expect(fieldValueText('reason', 'STAGE')).toBe('A stage has ended');
  expect(fieldValueText('reason', 'FAILED')).toBe('Too many installs failed');
  expect(fieldValueText('reason', 'The device did not answer.')).toBe('The device did not answer.');
});

test('[SYNC-91] names of the API are shown in words, and texts of users unchanged', () => {
  expect(fieldValueText('kind', 'CUSTOMER')).toBe('Complaint');
  expect(fieldValueText('clientName', 'CUSTOMER')).toBe('CUSTOMER');
  expect(fieldValueText('filter', { model: 'PART', firmware: null })).toBe('Model PART');
  expect(fieldValueText('faults', ['shortCircuit'])).toBe('Short circuit');
  expect(fieldValueText('pauseAfterStage', true)).toBe('yes');
});
