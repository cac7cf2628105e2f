import { expect, test } from 'vitest';
import { chooseLocale } from '../../text/format.ts';
import {
  ASSET_FIELDS,
  assetProblems,
  assetTexts,
  typedFacts,
  type AssetTexts,
} from './asset-form.ts';

const texts = (change: Partial<AssetTexts>): AssetTexts => ({
  ...(Object.fromEntries(ASSET_FIELDS.map((key) => [key, ''])) as unknown as AssetTexts), // each field
  serial: 'SN-15',
  ...change,
});

test('[SYNC-109] the facts of a pack that are pasted from cells of a spreadsheet are on one line', () => {
  const typed = texts({ serial: 'SN-15\tLFP\t', maker: 'Works\u001DEast', address: 'Hall\t3' });
  const where = { place: undefined, keepsPosition: false };
  expect(typedFacts(['serial', 'maker', 'address'], typed, where, 0)).toMatchObject({
    serial: 'SN-15 LFP',
    maker: 'WorksEast',
    place: { address: 'Hall 3' },
  });
});

test('[SYNC-110] a serial number may have letters of other scripts only', () => {
  expect(assetProblems(texts({ serial: 'БАТ-Ж' }), 0)).toEqual({});
  expect(assetProblems(texts({ serial: ' - ' }), 0)).toHaveProperty('serial');
});

test('[PAGE-84] the design capacity of a pack has the decimal sign of the user', () => {
  chooseLocale('de-DE');
  const shown = assetTexts({ designCapacityAh: 100.5, cells: 16 });
  chooseLocale('en');
  expect([shown.designCapacityAh, shown.cells]).toEqual(['100,5', '16']);
});
