import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { err } from '../prelude/result.ts';
import type { SessionArchive } from '../ports/session-archive.ts';
import { newSession, type SessionInfo } from './session-info.ts';
import { createSessionStore } from './session-store.ts';

const infoOf = (id: string, startedAt: number, change: Partial<SessionInfo> = {}): SessionInfo => ({
  ...newSession(id, startedAt, { linkId: 'serial', label: 'BMS' }, 9_600),
  finished: true,
  ...change,
});

const setUp = (change: Partial<SessionArchive> = {}, isSignedIn = true) => {
  const clock = createFakeClock();
  const fake = createFakeSessionArchive();
  const dropped: string[] = [];
  const running: { id?: string } = {};
  const store = createSessionStore({
    userId: isSignedIn ? 'u1' : undefined,
    archive: { ...fake.archive, ...change },
    clock,
    current: () => running.id,
    profileOf: () => Promise.resolve(undefined),
    onDropped: ({ id }) => dropped.push(id),
  });
  const put = (info: SessionInfo): void => fake.putInfo('u1', info.id, info);
  const listed = (): readonly string[] =>
    store.sessions$.value.kind === 'ready'
      ? store.sessions$.value.sessions.map(({ id }) => id)
      : [];
  const save = (id: string) => store.save('u1', infoOf(id, clock.wallNow()), []);
  return { clock, fake, dropped, running, store, put, listed, save };
};

