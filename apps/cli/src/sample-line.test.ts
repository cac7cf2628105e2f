import { expect, test } from 'vitest';
import { sampleLine } from './sample-line.ts';

const line = (
  cellVoltagesV: readonly (number | null)[],
  kind: 'native' | 'inferred' = 'native',
): string =>
  sampleLine({
    sample: { socPercent: 50, alarms: [], protections: [], cellVoltagesV, temperaturesC: [] },
    receivedAt: 0,
    understanding: kind === 'native' ? { kind } : { kind, evidence: [] },
  });

test('[CLI-13] a line of live data states how many cells are not read, and that values are inferred', () => {
  expect(line([3.3, 3.31])).toBe(
    '1970-01-01T00:00:00.000Z  50.0 %  - V  - A  2 cells 3.300–3.310 V',
  );
  expect(line([3.3, null, 3.31])).toContain('  3 cells (1 not read) 3.300–3.310 V');
  expect(line([null])).toContain('  1 cell (1 not read)');
  expect(line([])).toContain('  no cells');
  expect(line([3.3], 'inferred')).toMatch(/ {2}inferred$/);
});
