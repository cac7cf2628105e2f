import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { brokenRules } from './cross-rules.ts';
import { CHEMISTRIES, proposalsFor } from './chemistry-presets.ts';
import { PARAMETER_SCHEMA_FILE } from './parameter-schema.ts';
import { usableValues } from './parameter-set.ts';

const file = new URL('../../../../simulator/src/parameters/schema.json', import.meta.url);
const parsed = PARAMETER_SCHEMA_FILE.parse(readFileSync(file, 'utf8'));
if (!parsed.ok) throw new Error('The schema of the simulator is not valid.');
const schema = parsed.value;

describe('the presets of chemistries', () => {
  it.each(CHEMISTRIES)(
    '[PAGE-113] the values of $name have a source, fit the schema and break no rule',
    ({ id }) => {
      const facts = { chemistry: id, cells: 16, capacityAh: 100, chargeA: 50, dischargeA: 100 };
      const proposals = proposalsFor(schema, facts);
      const values = Object.fromEntries(proposals.map(({ key, value }) => [key, value]));
      // The number of cells is read-only on this device.
      const keys = Object.values(schema.chemistryKeys ?? {}).filter((key) => key !== 'CELLS');
      expect(proposals.map(({ key }) => key)).toEqual(keys);
      expect(proposals.filter(({ source }) => source === '')).toEqual([]);
      expect(usableValues(schema, values).skipped).toEqual([]);
      expect(brokenRules(schema, { SCC: 1_000, ...values })).toEqual([]);
    },
  );

  it('[DEV-100] a value is proposed in the unit of its parameter, and none if that unit is not known', () => {
    const facts = { cells: 14, capacityAh: 100, chargeA: 50, dischargeA: 100 };
    const units: Readonly<Record<string, string>> = { COVP: 'mV', CAP: 'mAh', CHOC: '%', BALV: '' };
    const parameters = schema.parameters.map(({ unit: usual, ...each }) => {
      const unit = units[each.key] ?? usual;
      return unit === undefined || unit === '' ? each : { ...each, unit };
    });
    const values = proposalsFor({ ...schema, parameters }, { ...facts, chemistry: 'nmc' });
    const valueOf = (name: string) => values.find(({ key }) => key === name)?.value;
    expect(['COVP', 'COVR', 'CAP'].map(valueOf)).toEqual([4_250, 4.05, 100_000]);
    expect(['CHOC', 'BALV'].map(valueOf)).toEqual([undefined, undefined]);
  });

  it('[PAGE-113] the voltages of a pack follow from the number of cells', () => {
    const facts = { cells: 14, capacityAh: 100, chargeA: 50, dischargeA: 100 };
    const values = proposalsFor(schema, { ...facts, chemistry: 'nmc' });
    expect(values.find(({ key }) => key === 'POVP')).toMatchObject({ value: 59.5 });
    expect(values.find(({ key }) => key === 'CHEM')).toMatchObject({ value: 1 });
  });
});
