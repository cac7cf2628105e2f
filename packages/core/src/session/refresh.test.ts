import { describe, expect, test } from 'vitest';
import { permissionsOf } from '../access/permissions.ts';
import { openSignedInTab, openTab } from './session.fixture.ts';

const failure = (kind: string) => ({ ok: false, error: { kind } });

describe('refreshing the user record', () => {
  test('[SESSION-1] a refresh updates permissions and names', async () => {
    const tab = await openSignedInTab();
    tab.gateway.alter('technician', { permissionJson: '{"terminal":true}', subUserCount: '7' });
    expect((await tab.session.refresh()).ok).toBe(true);
    const state = tab.session.state$.value;
    expect(state).toMatchObject({ permissions: permissionsOf('terminal') });
    expect(state).toMatchObject({ user: { subUserCount: 7, token: 'token-1' } });
  });

  test('[SESSION-2] the received record is stored and is there after a reload', async () => {
    const tab = await openSignedInTab();
    tab.gateway.alter('technician', { userName: 'Renamed' });
    await tab.session.refresh();
    expect(openTab(tab.storage, tab.gateway).who()).toBe('Renamed');
  });

  test('[SESSION-3] many simultaneous clicks send one request', async () => {
    const tab = await openSignedInTab();
    await Promise.all([tab.session.refresh(), tab.session.refresh(), tab.session.refresh()]);
    expect(tab.gateway.calls().filter((call) => call === 'getUserData')).toHaveLength(1);
    await tab.session.refresh();
    expect(tab.gateway.calls().filter((call) => call === 'getUserData')).toHaveLength(2);
  });

  test.each([[false], ['false'], [null], [undefined], [1], ['TRUE']])(
    '[SESSION-4] the status %j is not active and ends the session',
    async (status) => {
      const tab = await openSignedInTab();
      tab.gateway.alter('technician', { status });
      expect(await tab.session.refresh()).toEqual(failure('signedOut'));
      expect(tab.who()).toBe('out: inactive');
      expect(tab.storage.kept().size).toBe(0);
      expect(tab.leavings()).toBe(1);
    },
  );

  test('[SESSION-48] a session on hold ends when the hold ends, if the account was not active at its last fetched record', async () => {
    const tab = await openSignedInTab();
    const release = tab.session.hold();
    tab.gateway.alter('technician', { status: false });
    expect((await tab.session.refresh()).ok).toBe(true);
    expect([tab.who(), tab.leavings()]).toEqual(['technician', 0]);
    tab.gateway.alter('technician', { status: true });
    await tab.session.refresh();
    release();
    expect(tab.who()).toBe('technician');
    const releaseAgain = tab.session.hold();
    tab.gateway.alter('technician', { status: false });
    await tab.session.refresh();
    releaseAgain();
    expect(tab.who()).toBe('out: inactive');
    expect(tab.storage.kept().size).toBe(0);
  });

  test('[SESSION-48] a superseded session on hold still opens tabs, and no further request is sent', async () => {
    const tab = await openSignedInTab();
    const release = tab.session.hold();
    tab.gateway.supersede('technician');
    expect((await tab.session.refresh()).ok).toBe(true);
    expect(tab.session.attention$.value).toEqual({ kind: 'superseded' });
    const calls = tab.gateway.calls().length;
    expect((await tab.session.refresh()).ok).toBe(true);
    expect(tab.gateway.calls()).toHaveLength(calls);
    release();
    expect(await tab.session.refresh()).toEqual(failure('attention'));
  });

  test('[SESSION-5] status true and "true" are active', async () => {
    const tab = await openSignedInTab();
    for (const status of [true, 'true']) {
      tab.gateway.alter('technician', { status });
      expect((await tab.session.refresh()).ok).toBe(true);
    }
  });

  test('[SA-02] a superseded session is reported once, and no request is sent until it is acknowledged', async () => {
    const tab = await openSignedInTab();
    tab.gateway.supersede('technician');
    expect(await tab.session.refresh()).toEqual(failure('attention'));
    expect(tab.session.attention$.value).toEqual({ kind: 'superseded' });
    const calls = tab.gateway.calls().length;
    expect(await tab.session.refresh()).toEqual(failure('attention'));
    tab.session.attend({ kind: 'serverError', message: 'also' });
    expect(tab.session.attention$.value).toEqual({ kind: 'superseded' });
    expect(tab.gateway.calls()).toHaveLength(calls);
    expect(tab.who()).toBe('technician');

    await tab.session.acknowledge();
    expect(tab.who()).toBe('out: superseded');
    expect(tab.session.attention$.value).toBeUndefined();
    expect(tab.storage.kept().size).toBe(0);
    expect(tab.leavings()).toBe(1);
    await tab.session.acknowledge();
    expect(tab.leavings()).toBe(1);
  });

  test('[ERR-1] any other error is shown, and after OK the session continues', async () => {
    const tab = await openSignedInTab();
    tab.gateway.failNext('getUserData', { kind: 'refused', message: 'Out of order' });
    expect(await tab.session.refresh()).toEqual(failure('attention'));
    expect(tab.session.attention$.value).toEqual({ kind: 'serverError', message: 'Out of order' });
    await tab.session.acknowledge();
    expect(tab.session.attention$.value).toBeUndefined();
    expect((await tab.session.refresh()).ok).toBe(true);
  });

  test('[CALL-3] without an answer the session continues with the stored record, and a notice is shown', async () => {
    const tab = await openSignedInTab();
    tab.gateway.setReachable(false);
    expect(await tab.session.refresh()).toEqual(failure('unreachable'));
    expect(tab.notified()).toEqual([{ kind: 'callFailed' }]);
    expect(tab.who()).toBe('technician');
  });

  test('[SESSION-43] after a failure a tab waits for two seconds at most, and no second toast is shown', async () => {
    const tab = await openSignedInTab();
    expect(tab.session.contact$.value).toMatchObject({ isReached: true });
    const { lastAt } = tab.session.contact$.value;
    tab.gateway.setReachable(false);
    await tab.session.refresh();
    expect(tab.session.contact$.value).toEqual({ isReached: false, lastAt });
    tab.gateway.setReachable(true);
    const release = tab.gateway.hold('getUserData');
    const second = tab.session.refresh();
    await tab.clock.advance(2_000);
    expect(await second).toEqual(failure('unreachable'));
    expect(tab.notified()).toEqual([{ kind: 'callFailed' }]);
    // The answer that arrives later still applies.
    release();
    await tab.settle();
    expect(tab.session.contact$.value).toEqual({ isReached: true, lastAt: tab.clock.wallNow() });
  });

  test('[SESSION-6] fields that an answer lacks keep their values', async () => {
    const tab = await openSignedInTab();
    const before = tab.session.state$.value;
    tab.gateway.alter('technician', { permissionJson: undefined, email: null, subUserCount: {} });
    expect((await tab.session.refresh()).ok).toBe(true);
    expect(tab.session.state$.value).toEqual(before);
  });

  test('[SESSION-7] an answer can change neither the user id nor the token', async () => {
    const tab = await openSignedInTab();
    tab.gateway.alter('technician', { userid: 'id-root', token: 'stolen' });
    await tab.session.refresh();
    expect(tab.session.state$.value).toMatchObject({
      user: { userid: 'id-technician', token: 'token-1' },
    });
  });

  test('[NW-07] an answer that arrives after logout is ignored', async () => {
    const tab = await openSignedInTab();
    const release = tab.gateway.hold('getUserData');
    const refresh = tab.session.refresh();
    await tab.session.logout();
    release();
    expect(await refresh).toEqual(failure('signedOut'));
    expect(tab.who()).toBe('out: user');
    expect(tab.storage.kept().size).toBe(0);
  });

  test('[NW-07] an answer for the previous user is not applied to the next one', async () => {
    const tab = await openSignedInTab();
    const release = tab.gateway.hold('getUserData');
    const old = tab.session.refresh();
    await tab.session.logout();
    await tab.session.login('viewer', 'secret');
    tab.gateway.alter('technician', { status: false });
    release();
    expect(await old).toEqual(failure('signedOut'));
    expect(tab.who()).toBe('viewer');
    expect((await tab.session.refresh()).ok).toBe(true);
  });

  test('[SA-13] a clock that jumps by years ends no session', async () => {
    const tab = await openSignedInTab();
    tab.clock.jumpWall(5 * 365 * 86_400_000);
    expect((await tab.session.refresh()).ok).toBe(true);
  });

  test('[NW-04] an answer with errors beside its data gives a notice', async () => {
    const tab = await openSignedInTab();
    tab.gateway.tellPartial('clientName is not available');
    expect(tab.notified()).toEqual([
      { kind: 'partialAnswer', message: 'clientName is not available' },
    ]);
  });
});
