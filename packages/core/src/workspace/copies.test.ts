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
