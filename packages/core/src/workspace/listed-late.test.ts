import { describe, expect, it } from 'vitest';
import { createWorkspaceRig } from './workspace.fixture.ts';

const MINUTES = 60_000;

describe('a server that lists a change late', () => {
  it('[SYNC-1] a change stays until the server lists it, and the next change of its row is based on it', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    server.put('a', { name: 'zero' });
    const tab = open();
    await clock.settle();
    // Another transaction began earlier and still runs, so the server does not list later changes yet.
    server.holdChanges(true);
    await tab.put('a', { name: 'one' }, 1);
    await tab.put('b', { name: 'new' });
    await tab.round(2);
    expect(server.rows().get('a')?.values).toMatchObject({ name: 'one' });
    expect(tab.copies.rows$.value).toMatchObject([{ id: 'a', row: { name: 'zero' } }]);
    expect(tab.outbox.items$.value).toMatchObject([{ madeVersion: 2 }, { madeVersion: 1 }]);
    await tab.put('a', { name: 'two' }, 1);
    server.holdChanges(false);
    await tab.round(2);
    expect(server.rows().get('a')).toMatchObject({ version: 3, values: { name: 'two' } });
    expect(tab.copies.rows$.value).toMatchObject([
      { id: 'a', row: { name: 'two' } },
      { id: 'b', row: { name: 'new' } },
    ]);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
  });

  it('[SYNC-1] an applied change that the server never lists does not stay for ever', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    server.holdChanges(true);
    await tab.put('b', { name: 'new' });
    await tab.round(2);
    expect(tab.outbox.items$.value).toHaveLength(1);
    await clock.advance(5 * MINUTES);
    await tab.round(2);
    expect(tab.outbox.items$.value).toEqual([]);
  });
});
