import { expect, it } from 'vitest';
import { createWorkspaceRig } from './workspace.fixture.ts';

it('[SYNC-53] the copies are complete only after a copying has ended', async () => {
  const { open, server } = createWorkspaceRig();
  for (let row = 0; row < 7; row += 1) server.put(`row ${row}`, {});
  let pages = 0;
  server.decide((call) => (call === 'copy' && (pages += 1) > 1 ? 'lostBefore' : 'answered'));
  const tab = open();
  await tab.round();
  expect(tab.copies.rows$.value).toHaveLength(3);
  expect(tab.copies.isComplete$.value).toBe(false);
  tab.kill();
  const reloaded = open();
  await reloaded.round();
  expect(reloaded.copies.isComplete$.value).toBe(false);
  server.decide(() => 'answered');
  await reloaded.round();
  expect(reloaded.copies.isComplete$.value).toBe(true);

  // The rights have changed: rows of which nothing is known here may be visible now.
  server.forgetCursors();
  server.decide((call) => (call === 'copy' ? 'lostBefore' : 'answered'));
  await reloaded.round();
  expect(reloaded.copies.rows$.value).toHaveLength(7);
  expect(reloaded.copies.isComplete$.value).toBe(false);
});

it('[SYNC-11] during a long copying the stored rows are read again after 1, 2, 4, 8 … pages, and after an interruption', async () => {
  const { open, server } = createWorkspaceRig();
  for (let row = 0; row < 100; row += 1) server.put(`row ${row}`, {});
  let pages = 0;
  server.decide((call) => (call === 'copy' && (pages += 1) > 22 ? 'lostBefore' : 'answered'));
  const tab = open();
  const counts: number[] = [];
  tab.copies.rows$.subscribe(({ length }) => counts.push(length));
  await tab.round(4);
  expect([...new Set(counts)]).toEqual([0, 3, 6, 12, 24, 48, 66]);
  server.decide(() => 'answered');
  await tab.round(4);
  expect(tab.copies.rows$.value).toHaveLength(100);
  expect(tab.copies.isComplete$.value).toBe(true);

  // Copying again removes stale rows, and only these.
  counts.length = 0;
  server.put('row 7', undefined);
  server.forgetCursors();
  await tab.round(8);
  expect(tab.copies.rows$.value).toHaveLength(99);
  expect(counts.length).toBeLessThan(12);
});

it('[SYNC-51] the effective rights of the accounts below a changed account are fetched with it', async () => {
  const { open, server } = createWorkspaceRig();
  server.put('dealer', { userName: 'dealer', flags: ['service'] });
  server.put('shop', { userName: 'shop', effectiveFlags: ['service'] });
  const tab = open();
  await tab.round();
  server.change('shop', { effectiveFlags: [] }); // the server has no change of this account
  server.put('dealer', { flags: [] });
  await tab.round();
  expect(tab.copies.rows$.value).toMatchObject([
    { id: 'dealer', row: { flags: [] } },
    { id: 'shop', row: { effectiveFlags: [] } },
  ]);
});

it('[SYNC-11] rows that are fetched beside the synchronization do not replace newer ones', async () => {
  const { open, server } = createWorkspaceRig();
  server.put('a', { name: 'one' });
  const { copies, round } = open();
  await round();
  const rowOf = (version: number) => [{ kind: 'asset', id: 'a', row: { id: 'a', version } }];
  const progress = { since: '0/1', isCopying: false };
  const [applied, put] = [copies.apply(rowOf(3), progress), copies.put(rowOf(2))];
  expect([await applied, await put]).toMatchObject([{ ok: true }, { ok: true }]);
  expect(copies.rows$.value).toMatchObject([{ id: 'a', row: { version: 3 } }]);
});

it('[SYNC-102] rows that a version with fewer fields copied are copied again, and stay until then', async () => {
  const { open, server, storage } = createWorkspaceRig();
  server.put('a', { mayChange: undefined });
  const before = open();
  await before.round();
  const progress = await before.copies.progress();
  before.kill();
  const value = { ...(progress.ok ? progress.value : {}), format: 2 };
  const state = { table: 'state', id: 'progress', value } as const;
  await storage.open().write('ada', [state, { table: 'state', id: 'progress 3' }]);

  server.change('a', { mayChange: false }); // the server has no change of this row
  server.decide(() => 'lostBefore');
  const after = open();
  await after.round();
  expect(after.copies.rows$.value).toMatchObject([{ id: 'a' }]);
  server.decide(() => 'answered');
  await after.round();
  expect(after.copies.rows$.value).toMatchObject([{ id: 'a', row: { mayChange: false } }]);
});

it('[SYNC-102] a tab of an earlier version does not make a newer one copy again', async () => {
  const { open, server, storage } = createWorkspaceRig();
  server.put('a', { name: 'one' });
  const tab = open();
  await tab.round();
  const value = { since: '0/1', isCopying: true, format: 2 };
  await storage.open().write('ada', [{ table: 'state', id: 'progress', value }]);
  await tab.copies.reload();
  expect(tab.copies.isComplete$.value).toBe(true);
  await tab.copies.clear();
  const state = await storage.open().read('ada', 'state');
  expect(state.ok && state.value.filter(({ id }) => id.startsWith('progress'))).toEqual([]);
});
