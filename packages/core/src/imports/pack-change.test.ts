import { expect, test } from 'vitest';
import { assetsOf } from '../workspace/rows.ts';
import { copied } from '../workspace/workspace.fixture.ts';
import { changeOfRow, planUndo, reversed } from './pack-change.ts';
import { knownPack, type PackRow } from './pack-rows.ts';

test('[IMP-8] a pack whose position was measured after the import keeps the position', () => {
  const change = {
    itemId: 'own',
    assetId: 'old',
    base: 1,
    input: { id: 'old', place: { at: '2026-01-01T00:00:00.000Z', address: 'Basel' } },
    undo: { place: { lat: 47, lon: 8, accuracyM: 12, address: 'Bern' } },
  };
  const planAt = (at: string) => {
    const row = { id: 'old', version: 1, serial: 'OLD', place: { at, lat: 47.5, lon: 7.6 } };
    return planUndo([change], assetsOf([copied('asset', row)], []), []);
  };
  expect(planAt('2026-01-01T00:00:00Z')).toMatchObject({ reverse: [{ base: 1 }], stays: [] });
  expect(planAt('2026-01-02T00:00:00Z')).toMatchObject({ reverse: [], stays: [change] });
});

test('[IMP-8] [IMP-14] a place has a later time than the one that it replaces, even if the clock is slow', () => {
  const at = '2030-01-01T00:00:00.000Z';
  const row = { id: 'old', version: 1, serial: 'OLD', place: { at, address: 'Bern' } };
  const pack = assetsOf([copied('asset', row)], []).map(knownPack)[0];
  if (pack === undefined) throw new Error('The pack was not copied.');
  const update: PackRow = { kind: 'update', line: 2, pack, facts: { place: 'Basel' } };
  const change = changeOfRow(update, { importId: 'ab'.repeat(32), itemId: 'own', now: 1_000 });
  expect(change.input).toMatchObject({ place: { at: '2030-01-01T00:00:00.001Z' } });
  expect(reversed({ change, base: 1 }, 'undo', 2_000).input).toMatchObject({
    place: { at: '2030-01-01T00:00:00.002Z', address: 'Bern' },
  });
});

test('[IMP-17] a pack that another person changed keeps its values, if the change of the import was discarded', () => {
  const packOf = (version: number, facts: object) =>
    assetsOf([copied('asset', { id: 'old', version, serial: 'OLD', ...facts })], []);
  const [pack] = packOf(1, { model: 'X' }).map(knownPack);
  if (pack === undefined) throw new Error('The pack was not copied.');
  const update: PackRow = { kind: 'update', line: 2, pack, facts: { model: 'Y', cells: 8 } };
  const change = changeOfRow(update, { importId: 'ab'.repeat(32), itemId: 'own', now: 1_000 });
  // The version is that after the import, but the values are those of the other person.
  for (const facts of [{ model: 'Z' }, { model: 'Z', cells: 8 }, { model: 'X', cells: 16 }]) {
    expect(planUndo([change], packOf(2, facts), [])).toEqual({
      withdraw: [],
      reverse: [],
      stays: [change],
    });
  }
  expect(planUndo([change], packOf(2, { model: 'Y', cells: 8 }), [])).toMatchObject({
    reverse: [{ base: 2 }],
    stays: [],
  });
});

test('[IMP-17] [IMP-8] a new pack is set to scrapped, also if the list had its state', () => {
  const facts = { serial: 'NEW', state: 'STORED' };
  const importId = 'ab'.repeat(32);
  const change = changeOfRow(
    { kind: 'create', line: 2, facts },
    { importId, itemId: 'own', now: 1_000 },
  );
  const assets = assetsOf([copied('asset', { id: change.assetId, version: 1, ...facts })], []);
  expect(planUndo([change], assets, [])).toMatchObject({ reverse: [{ base: 1 }], stays: [] });
});
