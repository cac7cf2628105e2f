import { expect, it, vi } from 'vitest';
import { err, ok } from '../prelude/result.ts';
import { createWorkspaceRig } from './workspace.fixture.ts';

it('[SYNC-118] a server that lists the same changes again is asked again after a pause', async () => {
  const { open, server, clock } = createWorkspaceRig();
  const tab = open();
  await clock.settle();
  const changes = vi.spyOn(server, 'changes').mockImplementation((_token, cursor) => {
    if (changes.mock.calls.length > 9) tab.kill();
    return Promise.resolve(ok({ rows: [], cursor, hasNext: true }));
  });
  await tab.round();
  expect(changes).toHaveBeenCalledOnce();
  expect(tab.sync.state$.value).toMatchObject({ kind: 'waiting', isFault: true });
  changes.mockRestore();
  server.put('a', {});
  await clock.advance(2_000);
  expect(tab.copies.rows$.value).toHaveLength(1);
});

it('[SYNC-119] an unexpected error in a round is reported, and the next attempt follows after a pause', async () => {
  const { open, server, clock } = createWorkspaceRig();
  const tab = open();
  await clock.settle();
  const changes = vi.spyOn(server, 'changes').mockImplementationOnce(() => {
    throw new Error('odd');
  });
  await tab.put('a', {});
  await tab.round();
  expect(tab.sync.state$.value).toMatchObject({ kind: 'waiting', isFault: true });
  await expect(clock.advance(0)).rejects.toThrow('odd');
  await clock.advance(2_000);
  expect(tab.sync.state$.value.kind).toBe('idle');
  expect(tab.outbox.items$.value).toEqual([]);
  expect(changes).toHaveBeenCalledTimes(2);
});

it('[SYNC-121] if the server does not know where the copying was interrupted, it begins again', async () => {
  const { open, server, clock } = createWorkspaceRig();
  for (let id = 0; id < 7; id += 1) server.put(`row ${id}`, {});
  let copies = 0;
  server.decide((call) => (call === 'copy' && (copies += 1) > 1 ? 'lostBefore' : 'answered'));
  const first = open();
  await clock.settle();
  first.kill();
  server.decide(() => 'answered');
  server.forgetCursors();
  const second = open();
  await clock.advance(10_000);
  expect(second.sync.state$.value.kind).toBe('idle');
  expect(second.copies.rows$.value).toHaveLength(7);
});

it('[SYNC-121] a page that the server refuses again and again does not make the copying begin again', async () => {
  const { open, server, clock } = createWorkspaceRig();
  for (let id = 0; id < 7; id += 1) server.put(`row ${id}`, {});
  const { copy } = server;
  const asked: (string | undefined)[] = [];
  vi.spyOn(server, 'copy').mockImplementation((token, page) => {
    const isFirst = asked.length === 0 || page === asked[0];
    asked.push(page);
    return isFirst
      ? copy(token, page)
      : Promise.resolve(err({ kind: 'refused', message: 'This list fails.' }));
  });
  open();
  await clock.advance(60_000);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((page) => page === asked[0])).toHaveLength(1);
});

it('[SYNC-122] a change that is applied, or that follows a refused one of its row, is not one that will be sent', async () => {
  const { open, server, clock } = createWorkspaceRig();
  const tab = open();
  await clock.settle();
  server.holdChanges(true); // the applied change stays in the outbox
  await tab.put('a', { refused: true });
  await tab.put('b', {});
  await tab.round();
  await tab.put('a', {});
  await tab.round(2);
  expect(tab.outbox.items$.value).toHaveLength(3);
  expect(tab.outbox.unsent$.value).toEqual([]);
  await tab.put('c', {});
  expect(tab.outbox.unsent$.value).toMatchObject([{ target: 'asset:c' }]);
});

it('[SYNC-124] an answer of the server that the app cannot use is not shown as no answer', async () => {
  const { open, server, clock } = createWorkspaceRig();
  const tab = open();
  await clock.settle();
  server.fail('refused');
  await tab.round();
  expect(tab.sync.state$.value).toMatchObject({ kind: 'waiting', isFault: true });
  server.fail('unreachable');
  await tab.round();
  expect(tab.sync.state$.value).toEqual({ kind: 'waiting', message: 'unreachable' });
  server.fail(undefined);
  const submit = vi
    .spyOn(server, 'submit')
    .mockImplementation((_token, [item]) =>
      Promise.resolve(ok([{ id: item?.id ?? '', status: 'later' }])),
    );
  await tab.put('a', {});
  await tab.round();
  expect(submit).toHaveBeenCalled();
  expect(tab.sync.state$.value).toMatchObject({ kind: 'waiting', isFault: true });
});
