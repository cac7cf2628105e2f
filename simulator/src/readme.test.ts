import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foreignNames } from './device/foreign/foreign-devices.ts';
import { faultCatalogue } from './faults/fault-spec.ts';
import { scenarios } from './scenarios/scenarios.ts';

test('README.md names every scenario, fault and foreign device', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const missing = [
    ...Object.keys(scenarios),
    ...Object.keys(faultCatalogue),
    ...foreignNames,
  ].filter((name) => !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
