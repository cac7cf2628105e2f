import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallEnd } from '../fakes/fake-workspace-server.ts';
import { createWorkspaceRig } from './workspace.fixture.ts';
import { createWorkspace } from './workspace.ts';

const MINUTES = 60_000;
const same = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(bytes);

describe('the outbox', () => {
  it('[SYNC-1] a change is stored before it is sent, and removed when the copies contain it', async () => {
    const { open, server, storage } = createWorkspaceRig();
    server.fail('unreachable');
    const tab = open();
    await tab.put('a', { name: 'one' });
    expect(storage.rows('ada', 'outbox')).toMatchObject([{ kind: 'put', input: { name: 'one' } }]);
    server.fail(undefined);
    await tab.round(2);
    expect(server.rows().get('a')?.values).toMatchObject({ name: 'one' });
    expect(storage.rows('ada', 'outbox')).toEqual([]);
    expect(tab.copies.rows$.value).toMatchObject([{ id: 'a', row: { name: 'one', version: 1 } }]);
    expect(tab.sync.state$.value).toEqual({ kind: 'idle' });
  });

  it('[SYNC-1] if the storage refuses, the append fails and nothing is sent', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    storage.refuse('full');
    expect(await tab.put('a', {})).toMatchObject({ error: { kind: 'full' } });
    await tab.round();
    expect(server.applied()).toEqual([]);
  });

  it('[SYNC-2] changes of a row are sent one after another, each based on the version of the previous one', async () => {
    const { open, server } = createWorkspaceRig();
    server.put('a', { name: 'zero' });
    server.fail('unreachable');
    const tab = open();
    await tab.put('a', { name: 'one' }, 1);
    await tab.put('b', { name: 'other' });
    await tab.put('a', { name: 'two' }, 1);
    server.fail(undefined);
    await tab.round();
    expect(server.applied().map(({ input }) => input['name'])).toEqual(['one', 'other', 'two']);
    expect(server.rows().get('a')).toMatchObject({ version: 3, values: { name: 'two' } });
    expect(tab.outbox.items$.value).toEqual([]);
  });

  it('[SYNC-2] changes of a row that the server does not have yet need no version', async () => {
    const { open, server } = createWorkspaceRig();
    server.fail('unreachable');
    const tab = open();
    for (const name of ['one', 'two', 'three']) await tab.put('a', { name });
    server.fail(undefined);
    await tab.round(4);
    expect(server.rows().get('a')).toMatchObject({ version: 3, values: { name: 'three' } });
    expect(tab.outbox.items$.value).toEqual([]);
  });

  it.each(['changes', 'submit'] as const)(
    '[SYNC-2] a change made before the copies contain the previous one (%s lost) causes no conflict',
    async (lost) => {
      const { open, server, clock } = createWorkspaceRig();
      server.put('a', { name: 'zero' });
      const tab = open();
      await clock.settle();
      server.decide((call) => (call === lost ? 'lostAfter' : 'answered'));
      await tab.put('a', { name: 'one' }, 1);
      await tab.round();
      await tab.put('a', { name: 'two' }, 1);
      server.decide(() => 'answered');
      await tab.round();
      expect(server.rows().get('a')).toMatchObject({ version: 3, values: { name: 'two' } });
    },
  );

  it('[SYNC-3] a change of another user between two changes of one row causes a conflict', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', {});
    const tab = open();
    await clock.settle();
    server.decide((call) => (call === 'changes' ? 'lostBefore' : 'answered'));
    await tab.put('a', { name: 'one' }, 1);
    await tab.round();
    server.put('a', { name: 'theirs' });
    await tab.put('a', { name: 'two' }, 1);
    await tab.round();
    expect(tab.outbox.items$.value.at(-1)?.answer).toMatchObject({
      status: 'conflict',
      version: 3,
    });
  });

  it('[SYNC-2] changes are sent in the order they were made, even if the clock is set back before a reload', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.fail('unreachable');
    const first = open();
    await first.put('a', { name: 'one' });
    first.kill();
    clock.jumpWall(-60 * MINUTES);
    const second = open();
    await second.put('a', { name: 'two' }, 1);
    server.fail(undefined);
    await second.round();
    expect(server.applied().map(({ input }) => input['name'])).toEqual(['one', 'two']);
  });

  it('[SYNC-3] a conflict waits for the user and delays only later changes of its row', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', { name: 'zero' });
    server.put('a', { name: 'theirs' });
    const tab = open();
    await tab.put('a', { name: 'mine' }, 1);
    await tab.put('a', { place: 'here' }, 1);
    await tab.put('b', { name: 'other' });
    await tab.round();
    expect(tab.outbox.items$.value).toMatchObject([
      { answer: { status: 'conflict', version: 2, current: { name: 'theirs' } } },
      { input: { place: 'here' } },
    ]);
    expect(server.rows().get('b')?.values).toMatchObject({ name: 'other' });

    const [conflict] = tab.outbox.items$.value;
    if (conflict === undefined) throw new Error('no conflict');
    const { answer, ...mine } = conflict;
    await tab.sync.decide([{ ...mine, base: answer?.version }]);
    await clock.settle();
    expect(server.rows().get('a')?.values).toMatchObject({ name: 'mine', place: 'here' });
    expect(tab.outbox.items$.value).toEqual([]);
  });

  it('[SYNC-3] after a conflict is discarded, the next change of its row is sent', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', {});
    const tab = open();
    await tab.put('a', { name: 'mine' }, 7);
    await tab.put('a', { place: 'here' }, 1);
    await tab.round();
    await tab.sync.decide([], [tab.outbox.items$.value[0]?.id ?? '']);
    await clock.settle();
    expect(server.rows().get('a')?.values).toEqual({ id: 'a', place: 'here' });
  });

  it('[SYNC-3] after a refused change is discarded, the next one is based on the version that an earlier one made', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', { name: 'zero' });
    server.fail('unreachable');
    const tab = open();
    await tab.put('a', { name: 'one' }, 1);
    await tab.put('a', { refused: true }, 1);
    await tab.put('a', { name: 'three' }, 1);
    server.fail(undefined);
    await tab.round(2);
    const [refused, ...others] = tab.outbox.items$.value;
    expect(refused?.answer).toMatchObject({ status: 'refused' });
    expect(others).toHaveLength(1);
    await tab.sync.decide([], [refused?.id ?? '']);
    await clock.settle();
    expect(server.rows().get('a')).toMatchObject({ version: 3, values: { name: 'three' } });
    expect(tab.outbox.items$.value).toEqual([]);
  });

  it('[SYNC-4] if the server cannot read one item, only that item is refused', async () => {
    const { open, server } = createWorkspaceRig();
    const tab = open();
    await tab.put('a', { name: 'one' });
    await tab.put('b', { malformed: true });
    await tab.put('c', { refused: true });
    await tab.round();
    expect([...server.rows().keys()]).toEqual(['a']);
    expect(tab.outbox.items$.value).toMatchObject([
      { answer: { status: 'refused', code: 'REJECTED', current: { message: 'Bad input' } } },
      { answer: { status: 'refused', code: 'INVALID', field: 'x' } },
    ]);
  });

  it('[SYNC-5] an item that this version cannot read is kept', async () => {
    const { open, storage } = createWorkspaceRig();
    storage.put('ada', 'outbox', '0', { from: 'the future' });
    const tab = open();
    await tab.put('a', {});
    await tab.round(2);
    expect(tab.outbox.unreadable$.value).toEqual([{ from: 'the future' }]);
    expect(storage.rows('ada', 'outbox')).toEqual([{ from: 'the future' }]);
  });

  it('[SYNC-6] another user of this computer neither sees nor sends the items', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.fail('unreachable');
    const ada = open('ada');
    await ada.put('a', {});
    await clock.settle();
    ada.kill();
    server.fail(undefined);
    const bob = open('bob');
    await clock.advance(10 * MINUTES);
    expect(bob.outbox.items$.value).toEqual([]);
    expect(server.applied()).toEqual([]);
  });
});

