import { expect, test } from 'vitest';
import { reportText } from './upload-words.ts';

test('[PAGE-150] the counts of a check separate the thousands, as other counts do', () => {
  const report = {
    rows: 4_202,
    create: 3_001,
    update: 1,
    unchanged: 0,
    refused: 1_200,
    samples: 0,
    refusedRows: [],
    updates: [],
    positionsRemoved: 0,
  };
  expect(reportText('packs', report).replaceAll(/\s/g, ' ')).toBe(
    'Create 3 001 · Update 1 · Unchanged 0 · Refused 1 200',
  );
});
