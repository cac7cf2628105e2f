import { describe, expect, it } from 'vitest';
import { restOf } from './copies.ts';
import { documentsOf } from './device-rows.ts';
import { createWorkspaceRig } from './workspace.fixture.ts';

/** The copied rows, without the rests of lists. */
const rowsOf = ({
  copies,
}: Pick<ReturnType<ReturnType<typeof createWorkspaceRig>['open']>, 'copies'>) =>
  copies.rows$.value.filter(({ kind }) => kind !== 'rest');

describe('a list that is not copied to its end', () => {
  it('[SYNC-46] the app stores that a list is incomplete, and can copy the rest after a reload', async () => {
    const { open, server, clock } = createWorkspaceRig();
    for (let row = 10; row < 30; row += 1) server.put(`event ${row}`, { topic: 'ASSET' });
    server.put('pack', { name: 'one' });
    server.limitCopies('event', 2);
    const first = open();
    await clock.settle();
    expect(rowsOf(first)).toHaveLength(3);
    expect(restOf(first.copies.rows$.value, 'event')).toBeDefined();
    server.put('pack', { name: 'two' });
    await first.round();
    first.kill();
    const tab = open();
    await clock.settle();
    expect(restOf(tab.copies.rows$.value, 'event')).toBeDefined();

    server.decide((call) => (call === 'more' ? 'lostBefore' : 'answered'));
    tab.sync.loadMore('event');
    await clock.settle();
    expect(rowsOf(tab)).toHaveLength(3);
    expect(tab.sync.state$.value.kind).toBe('waiting');
    server.decide(() => 'answered');
    tab.sync.loadMore('event');
    await clock.settle();
    expect(rowsOf(tab)).toHaveLength(3 + 5 * 3);
    expect(restOf(tab.copies.rows$.value, 'event')).toBeDefined();
    tab.sync.loadMore('event');
    await clock.settle();
    expect(rowsOf(tab)).toHaveLength(21);
    expect(restOf(tab.copies.rows$.value, 'event')).toBeUndefined();
    expect(server.calls().filter((call) => call === 'begin')).toHaveLength(1);
  });

  it('[SYNC-61] documents that are assigned are copied also from the rest of a long list', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const set = { kind: 'PARAMETER_SET', name: 'Standard', state: 'RELEASED', body: {} };
    for (let row = 10; row < 60; row += 1) server.put(`document ${row}`, set);
    const assignment = { documentId: 'document 30', accountId: 'ada', mode: 'OFFERED' };
    server.put('assignment', { ...assignment, state: 'CANCELLED' });
    server.limitCopies('document', 2);
    const tab = open();
    await clock.settle();
    const known = () => rowsOf(tab).filter(({ kind }) => kind === 'document').length;
    expect(known()).toBe(2);
    server.put('assignment', { ...assignment, state: 'ACTIVE' });
    await tab.round(5);
    expect(documentsOf(tab.copies.rows$.value, [], 'PARAMETER_SET').map(({ id }) => id)).toContain(
      'document 30',
    );
    expect(restOf(tab.copies.rows$.value, 'document')).toBeDefined();
    const count = known();
    await tab.round();
    expect(known()).toBe(count);
  });

  it('[SYNC-46] copies of a version that did not store whether they are complete are fetched again', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    for (let row = 0; row < 4; row += 1) server.put(`event ${row}`, { topic: 'ASSET' });
    server.limitCopies('event', 2);
    const old = {
      table: 'state',
      id: 'progress',
      value: { since: '0/4', isCopying: false },
    } as const;
    await storage.open().write('ada', [old]);
    const tab = open();
    await clock.settle();
    expect(rowsOf(tab)).toHaveLength(2);
    expect(restOf(tab.copies.rows$.value, 'event')).toBeDefined();
  });
});
