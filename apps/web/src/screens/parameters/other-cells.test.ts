import { expect, test } from 'vitest';
import type { Asset } from '@batbot/core/workspace';
import type { ParameterSchema, ParameterValues } from '@batbot/core/parameters';
import { PACK } from '../../testing/asset.fixture.ts';
import { SCHEMA } from '../../testing/fake-parameters.fixture.ts';
import { otherCells } from './other-cells.ts';
import type { Standard } from './use-standards.ts';

const schema: ParameterSchema = {
  ...SCHEMA,
  chemistryKeys: { chemistry: 'CHEM', cellCount: 'CELLS' },
  parameters: [
    ...SCHEMA.parameters,
    {
      key: 'CHEM',
      label: 'Cell chemistry',
      group: 'pack',
      type: 'enum',
      options: ['LFP', 'NMC', 'Special'].map((label, value) => ({ value, label })),
      class: 'normal',
    },
  ],
};
const document = {
  id: 's',
  kind: 'PARAMETER_SET',
  name: 'Van',
  state: 'RELEASED',
  body: {},
  waiting: [],
} as unknown as Standard['document']; // only the set is compared

const compare = (values: ParameterValues, pack: Partial<Asset>, schemaName = SCHEMA.name) =>
  otherCells(
    { ...PACK, ...pack },
    {
      document,
      set: {
        format: 'batbot-parameter-set-1',
        name: 'Van',
        schema: { name: schemaName, hash: 'h' },
        values,
        source: { kind: 'template' },
      },
    },
    { schemaOf: ({ name }) => (name === schema.name ? schema : undefined) },
  );
const readAs = (values: ParameterValues, schemaHash = 'h'): Partial<Asset> => ({
  parameters: {
    at: 0,
    schemaName: SCHEMA.name,
    schemaHash,
    hash: undefined,
    values,
  } as NonNullable<Asset['parameters']>,
});

test.each([
  ['LFP', `SN ${PACK.serial} is LFP, the standard is for NMC.`],
  ['LiFePO4', `SN ${PACK.serial} is LiFePO4, the standard is for NMC.`],
  ['lto', `SN ${PACK.serial} is lto, the standard is for NMC.`],
])('[PAGE-114] the fact %s differs from a standard for NMC', (chemistry, text) => {
  expect(compare({ CHEM: 1 }, { chemistry })).toEqual([text]);
});

test('[PAGE-114] chemistry and cells are compared with the facts and with the last read parameters', () => {
  expect(
    compare({ CHEM: 1, CELLS: 14 }, { chemistry: 'NMC', ...readAs({ CHEM: 0, CELLS: 16 }) }),
  ).toEqual([
    `SN ${PACK.serial} is LFP according to its last read parameters, the standard is for NMC.`,
    `SN ${PACK.serial} has 16 cells in series according to its last read parameters, the standard is for 14.`,
  ]);
  expect(compare({ CELLS: 14 }, { cells: 16 })).toEqual([
    `SN ${PACK.serial} has 16 cells in series, the standard is for 14.`,
  ]);
});

test('[PAGE-114] a name that is not recognized is compared only within its schema', () => {
  expect(compare({ CHEM: 1 }, readAs({ CHEM: 2 }))).toHaveLength(1);
  expect(compare({ CHEM: 1 }, readAs({ CHEM: 2 }, 'another'))).toEqual([]);
  expect(compare({ CHEM: 1 }, { chemistry: 'Li-ion' })).toEqual([]);
});

test('[PAGE-114] equal and unknown facts give no warning', () => {
  const pack = { chemistry: 'nmc', cells: 14, ...readAs({ CHEM: 1, CELLS: 14 }) };
  expect(compare({ CHEM: 1, CELLS: 14 }, pack)).toEqual([]);
  expect(compare({ CHEM: 1, CELLS: 14 }, {})).toEqual([]);
  expect(compare({ OVP: 3.6 }, { chemistry: 'LFP', cells: 16 })).toEqual([]);
  expect(compare({ CHEM: 1 }, { chemistry: 'LFP' }, 'A schema that is not known')).toEqual([]);
});
