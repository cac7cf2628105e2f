import { expect, test } from 'vitest';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { createBatchReport, type BatchRow } from './batch-report.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const rowAt = (at: number, pack = 'SN A1'): BatchRow => ({
  at,
  pack,
  standard: 'Van',
  result: 'Has the standard already.',
});

test('[PAGE-110] the report of a batch survives a reload, in the order of its packs, until it is deleted', async () => {
  const storage = createFakeWorkspaceStorage();
  const open = (userId = 'ada') => createBatchReport(storage.open(), userId);
  const first = open();
  first.add(rowAt(9));
  first.add(rowAt(10, 'SN B2'));
  first.add(rowAt(10, 'SN B2'));
  expect(first.rows$.value).toEqual([rowAt(9), rowAt(10, 'SN B2')]);
  await settle();

  const second = open();
  second.add(rowAt(11));
  await settle();
  expect(second.rows$.value.map(({ at }) => at)).toEqual([9, 10, 11]);

  const other = open('bob');
  await settle();
  expect(other.rows$.value).toEqual([]);

  second.clear();
  expect(second.rows$.value).toEqual([]);
  await settle();
  expect(storage.rows('ada', 'device')).toEqual([]);

  second.add(rowAt(11)); // the screen still shows this pack
  expect(second.rows$.value).toEqual([]);
  second.add(rowAt(12));
  expect(second.rows$.value).toEqual([rowAt(12)]);
});

test('[PAGE-380] a row of the report that is not stored is reported until the report is deleted', async () => {
  const storage = createFakeWorkspaceStorage();
  const batch = createBatchReport(storage.open(), 'ada');
  batch.add(rowAt(9));
  await settle();
  expect(batch.problem$.value).toBeUndefined();
  storage.fill('device');
  batch.add(rowAt(10));
  await settle();
  expect(batch.problem$.value).toMatch(/^This computer could not store it: /);
  expect(batch.rows$.value).toHaveLength(2);
  batch.add(rowAt(11));
  batch.clear(); // before the last row is found not to be stored
  await settle();
  expect(batch.problem$.value).toBeUndefined();
});
