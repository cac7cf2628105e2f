import type { ParameterSchema } from '@batbot/core/parameters';
import { expect, test } from 'vitest';
import { shownChange } from './device-changes.ts';

test('[PAGE-354] parameters of a report with the same label are all listed', () => {
  const common = { label: 'Delay', type: 'integer', unit: 's' };
  const parameters = [
    { key: 'OV_DELAY', ...common },
    { key: 'UV_DELAY', ...common },
  ];
  const schema = { parameters } as unknown as ParameterSchema; // the part that is read
  const changes = [
    { key: 'OV_DELAY', before: 1, wanted: 2, readBack: 2 },
    { key: 'UV_DELAY', before: 5, wanted: 6, readBack: 6 },
  ];
  const report = { schema: { name: 'BMS', hash: 'h' }, changes };
  const known = { schemas: new Map([['h', schema]]), accounts: new Map() };
  const { before, after } = shownChange('reportWrite', { after: report }, known);
  expect(Object.keys(before)).toEqual(['Delay', 'Delay (UV_DELAY)']);
  expect([before['Delay'], after['Delay']].join()).toMatch(/^1.s,2.s$/);
  expect([before['Delay (UV_DELAY)'], after['Delay (UV_DELAY)']].join()).toMatch(/^5.s,6.s$/);
});