describe('synchronization', () => {
  it('[SYNC-7] retries wait 2 s, then twice as long each time, at most 5 min', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.fail('unreachable');
    const tab = open();
    await tab.put('a', {});
    await clock.settle();
    const times: number[] = [];
    let seen = server.calls().length;
    for (let second = 1; second <= 1_500; second += 1) {
      await clock.advance(1_000);
      if (server.calls().length > seen) times.push(second);
      seen = server.calls().length;
    }
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(gaps.slice(1, 7)).toEqual([3, 6, 12, 24, 48, 96]); // three quarters of 4, 8 … s
    expect(Math.max(...gaps)).toBe(225); // three quarters of 5 min
    expect(tab.sync.state$.value).toEqual({ kind: 'waiting', message: 'unreachable' });
  });

  it('[SYNC-7] [SYNC-13] changes of a week without network, with the tab closed each evening, are sent once and in order', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    server.put('a', { day: 0 });
    let tab = open();
    await clock.settle();
    server.fail('unreachable');
    for (let day = 1; day <= 7; day += 1) {
      await tab.put('a', { day }, 1);
      await tab.put(`new ${day}`, { day });
      tab.sync.run();
      await clock.advance(8 * 60 * MINUTES);
      tab.kill();
      clock.jumpWall(16 * 60 * MINUTES);
      tab = open();
    }
    expect(storage.rows('ada', 'outbox')).toHaveLength(14);
    server.fail(undefined);
    await clock.advance(5 * MINUTES); // the longest pause
    await clock.settle();
    const days = server.applied().filter(({ input }) => input['id'] === 'a');
    expect(days.map(({ input }) => input['day'])).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(server.rows().get('a')).toMatchObject({ version: 8, values: { day: 7 } });
    expect(server.applied()).toHaveLength(14);
    expect(storage.rows('ada', 'outbox')).toEqual([]);
  });

  it('[SYNC-7] before the first round has ended, nothing is up to date', async () => {
    const { open, clock } = createWorkspaceRig();
    const { sync } = open();
    expect(sync.state$.value.kind).toBe('working');
    await clock.settle();
    expect(sync.state$.value.kind).toBe('idle');
  });

  it('[SYNC-8] an ended session keeps all changes, and the next login continues to send them', async () => {
    const { open, server, clock, token } = createWorkspaceRig();
    server.fail('expired');
    const tab = open();
    await tab.put('a', {});
    await tab.round();
    expect(tab.sync.state$.value).toEqual({ kind: 'expired' });
    const asked = server.calls().length;
    await clock.advance(60 * MINUTES);
    expect(server.calls()).toHaveLength(asked);
    server.fail(undefined);
    token.set('another token');
    await clock.settle();
    expect(server.applied()).toHaveLength(1);
  });

  it('[SYNC-9] if the server has no workspace, all changes stay on this computer', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.fail('notOffered');
    const tab = open();
    await tab.put('a', {});
    await tab.round();
    expect(tab.sync.state$.value).toEqual({ kind: 'notOffered' });
    expect(tab.outbox.items$.value).toHaveLength(1);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('[SYNC-10] only one tab sends, and it also sends the changes of the other tab', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const [first, second] = [open(), open()];
    await clock.settle();
    await Promise.all([first.put('a', {}), second.put('b', {})]);
    second.sync.run();
    first.sync.run();
    await clock.advance(2 * MINUTES);
    expect([...server.rows().keys()].sort()).toEqual(['a', 'b']);
    expect(first.outbox.items$.value).toEqual([]);
    expect(second.outbox.items$.value).toEqual([]);
    expect(second.copies.rows$.value.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('[SYNC-10] no decision is saved while a round is running', async () => {
    const { open, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    await tab.put('a', {});
    tab.sync.run();
    expect(await tab.sync.decide([], [])).toEqual({ ok: false, error: { kind: 'sending' } });
  });

  it('[SYNC-10] a decision is sent at once', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', { name: 'theirs' });
    const tab = open();
    await clock.settle();
    await tab.put('a', { name: 'mine' });
    await tab.round(2);
    const [item] = tab.outbox.items$.value;
    expect(item?.answer?.status).toBe('conflict');
    const { answer, ...mine } = item ?? expect.fail();
    await tab.sync.decide([{ ...mine, base: answer?.version }]);
    for (let turn = 0; turn < 3; turn += 1) await clock.settle();
    expect(server.rows().get('a')?.values).toMatchObject({ name: 'mine' });
    expect(tab.sync.state$.value).toEqual({ kind: 'idle' });
  });

  it('[SYNC-10] a change that is made during a round is sent at once after it', async () => {
    const { open, server, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    await tab.put('a', {});
    tab.sync.run();
    await Promise.resolve();
    await tab.put('b', {});
    tab.sync.run();
    for (let turn = 0; turn < 4; turn += 1) await clock.settle();
    expect([...server.rows().keys()]).toEqual(['a', 'b']);
    expect(tab.sync.state$.value).toEqual({ kind: 'idle' });
  });

  it('[SYNC-11] all rows are copied once, then only changed rows, including rows that are no longer visible', async () => {
    const { open, server, clock } = createWorkspaceRig();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) server.put(id, { name: id });
    const tab = open();
    await clock.settle();
    expect(tab.copies.rows$.value).toHaveLength(7);
    server.put('a', { name: 'new' });
    server.put('g', undefined);
    await tab.round();
    expect(tab.copies.rows$.value.map(({ row }) => row['name'])).toEqual([
      'new',
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
    expect(server.calls().filter((call) => call === 'copy')).toHaveLength(3);
  });

  it('[SYNC-11] an interrupted copying continues where it stopped', async () => {
    const { open, server, clock } = createWorkspaceRig();
    for (let row = 0; row < 12; row += 1) server.put(`row ${row}`, {});
    let left = 3;
    server.decide((call) => (call === 'copy' && (left -= 1) < 0 ? 'lostBefore' : 'answered'));
    const first = open();
    await clock.settle();
    first.kill();
    server.decide(() => 'answered');
    const second = open();
    await clock.settle();
    expect(second.copies.rows$.value).toHaveLength(12);
    expect(server.calls().filter((call) => call === 'begin')).toHaveLength(1);
    expect(server.calls().filter((call) => call === 'copy')).toHaveLength(3 + 1 + 1);
  });

  it('[SYNC-12] if the cursor is unknown to the server, copying starts again, and stale rows are removed at its end', async () => {
    const { open, server, clock } = createWorkspaceRig();
    server.put('a', {});
    server.put('b', {});
    const tab = open();
    await clock.settle();
    server.put('a', undefined);
    server.put('c', {});
    server.forgetCursors();
    await tab.round();
    expect(tab.copies.rows$.value.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('[SYNC-13] with lost calls, a full storage, killed tabs and several tabs, each change is applied once and in order', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), tab: fc.nat(1), row: fc.nat(2) }),
      fc.record({ do: fc.constant('kill' as const), tab: fc.nat(1) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.nat(5_000) }),
      fc.record({ do: fc.constant('turns' as const), count: fc.nat(30) }),
      fc.record({
        do: fc.constant('network' as const),
        end: fc.constantFrom<CallEnd>('answered', 'lostBefore', 'lostAfter'),
      }),
      fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { open, server, clock, storage } = createWorkspaceRig();
        const tabs = [open(), open()];
        const entered: string[][] = [[], [], []];
        for (const each of steps) {
          const tab = 'tab' in each ? tabs[each.tab] : undefined;
          if (each.do === 'put' && tab !== undefined) {
            const item = await tab.put(`row ${each.row}`, { step: entered.flat().length });
            if (item.ok) entered[each.row]?.push(item.value.id);
            tab.sync.run();
          } else if (each.do === 'kill' && tab !== undefined) {
            tab.kill(); // at any await of a round
            tabs[each.tab] = open();
          } else if (each.do === 'wait') await clock.advance(each.ms);
          else if (each.do === 'turns')
            for (let turn = 0; turn < each.count; turn += 1) await Promise.resolve();
          else if (each.do === 'network') server.decide(() => each.end);
          else if (each.do === 'disk') storage.refuse(each.isFull ? 'full' : undefined);
        }
        server.decide(() => 'answered');
        storage.refuse(undefined);
        await clock.advance(10 * MINUTES);
        // A killed tab may leave a change without the version of the previous one. The conflict is decided in favour of
        // the user's change.
        for (let round = 0; round < 60 && storage.rows('ada', 'outbox').length > 0; round += 1) {
          const [tab] = tabs;
          const conflicts = tab?.outbox.items$.value.filter(({ answer }) => answer !== undefined);
          await tab?.sync.decide(
            (conflicts ?? []).map(({ answer, ...item }) => ({ ...item, base: answer?.version })),
          );
          await clock.advance(2 * MINUTES);
        }
        expect(storage.rows('ada', 'outbox')).toEqual([]);
        const applied = server.applied();
        for (const [row, ids] of entered.entries()) {
          const inOrder = applied.filter(({ input }) => input['id'] === `row ${row}`);
          const sent = inOrder.map(({ id }) => id);
          expect([...sent].sort()).toEqual([...ids].sort());
          // Items are sent in the order of their ids. Two tabs can create ids within the same millisecond, so an item
          // that was entered later can have a smaller id than one that was sent before.
          const tooEarly = sent.filter((id, at) =>
            sent.slice(at).some((later) => later < id && ids.indexOf(later) < ids.indexOf(id)),
          );
          expect(tooEarly).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('[SYNC-18] a sign-out at any moment of a copying leaves no copy', async () => {
    for (let turns = 0; turns < 60; turns += 1) {
      const { open, server, storage, clock } = createWorkspaceRig();
      for (let row = 0; row < 12; row += 1) server.put(`row ${row}`, {});
      const tab = open();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      tab.kill();
      await tab.copies.clear();
      await clock.advance(10 * MINUTES);
      expect(storage.rows('ada', 'copies')).toEqual([]);
    }
  });

  it('[SYNC-18] a sign-out removes the copies; unsent changes are there at the next sign-in', async () => {
    const { clock, server, storage, tabs, token, isReached } = createWorkspaceRig();
    server.put('a', { name: 'theirs' });
    const signIn = (userId: string) =>
      createWorkspace({
        server,
        store: storage.open(),
        tabs: tabs.open(),
        clock,
        tools: { gzip: same, gunzip: same, sha256: () => Promise.resolve('') },
        random: () => 0.5,
        randomBytes: (count) => new Uint8Array(count),
        userId,
        token$: token.live,
        isReached$: isReached.live,
      });
    const ada = signIn('ada');
    await clock.settle();
    expect(ada.rows$.value).toHaveLength(1);
    server.fail('unreachable');
    await ada.change({ target: 'asset:b', kind: 'put', input: { id: 'b' } });
    await clock.settle();
    token.set(undefined);
    await ada.signOut();
    expect(storage.rows('ada', 'copies')).toEqual([]);
    expect(storage.rows('ada', 'state')).toEqual([]);
    expect(storage.rows('ada', 'outbox')).toHaveLength(1);
    await clock.advance(10 * MINUTES);
    expect(server.applied()).toEqual([]);
    server.fail(undefined);
    token.set('token');
    signIn('ada');
    await clock.settle();
    expect(server.applied()).toHaveLength(1);
  });
});
