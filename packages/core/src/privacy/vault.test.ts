import { describe, expect, it } from 'vitest';
import { createFakeGates } from '../fakes/fake-gates.ts';
import {
  ALL,
  createComputer,
  type GATES,
  readable,
  SECRET,
  signedIn,
  TECHNICIAN,
  withData,
  writeEverywhere,
} from './privacy.fixture.ts';

describe('the lock', () => {
  it('[PRIV-1] after a sign-out nothing that the user entered is readable in any store, and after the next sign-in all of it is', async () => {
    const { computer, tab } = await withData();
    expect(await computer.everything()).not.toContain(SECRET);
    expect(await readable(tab)).toEqual(ALL);
    await tab.session.logout();
    expect(await computer.everything()).not.toContain(SECRET);
    expect(await computer.everything()).not.toContain('technician@example.com');
    expect(computer.keys.keys()).toBe(0);
    await computer.clock.advance(15_000);
    expect(await readable(tab)).toEqual([]);
    const later = await computer.openTab();
    expect(await readable(later)).toEqual([]);
    await later.signIn();
    expect(await readable(later)).toEqual(ALL);
  });

  it('[PRIV-2] data that is still being written when a session ends is stored encrypted', async () => {
    const { computer, tab } = await signedIn();
    const leaving = tab.session.logout();
    await writeEverywhere({ ...tab, vault: { ...tab.vault, storeOf: () => tab.texts } });
    computer.storage.openTab().clear();
    await leaving;
    await tab.signIn();
    expect(await readable(tab)).toEqual(ALL.slice(1));
    expect(await computer.everything()).not.toContain(SECRET);
  });

  it('[PRIV-2] a write after the second of two sign-outs in a short time is encrypted too', async () => {
    const { computer, tab } = await signedIn();
    await tab.session.logout();
    await computer.clock.advance(14_000);
    await tab.signIn();
    await tab.session.logout();
    await computer.clock.advance(2_000);
    const row = { table: 'drafts', id: 'a', value: { text: SECRET } } as const;
    expect(await tab.rows.write(TECHNICIAN, [row])).toMatchObject({ ok: true });
    await computer.clock.advance(13_000);
    expect(await tab.rows.write(TECHNICIAN, [row])).toMatchObject({ error: { kind: 'blocked' } });
    expect(await computer.everything()).not.toContain(SECRET);
  });

  it('[PRIV-3] a reload and a second tab open the data without a password until the session ends', async () => {
    const computer = createComputer();
    const first = await computer.openTab();
    const second = await computer.openTab();
    await first.signIn();
    await writeEverywhere(first);
    await computer.clock.settle();
    expect(second.who()).toBe('technician');
    expect(await readable(second)).toEqual(ALL);
    const reloaded = await computer.openTab();
    expect(reloaded.who()).toBe('technician');
    expect(await readable(reloaded)).toEqual(ALL);
    await second.session.logout();
    await computer.clock.advance(15_000);
    for (const tab of [first, second, reloaded]) {
      expect(tab.who()).toMatch(/^out: (user|otherTab)$/);
      expect(await readable(tab)).toEqual([]);
    }
  });

  it('[PRIV-3] texts of one tab reach the others, and a text that the storage refuses stays in memory', async () => {
    const computer = createComputer();
    const first = await computer.openTab();
    await first.signIn();
    const second = await computer.openTab();
    const heard: unknown[] = [];
    second.vault.storeOf(TECHNICIAN).changes$.subscribe((key) => heard.push(key));
    first.vault.storeOf(TECHNICIAN).set('alarmLimits', 'mine');
    await computer.clock.settle();
    expect(heard).toEqual(['alarmLimits']);
    expect(second.vault.storeOf(TECHNICIAN).get('alarmLimits')).toBe('mine');
    computer.rows.refuse('full');
    second.vault.storeOf(TECHNICIAN).set('alarmLimits', 'yours');
    await computer.clock.settle();
    expect(second.vault.storeOf(TECHNICIAN).set('other', 'x')).toMatchObject({
      error: { kind: 'full' },
    });
    await computer.clock.settle();
    computer.rows.refuse(undefined);
    first.vault.storeOf(TECHNICIAN).set('alarmLimits', 'first');
    await computer.clock.settle();
    expect(second.vault.storeOf(TECHNICIAN).get('alarmLimits')).toBe('yours');
  });

  it('[PRIV-3] a tab that hears of a sign-in after the sign-out keeps nothing open', async () => {
    const computer = createComputer();
    const first = await computer.openTab();
    const gates = createFakeGates<(typeof GATES)[number]>();
    const second = await computer.openTab(gates);
    const release = gates.hold('key');
    await first.signIn();
    await computer.clock.advance(1);
    await first.session.logout();
    release();
    await computer.clock.settle();
    expect(second.who()).toBe('out: none');
    expect(second.vault.isOpen(TECHNICIAN)).toBe(false);
    expect(computer.keys.keys()).toBe(0);
  });

  it('[PRIV-4] without the server, an account that signed in here before signs in with its password', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    await computer.clock.advance(15_000);
    computer.gateway.setReachable(false);
    expect(await tab.signIn('viewer')).toMatchObject({ error: { kind: 'unreachable' } });
    expect(await tab.signIn('technician', 'wrong')).toMatchObject({ error: { kind: 'incorrect' } });
    expect(await readable(tab)).toEqual([]);
    await computer.clock.advance(1_000);
    const noticed = tab.noticed.length;
    expect(await tab.signIn(' Technician ')).toEqual({ ok: true, value: undefined });
    const state = tab.session.state$.value;
    expect(state).toMatchObject({ user: { token: 'offline', email: 'technician@example.com' } });
    expect(state.kind === 'signedIn' && state.permissions.battAccess).toBe(true);
    expect(await readable(tab)).toEqual(ALL);
    expect((await computer.openTab()).who()).toBe('technician');
    computer.gateway.setReachable(true);
    const calls = computer.gateway.calls().length;
    expect(await tab.session.refresh()).toMatchObject({ error: { kind: 'unreachable' } });
    expect(tab.noticed).toHaveLength(noticed); // the user knows that the server is missing
    await tab.session.logout();
    expect(computer.gateway.calls()).toHaveLength(calls);
  });

  it('[PRIV-5] [PR-04] [PR-05] after wrong passwords the user waits 1, 2, 4 … 300 s, also after a reload and with the clock set back', async () => {
    const computer = createComputer();
    const first = await computer.openTab();
    await first.signIn();
    await first.session.logout();
    computer.gateway.setReachable(false);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const tab = await computer.openTab();
      await tab.signIn('technician', 'wrong');
      const tries = computer.crypto.tries();
      await computer.clock.advance(seconds * 1000 - 1);
      expect(await tab.signIn()).toMatchObject({ error: { kind: 'incorrect' } });
      expect(tab.vault.notice$.value).toEqual({ kind: 'wait', waitMs: 1 });
      expect(computer.crypto.tries()).toBe(tries);
      await computer.clock.advance(1);
    }
    const tab = await computer.openTab();
    await tab.signIn('technician', 'wrong');
    computer.clock.jumpWall(-86_400_000);
    await tab.signIn();
    expect(tab.vault.notice$.value).toEqual({ kind: 'wait', waitMs: 300_000 });
    await computer.clock.advance(300_000);
    expect(await tab.signIn()).toMatchObject({ ok: true });
    expect(tab.vault.notice$.value).toBeUndefined();
  });

  it('[PRIV-5] closing the page during an attempt does not avoid the wait', async () => {
    const { computer, tab } = await signedIn();
    await tab.session.logout();
    computer.gateway.setReachable(false);
    void tab.session.login('technician', 'wrong');
    for (let turn = 0; turn < 40 && computer.crypto.tries() < 2; turn += 1) await Promise.resolve();
    tab.kill();
    const other = await computer.openTab();
    await other.signIn();
    expect(other.vault.notice$.value).toMatchObject({ kind: 'wait' });
  });

  it('[PRIV-6] [PR-07] after the password was changed elsewhere, the previous one opens the data once', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    computer.gateway.addAccount({ user: 'technician', pass: 'new', flags: ['battAccess'] });
    const login = tab.session.login('technician', 'new');
    await computer.clock.settle();
    expect(tab.vault.question$.value).toEqual({ unsent: 1, attempt: 1 });
    tab.vault.answer({ kind: 'previous', pass: 'other' });
    await computer.clock.settle();
    expect(tab.vault.question$.value).toEqual({ unsent: 1, attempt: 2 });
    tab.vault.answer({ kind: 'previous', pass: 'secret' });
    expect(await login).toMatchObject({ ok: true });
    expect(await readable(tab)).toEqual(ALL);
    await tab.session.logout();
    await tab.signIn('technician', 'new');
    expect(await readable(tab)).toEqual(ALL);
  });

  it('[PRIV-6] a cancelled question ends the sign-in and deletes nothing; only the user deletes the data', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    const stored = await computer.everything();
    computer.gateway.addAccount({ user: 'technician', pass: 'new', flags: ['battAccess'] });
    const cancelled = tab.session.login('technician', 'new');
    await computer.clock.settle();
    tab.vault.answer({ kind: 'cancel' });
    expect(await cancelled).toMatchObject({ error: { kind: 'incorrect' } });
    expect(tab.guarded.wasCancelled()).toBe(true);
    expect(computer.gateway.calls().at(-1)).toBe('endSession');
    expect(await computer.everything()).toBe(stored);
    const discarded = tab.session.login('technician', 'new');
    await computer.clock.settle();
    tab.vault.answer({ kind: 'discard' });
    expect(await discarded).toMatchObject({ ok: true });
    expect(await readable(tab)).toEqual([]);
    expect(computer.rows.rows(TECHNICIAN, 'outbox')).toEqual([]);
    await writeEverywhere(tab);
    expect(await readable(tab)).toEqual(ALL);
  });

  it('[PRIV-7] [PR-09] two users of one computer do not read or lose each other’s data', async () => {
    const computer = createComputer();
    const tab = await computer.openTab();
    const other = await computer.openTab();
    await tab.signIn();
    await writeEverywhere(tab);
    await tab.session.logout();
    await tab.signIn('viewer');
    await writeEverywhere(tab, 'id-viewer', 'text of the viewer');
    await computer.clock.advance(15_000);
    expect(other.who()).toBe('viewer');
    for (const each of [tab, other]) {
      expect(await readable(each)).toEqual([]);
      expect(await readable(each, 'id-viewer', 'text of the viewer')).toEqual(ALL);
    }
    await tab.session.logout();
    await tab.signIn();
    expect(await readable(tab)).toEqual(ALL);
  });

  it('[SESSION-49] a login name that now belongs to another account signs in to that account without the server', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    // The account was removed and created again with the same names.
    computer.gateway.alter('technician', { userid: 'id-new' });
    await tab.signIn();
    await tab.session.logout();
    computer.gateway.setReachable(false);
    await computer.clock.advance(15_000);
    expect(await tab.signIn()).toEqual({ ok: true, value: undefined });
    expect(tab.session.state$.value).toMatchObject({ user: { userid: 'id-new' } });
    expect(await readable(tab)).toEqual([]);
    // The data of the former account is kept.
    await tab.session.logout();
    computer.gateway.setReachable(true);
    computer.gateway.alter('technician', { userid: TECHNICIAN });
    await tab.signIn();
    expect(await readable(tab)).toEqual(ALL);
  });

  it.each([
    ['login', 'technician'], // the login ends after the other tab has signed in: it has no effect
    ['key', 'viewer'], // the news of the other tab arrives after the login: it is old
  ] as const)(
    '[PRIV-7] if two tabs sign in at the same time, both show the same user with the data open (%s)',
    async (late, shown) => {
      const computer = createComputer();
      const gates = createFakeGates<(typeof GATES)[number]>();
      const tabs = [await computer.openTab(gates), await computer.openTab()] as const;
      const release = gates.hold(late);
      if (late === 'login') void tabs[0].session.login('viewer', 'secret');
      await tabs[1].signIn('technician');
      await computer.clock.advance(1);
      if (late === 'key') void tabs[0].session.login('viewer', 'secret');
      await computer.clock.advance(1);
      release();
      await computer.clock.advance(20_000);
      expect(tabs.map(({ who }) => who())).toEqual([shown, shown]);
      for (const { vault } of tabs) expect(vault.isOpen(`id-${shown}`)).toBe(true);
      expect(computer.keys.keys()).toBe(2);
    },
  );

  it('[PRIV-1] a login that begins no session leaves the data locked', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    await computer.clock.advance(15_000);
    computer.gateway.alter('technician', { permissionJson: '' });
    await tab.signIn();
    await computer.clock.advance(15_000);
    expect(tab.who()).toBe('out: user');
    expect(await readable(tab)).toEqual([]);
    expect(computer.keys.keys()).toBe(0);
  });

  it('[PRIV-8] [PR-01] changed values, moved values and foreign unencrypted values are reported, not read and not deleted', async () => {
    const { computer, tab } = await withData();
    const [value] = computer.rows.rows(TECHNICIAN, 'drafts');
    computer.rows.put(TECHNICIAN, 'outbox', '2', value);
    computer.rows.put(TECHNICIAN, 'outbox', '3', { text: 'foreign' });
    const changed = { sealed: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    computer.rows.put(TECHNICIAN, 'texts', 'terminalHistory', changed);
    computer.archive.damage('s1', 'events', 0, changed);
    const rows = await tab.rows.read(TECHNICIAN, 'outbox');
    expect(rows.ok && rows.value.map((row) => row.value)).toEqual([
      { text: SECRET, bytes: new TextEncoder().encode(SECRET) },
      null,
      null,
    ]);
    expect(computer.rows.rows(TECHNICIAN, 'outbox').slice(1)).toEqual([value, { text: 'foreign' }]);
    await computer.clock.settle();
    const before = tab.faults.length;
    expect(before).toBeGreaterThan(0);
    expect(await tab.archive.read(TECHNICIAN, 's1', 'events')).toEqual({
      ok: true,
      value: [{ index: 0, data: null }],
    });
    expect(tab.faults).toEqual(Array.from({ length: before + 1 }, () => 'damaged'));
    const reloaded = await computer.openTab();
    expect(reloaded.vault.storeOf(TECHNICIAN).get('terminalHistory')).toBeUndefined();
    reloaded.vault.storeOf(TECHNICIAN).set('terminalHistory', 'new');
    await computer.clock.settle();
    expect(computer.rows.rows(TECHNICIAN, 'damaged')).toContainEqual(changed);
  });

  it('[PRIV-8] [PR-08] a damaged account asks for a decision instead of replacing the data', async () => {
    const { computer, tab } = await withData();
    await tab.session.logout();
    await computer.keys.open().put(TECHNICIAN, { login: 'technician' });
    void tab.session.login('technician', 'secret');
    await computer.clock.settle();
    expect(tab.vault.question$.value).toEqual({ unsent: 1, attempt: 1 });
    expect(tab.who()).toBe('out: user');
  });

  it('[PRIV-9] [PR-02] existing unencrypted data is encrypted at the first sign-in, even if the page is killed at any moment', async () => {
    for (let turns = 0; turns < 400; turns += 9) {
      const computer = createComputer();
      const other = computer.rows.open();
      for (const table of ['outbox', 'drafts', 'copies'] as const)
        await other.write(TECHNICIAN, [{ table, id: '1', value: { text: SECRET } }]);
      await computer.archive.archive.save({
        userId: TECHNICIAN,
        sessionId: 's1',
        info: { id: 's1', name: SECRET },
        chunks: [{ kind: 'events', index: 0, data: { text: SECRET } }],
      });
      const tab = await computer.openTab();
      void tab.session.login('technician', 'secret');
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      computer.rows.refuse('failed'); // the page was killed: nothing of it is written any more
      computer.keys.refuse('failed');
      computer.archive.refuse('failed');
      await computer.clock.settle();
      tab.kill();
      computer.storage.openTab().clear();
      for (const each of [computer.rows, computer.keys, computer.archive]) each.refuse(undefined);
      const next = await computer.openTab();
      await next.signIn();
      expect(await readable(next)).toEqual(ALL.slice(1));
      expect(await computer.everything()).not.toContain(SECRET);
    }
  });

  it('[PRIV-19] a long recording is encrypted in parts, also behind missing and encrypted chunks, and the page says so', async () => {
    const computer = createComputer();
    const { archive, saves } = computer.archive;
    const indexes = [...Array.from({ length: 250 }, (_, index) => index), 990, 991];
    const entry = { userId: TECHNICIAN, sessionId: 's1', info: { id: 's1' } };
    const chunks = indexes.map((index) => ({ kind: 'samples', index, data: { text: SECRET } }));
    await archive.save({ ...entry, chunks });
    const before = saves();
    const tab = await computer.openTab();
    const kinds: unknown[] = [];
    tab.vault.notice$.subscribe((notice) => kinds.push(notice?.kind));
    await tab.signIn();
    for (let turn = 0; turn < 20; turn += 1) await computer.clock.settle();
    expect(kinds).toEqual([undefined, 'encrypting', undefined]);
    expect(saves() - before).toBe(5); // 100, 100, 50 and 2 chunks, and the info
    expect(await computer.everything()).not.toContain(SECRET);
    const read = await tab.archive.read(TECHNICIAN, 's1', 'samples');
    expect(read.ok && read.value.map(({ index }) => index)).toEqual(indexes);
  });

  it('[PRIV-19] if the storage refuses to encrypt saved data, a fault is reported and the next sign-in encrypts it', async () => {
    const computer = createComputer();
    const { archive, refuse } = computer.archive;
    const entry = { userId: TECHNICIAN, sessionId: 's1', info: { id: 's1' } };
    await archive.save({
      ...entry,
      chunks: [{ kind: 'samples', index: 0, data: { text: SECRET } }],
    });
    refuse('full');
    const tab = await computer.openTab();
    await tab.signIn();
    expect(tab.faults).toEqual(['notEncrypted']);
    expect(await computer.everything()).toContain(SECRET);
    await tab.session.logout();
    refuse(undefined);
    await tab.signIn();
    expect(tab.faults).toEqual(['notEncrypted']);
    expect(await computer.everything()).not.toContain(SECRET);
  });

  it('[PRIV-9] a session that is active when the lock is enabled continues, and its data is encrypted at the next sign-in', async () => {
    const { computer } = await signedIn();
    const account = createComputer();
    account.storage.openTab().set('userInfo', computer.storage.kept().get('userInfo') ?? '');
    const running = await account.openTab();
    expect(running.who()).toBe('technician');
    await writeEverywhere(running);
    expect(await readable(running)).toEqual(ALL);
    expect(await account.everything()).toContain(SECRET);
    await running.session.logout();
    await running.signIn();
    expect(await readable(running)).toEqual(ALL.slice(1));
    expect(await account.everything()).not.toContain(SECRET);
  });

  it('[PRIV-10] [PR-03] with a full or refused database the user signs in, and no data is encrypted with a lost key', async () => {
    const computer = createComputer();
    const tab = await computer.openTab();
    computer.keys.refuse('full');
    expect(await tab.signIn()).toMatchObject({ ok: true });
    const write = { table: 'drafts', id: '1', value: { text: SECRET } } as const;
    expect(await tab.rows.write(TECHNICIAN, [write])).toMatchObject({ error: { kind: 'blocked' } });
    const first = tab.vault.storeOf(TECHNICIAN).set('terminalHistory', SECRET);
    expect(first).toMatchObject({ error: { kind: 'blocked' } });
    expect(tab.vault.storeOf(TECHNICIAN).get('terminalHistory')).toBe(SECRET);
    expect(await computer.everything()).not.toContain(SECRET);
    await tab.session.logout();
    computer.keys.refuse(undefined);
    await tab.signIn();
    await writeEverywhere(tab);
    await tab.session.logout();
    computer.rows.refuse('full');
    await tab.signIn();
    expect(await readable(tab)).toEqual(ALL);
  });

  it('[PRIV-11] [PR-10] a stored session without its key starts locked', async () => {
    const { computer, tab } = await signedIn();
    tab.kill();
    const reloaded = await computer.openTab();
    expect(reloaded.who()).toBe('out: none');
    expect(reloaded.lockedToken).toMatch(/./);
    expect(computer.storage.kept().size).toBe(0);
  });
});