describe('the list of sessions', () => {
  test('[OBD-95] the newest session is first, also after one was saved; the order of equal times is fixed', async () => {
    const { store, put, listed } = setUp();
    for (const info of [infoOf('b', 100), infoOf('c', 200), infoOf('a', 100)]) put(info);
    await store.refresh();
    expect(listed()).toEqual(['c', 'b', 'a']);
    await store.save('u1', infoOf('d', 150), []);
    await store.save('u1', infoOf('a', 100, { name: 'saved again' }), []);
    expect(listed()).toEqual(['c', 'd', 'b', 'a']);
    expect(store.find('a')?.name).toBe('saved again');
  });

  test('[OBD-95] a session that is saved while the usage is measured stays in the list', async () => {
    let measured = (): void => undefined;
    const usage = new Promise<undefined>((resolve) => {
      measured = () => resolve(undefined);
    });
    const { store, clock, listed } = setUp({ usage: () => usage });
    const refreshed = store.refresh();
    await clock.settle();
    await store.add(infoOf('new', 50), []);
    measured();
    await refreshed;
    expect(listed()).toEqual(['new']);
  });

  test('[OBD-95] an added session is listed; if there is no room, no other is deleted for it', async () => {
    const { fake, store, put, listed, dropped } = setUp();
    put(infoOf('old', 100));
    await store.refresh();
    fake.limitSessions(1);
    expect(await store.add(infoOf('new', 50), [])).toMatchObject({ error: { kind: 'full' } });
    expect([listed(), dropped]).toEqual([['old'], []]);
    fake.limitSessions(2);
    expect((await store.add(infoOf('new', 50), [])).ok).toBe(true);
    expect(listed()).toEqual(['old', 'new']);
  });

  test('[IMP-18] adding a session that is there already returns it and does not replace it', async () => {
    const { fake, store, put, listed } = setUp();
    put(infoOf('a', 100, { name: 'Bus 7 after repair' }));
    const added = await store.add(infoOf('a', 100, { name: 'Bus 7' }), []);
    expect(added).toMatchObject({ ok: true, value: { name: 'Bus 7 after repair' } });
    expect(fake.saves()).toBe(0);
    await store.refresh();
    expect(store.find('a')?.name).toBe('Bus 7 after repair');
    expect(listed()).toEqual(['a']);
  });

  test('[OBD-98] without a user there is nothing to list, add, rename, delete or open', async () => {
    const { store, put, fake } = setUp({}, false);
    put(infoOf('a', 100));
    await store.refresh();
    expect(store.sessions$.value).toEqual({ kind: 'loading' });
    const notFound = { ok: false, error: { kind: 'notFound' } };
    expect(await store.add(infoOf('b', 1), [])).toEqual(notFound);
    expect(await store.rename('a', 'x')).toEqual(notFound);
    expect(await store.remove('a')).toEqual(notFound);
    expect(await store.open('a')).toEqual(notFound);
    expect(fake.saves()).toBe(0);
  });

  test('[OBD-95] a session that does not exist is neither renamed nor deleted nor opened', async () => {
    const { store, put } = setUp();
    put(infoOf('a', 100));
    expect((await store.open('a')).ok).toBe(true); // opening loads the list first
    const notFound = { ok: false, error: { kind: 'notFound' } };
    expect(await store.rename('b', 'x')).toEqual(notFound);
    expect(await store.remove('b')).toEqual(notFound);
    expect(await store.open('b')).toEqual(notFound);
  });

  test('[OBD-95] the session being recorded is not deleted, another session is', async () => {
    const { store, put, running, listed } = setUp();
    for (const info of [infoOf('a', 100), infoOf('b', 200)]) put(info);
    await store.refresh();
    running.id = 'a';
    expect(await store.remove('a')).toEqual({ ok: false, error: { kind: 'recording' } });
    expect((await store.remove('b')).ok).toBe(true);
    expect(listed()).toEqual(['a']);
  });

  test('[REC-116] a rename keeps what another tab has changed in the session meanwhile', async () => {
    const { store, put, fake, listed } = setUp();
    put(infoOf('a', 100, { finished: false, samples: 3 }));
    put(infoOf('b', 200));
    await store.refresh();
    put(infoOf('a', 100, { samples: 900 }));
    await fake.archive.remove('u1', 'b');
    expect((await store.rename('a', 'Bus 12')).ok).toBe(true);
    expect(store.find('a')).toMatchObject({ name: 'Bus 12', finished: true, samples: 900 });
    expect(await store.rename('b', 'x')).toEqual({ ok: false, error: { kind: 'notFound' } });
    expect(listed()).toEqual(['a']);
  });

  test('[REC-117] a session that another tab records is not deleted, renamed or opened as ended until 30 s after its last data', async () => {
    const { clock, store, put, listed } = setUp();
    await clock.advance(100_000);
    put(infoOf('a', 100, { finished: false, lastAt: clock.wallNow() - 30_000 }));
    await store.refresh();
    const recording = { ok: false, error: { kind: 'recording' } };
    expect([await store.remove('a'), await store.rename('a', 'x')]).toEqual([recording, recording]);
    expect(await store.openEnded('a')).toEqual(recording);
    expect(listed()).toEqual(['a']);
    await clock.advance(1);
    expect((await store.openEnded('a')).ok).toBe(true);
    expect((await store.rename('a', 'x')).ok).toBe(true);
    expect((await store.remove('a')).ok).toBe(true);
    put(infoOf('of a later clock', 1, { finished: false, lastAt: clock.wallNow() + 30_001 }));
    expect((await store.remove('of a later clock')).ok).toBe(true);
    expect(listed()).toEqual([]);
  });

  test('[ST-01] [PAGE-382] a list that cannot be read is an error, and a failed deletion keeps the session listed', async () => {
    const error = { kind: 'failed', message: 'disk' } as const;
    const { store, put, listed } = setUp({ remove: () => Promise.resolve(err(error)) });
    put(infoOf('a', 100));
    await store.refresh();
    expect(await store.remove('a')).toEqual({ ok: false, error });
    expect(listed()).toEqual(['a']);
    const broken = setUp({ list: () => Promise.resolve(err(error)) }).store;
    await broken.refresh();
    expect(broken.sessions$.value).toEqual({ kind: 'failed', error });
    expect(await broken.open('a')).toEqual({ ok: false, error: { kind: 'notFound' } });
    // Whether the session exists is not known: "not found" would count as deleted.
    expect(await broken.remove('a')).toEqual({ ok: false, error });
    expect(await broken.rename('a', 'x')).toEqual({ ok: false, error });
    expect((await broken.save('u1', infoOf('a', 100), [])).ok).toBe(true);
    expect(broken.sessions$.value).toEqual({ kind: 'failed', error });
    expect(await broken.add(infoOf('a', 100), [])).toEqual({ ok: false, error });
  });
});

