import { expect, test } from 'vitest';
import { fieldValueText } from './change-words.ts';

test('[SYNC-17] the reason of a pause is shown in words', () => {
  expect(fieldValueText('reason', 'STAGE')).toBe('A stage has ended');
  expect(fieldValueText('reason', 'FAILED')).toBe('Too many installs failed');
  expect(fieldValueText('reason', 'The device did not answer.')).toBe('The device did not answer.');
});
