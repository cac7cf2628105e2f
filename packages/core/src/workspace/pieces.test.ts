import { describe, expect, it } from 'vitest';
import { createWorkspaceRig } from './workspace.fixture.ts';

describe('pieces of recordings', () => {
  const bytes = (n: number) => Uint8Array.of(n);
  const named = (ids: readonly string[]) => ({
    target: 'recording:r',
    kind: 'addRecording',
    input: { id: 'r', chunks: ids.map((sha256, seq) => ({ kind: 'samples', seq, sha256 })) },
  });
  const some = (count: number) => Array.from({ length: count }, (_, n) => `hash-${n}`);
  const all = (ids: readonly string[]) => new Map(ids.map((id, n) => [id, bytes(n)]));

  it('[SYNC-20] pieces are sent once each, before the change that names them, and then removed from this computer', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    await tab.outbox.append(named(some(20)), all(some(20)));
    expect(storage.rows('ada', 'pieces')).toHaveLength(20);
    await tab.round(10);
    expect([...server.pieces]).toEqual([...all(some(20))]);
    expect(server.calls().filter((call) => call === 'putPiece')).toHaveLength(20);
    expect(server.rows().has('r')).toBe(true);
    expect(storage.rows('ada', 'pieces')).toEqual([]);
    expect(tab.sync.upload$.value).toBe(undefined);
  });

  it('[SYNC-41] the pieces that an entry of a ticket names are sent before it, and kept until then', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    const pieces = some(2).map((sha256, seq) => ({ seq, sha256 }));
    const input = { id: 'e', ticketId: 't', kind: 'PHOTO', body: { chunks: 'of a body' }, pieces };
    await tab.outbox.append(
      { target: 'ticketEntry:e', kind: 'addTicketEntry', input },
      all(some(2)),
    );
    expect(storage.rows('ada', 'pieces')).toHaveLength(2);
    await tab.round(5);
    expect([...server.pieces]).toEqual([...all(some(2))]);
    expect(tab.copies.rows$.value).toMatchObject([
      { kind: 'ticketEntry', row: { ticketId: 't', pieces } },
    ]);
    expect(storage.rows('ada', 'pieces')).toEqual([]);
  });

  it('[SYNC-98] the pieces of a sent change are removed even if the full storage takes no rows of the server', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    storage.fill('copies');
    await tab.outbox.append(named(some(12)), all(some(12)));
    await tab.round(10);
    expect(server.rows().has('r')).toBe(true);
    expect(tab.sync.state$.value).toMatchObject({ kind: 'blocked', error: { kind: 'full' } });
    expect(storage.rows('ada', 'pieces')).toEqual([]);
    storage.fill(undefined);
    await tab.round(2);
    expect(tab.copies.rows$.value).toMatchObject([{ kind: 'recording', id: 'r' }]);
    expect(tab.outbox.items$.value).toEqual([]);
  });

  it('[SYNC-20] after a reload only the pieces that the server lacks are sent', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const first = open();
    await clock.settle();
    let puts = 0;
    server.decide((call) => (call === 'putPiece' && ++puts > 5 ? 'lostBefore' : 'answered'));
    await first.outbox.append(named(some(12)), all(some(12)));
    await first.round(10);
    expect(first.sync.state$.value.kind).toBe('waiting');
    first.kill();
    server.decide(() => 'answered');
    const before = server.calls().filter((call) => call === 'putPiece').length;
    open();
    for (let turn = 0; turn < 10; turn += 1) await clock.settle();
    expect(server.rows().has('r')).toBe(true);
    expect(server.calls().filter((call) => call === 'putPiece').length - before).toBe(7);
  });

  it('[SYNC-20] a change that is made meanwhile is sent before all pieces are sent', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    let sentBefore = -1;
    server.decide((call) => {
      if (call === 'putPiece' && server.pieces.size === 3) void tab.put('a', { name: 'one' });
      if (server.rows().has('a') && sentBefore < 0) sentBefore = server.pieces.size;
      return 'answered';
    });
    await tab.outbox.append(named(some(40)), all(some(40)));
    await tab.round(20);
    expect(server.rows().has('r')).toBe(true);
    expect(sentBefore).toBeGreaterThan(0);
    expect(sentBefore).toBeLessThan(20);
  });

  it('[SYNC-20] an upload can be withdrawn while its pieces are being sent', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    const added = await tab.outbox.append(named(some(20)), all(some(20)));
    server.decide((call) => {
      if (call === 'putPiece' && added.ok) void tab.sync.withdraw(added.value.id);
      return 'answered';
    });
    await tab.round(10);
    expect(server.rows().has('r')).toBe(false);
    expect(server.pieces.size).toBeLessThan(3);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
    expect(storage.rows('ada', 'pieces')).toEqual([]);
  });

  it('[SYNC-20] an upload can be withdrawn in another tab than the one that sends its pieces', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tabs = [open(), open()] as const;
    await clock.settle();
    server.decide((call) => {
      const other = tabs.find(({ sync }) => sync.upload$.value === undefined);
      const item = other?.outbox.items$.value[0];
      if (call === 'putPiece' && item !== undefined) void other?.sync.withdraw(item.id);
      return 'answered';
    });
    await tabs[0].outbox.append(named(some(20)), all(some(20)));
    await tabs[0].round(10);
    expect(server.rows().has('r')).toBe(false);
    expect(server.pieces.size).toBeLessThan(3);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
    expect(storage.rows('ada', 'pieces')).toEqual([]);
    expect(tabs.map(({ outbox }) => outbox.items$.value)).toEqual([[], []]);
  });

  it('[SYNC-20] an upload that the server applies while it is withdrawn ends as sent', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    server.decide((call) => {
      const [item] = tab.outbox.items$.value;
      if (call === 'submit' && server.pieces.size === 2 && item !== undefined)
        void tab.sync.withdraw(item.id);
      return 'answered';
    });
    await tab.outbox.append(named(some(2)), all(some(2)));
    await tab.round(10);
    expect(server.rows().has('r')).toBe(true);
    expect(tab.copies.rows$.value).toMatchObject([{ kind: 'recording', id: 'r' }]);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
    expect(storage.rows('ada', 'pieces')).toEqual([]);
  });

  it('[SYNC-20] an upload that another tab removes is not stored again with the reason why it was not sent', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    const added = await tab.outbox.append(named(some(2)), all(some(1)));
    const other = storage.open();
    server.decide((call) => {
      const id = added.ok ? added.value.id : '';
      if (call === 'putPiece') void other.write('ada', [{ table: 'outbox', id }]);
      return 'answered';
    });
    await tab.round(10);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
  });

  it('[SYNC-20] withdrawing an upload does not delete the pieces that another upload also uses', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    server.fail('unreachable');
    const added = await tab.outbox.append(named(['both', 'first']), all(['both', 'first']));
    const { target, kind, input } = named(['both']);
    await tab.outbox.append({ target: `${target}2`, kind, input: { ...input, id: 'r2' } });
    await tab.sync.withdraw(added.ok ? added.value.id : '');
    for (let turn = 0; turn < 5; turn += 1) await clock.settle();
    expect(storage.rows('ada', 'pieces')).toEqual([{ bytes: bytes(0) }]);
    server.fail(undefined);
    await tab.round(5);
    expect([...server.rows().keys()]).toEqual(['r2']);
  });

  it('[SYNC-20] if a piece is missing here or refused by the server, the change waits for the user with the reason', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    await tab.outbox.append(named(some(2)), all(some(1)));
    await tab.round(5);
    expect(server.rows().has('r')).toBe(false);
    expect(tab.outbox.items$.value).toMatchObject(
      [{ answer: { status: 'refused', code: 'PIECES', current: { message: /missing/ } } }].map(
        ({ answer }) => ({ answer: { ...answer, current: expect.anything() as unknown } }),
      ),
    );
  });

  it('[SYNC-20] if the server loses pieces, the upload is retried later and not at once', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    server.decide(() => {
      server.pieces.clear();
      return 'answered';
    });
    await tab.outbox.append(named(some(2)), all(some(2)));
    await tab.round(5);
    expect(tab.sync.state$.value).toMatchObject({ kind: 'waiting', isFault: true });
  });
});
