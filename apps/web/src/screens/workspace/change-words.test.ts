import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fieldValueText, reasonText } from './change-words.ts';

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

test('[SYNC-91] each reason for which the API refuses a change is a sentence', async () => {
  const schema = await readFile(
    new URL('../../../../server/schema.graphql', import.meta.url),
    'utf8',
  );
  const [, described = ''] = /CONFLICT: VERSION([\s\S]*?)LATER: BATCH_FULL/.exec(schema) ?? [];
  const codes = ['VERSION', ...(described.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? [])].filter(
    (code) => code !== 'REFUSED',
  );
  expect(codes.length).toBeGreaterThan(15);
  for (const code of codes) expect(reasonText({ status: 'refused', code })).not.toContain(code);
});