describe('sessions that are deleted to make room', () => {
  test('[ST-01] an unfinished session may be in use by another tab for 30 s after its last data', async () => {
    const { clock, fake, put, save, dropped } = setUp();
    await clock.advance(100_000);
    put(infoOf('other', 1, { finished: false, lastAt: clock.wallNow() - 30_000 }));
    fake.limitSessions(1);
    expect(await save('mine')).toMatchObject({ error: { kind: 'full' } });
    expect(dropped).toEqual([]);
    await clock.advance(1);
    expect((await save('mine')).ok).toBe(true);
    expect(dropped).toEqual(['other']);
  });

  test('[ST-01] the session being saved and the one being recorded are never deleted', async () => {
    const { fake, put, running, dropped, store } = setUp();
    for (const id of ['mine', 'running']) put(infoOf(id, 1));
    running.id = 'running';
    fake.refuse('full');
    expect(await store.save('u1', infoOf('mine', 1), [])).toMatchObject({ ok: false });
    expect(dropped).toEqual([]);
  });

  test.each([
    [2_000_000, ['s1']],
    [1_000_000, ['s1', 's2']],
    [999_999, ['s1', 's2', 's3']],
  ])(
    '[ST-01] with sessions of %i bytes, only as many are deleted at once as give 2 MB',
    async (storedBytes, deleted) => {
      const { fake, put, save, dropped, listed } = setUp();
      for (const at of [1, 2, 3, 4]) put(infoOf(`s${at}`, at, { storedBytes }));
      fake.refuse('full');
      expect(await save('mine')).toMatchObject({ error: { kind: 'full' } });
      expect(dropped).toEqual(deleted);
      expect(listed()).toHaveLength(4 - deleted.length);
    },
  );

  test('[ST-01] while writes are refused because the archive is full, sessions are deleted at most once a minute', async () => {
    const { clock, fake, put, save, dropped } = setUp();
    for (const at of [1, 2]) put(infoOf(`s${at}`, at, { storedBytes: 2_000_000 }));
    fake.refuse('full');
    await save('mine');
    await clock.advance(59_999);
    await save('mine');
    expect(dropped).toEqual(['s1']);
    await clock.advance(1);
    await save('mine');
    expect(dropped).toEqual(['s1', 's2']);
  });

  test('[ST-01] another error than a full archive deletes nothing', async () => {
    const { fake, put, save, dropped } = setUp();
    put(infoOf('s1', 1));
    fake.refuse('failed');
    expect(await save('mine')).toMatchObject({ error: { kind: 'failed' } });
    expect(dropped).toEqual([]);
  });

  test('[ST-01] if the archive is full and its list cannot be read, the save fails and nothing is deleted', async () => {
    const list = () => Promise.resolve(err({ kind: 'failed', message: 'disk' } as const));
    const { fake, save, dropped } = setUp({ list });
    fake.refuse('full');
    expect(await save('mine')).toMatchObject({ ok: false, error: { kind: 'full' } });
    expect(dropped).toEqual([]);
  });

  test('[ST-01] a session that could not be deleted is not reported as deleted', async () => {
    const remove = () => Promise.resolve(err({ kind: 'failed', message: 'disk' } as const));
    const { fake, put, save, dropped } = setUp({ remove });
    put(infoOf('s1', 1));
    fake.refuse('full');
    await save('mine');
    expect(dropped).toEqual([]);
  });

  test('[ST-01] from 95 % of the space on, the oldest session is deleted every five minutes', async () => {
    const { clock, fake, put, save, dropped, store } = setUp();
    for (const at of [1, 2]) put(infoOf(`s${at}`, at));
    fake.setUsage({ usedBytes: 94, quotaBytes: 100 });
    await save('mine');
    expect([dropped, store.usage$.value]).toEqual([[], { usedBytes: 94, quotaBytes: 100 }]);
    fake.setUsage({ usedBytes: 95, quotaBytes: 100 });
    await clock.advance(299_999);
    await save('mine');
    expect(dropped).toEqual([]);
    await clock.advance(1);
    await save('mine');
    await save('mine');
    expect(dropped).toEqual(['s1']);
  });
});
