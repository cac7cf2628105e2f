import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeAccountGateway } from '../fakes/fake-account-gateway.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { openSignedInTab, openTab } from './session.fixture.ts';
import type { SessionState } from './session-state.ts';
import { createSession } from './session.ts';
import { USER_KEY } from './stored-user.ts';

describe('logout', () => {
  test('[SE-11] logout ends the token on the server without waiting for the answer and without a notice', async () => {
    const tab = await openSignedInTab();
    const release = tab.gateway.hold('endSession');
    await tab.session.logout();
    expect(tab.who()).toBe('out: user');
    expect(tab.gateway.calls().at(-1)).toBe('endSession');
    tab.gateway.failNext('endSession', { kind: 'refused', message: 'Cannot query field' });
    release();
    await tab.settle();
    expect(tab.notified()).toEqual([]);
  });

  test('[SESSION-19] [SA-04] when logout returns, the user is signed out, the storage is empty, and link and push are notified', async () => {
    const tab = await openSignedInTab();
    tab.store.set('terminalCommand1', 'AT');
    const logout = tab.session.logout();
    expect(tab.who()).toBe('out: user');
    expect(tab.storage.kept().size).toBe(0);
    await logout;
    expect(tab.leavings()).toBe(1);
    expect(tab.push.calls()).toEqual(['register', 'unregister']);
    expect(tab.clock.pendingTimers()).toBe(0);
  });

  test('[SA-04] logout works without a server', async () => {
    const tab = await openSignedInTab();
    tab.gateway.setReachable(false);
    await tab.session.logout();
    expect(tab.who()).toBe('out: user');
  });

  test('[SESSION-8] a link that does not disconnect delays the logout by 10 s at most', async () => {
    const tab = openTab();
    const session = createSession({ ...tab, onLeave: () => new Promise(() => undefined) });
    await session.login('technician', 'secret');
    let settled = false;
    void session.logout().then(() => {
      settled = true;
    });
    await tab.clock.advance(9_999);
    expect(settled).toBe(false);
    await tab.clock.advance(1);
    expect(settled).toBe(true);
    expect(tab.clock.pendingTimers()).toBe(0);
  });

  test('[SESSION-9] a link that fails to disconnect does not prevent the logout', async () => {
    const tab = openTab();
    const session = createSession({
      ...tab,
      onLeave: () => {
        throw new Error('broken');
      },
    });
    await session.login('technician', 'secret');
    await session.logout();
    expect(session.state$.value.kind).toBe('signedOut');
  });

  test('[SESSION-10] logout without a signed-in user has no effect', async () => {
    const tab = openTab(createFakeStorage({ terminalCommand1: 'AT' }));
    await tab.session.logout();
    expect(tab.storage.kept().get('terminalCommand1')).toBe('AT');
    expect(tab.push.calls()).toEqual([]);
  });
});

describe('stored user info at the start', () => {
  test.each([
    ['no JSON', '{"token":'],
    ['another type', '[1,2]'],
    ['null', 'null'],
    ['no token', '{"userid":"id","permissionJson":"{}"}'],
    ['a token of another type', '{"token":{},"userid":"id","permissionJson":"{}"}'],
    ['a token no header can carry', '{"token":"a\\nb","userid":"id","permissionJson":"{}"}'],
    ['a borrowed token', '{"__proto__":{"token":"t","userid":"id","permissionJson":"{}"}}'],
  ])(
    '[SA-03] invalid user info (%s) is removed and signs the user out, and other keys stay',
    (_, text) => {
      const tab = openTab(createFakeStorage({ [USER_KEY]: text, terminalCommand1: 'AT' }));
      expect(tab.who()).toBe('out: damaged');
      expect([...tab.storage.kept().keys()]).toEqual(['terminalCommand1']);
    },
  );

  test('[SESSION-11] a user without permissionJson is logged out at once', async () => {
    const text = JSON.stringify({ token: 't', userid: 'id', userName: 'name' });
    const tab = openTab(createFakeStorage({ [USER_KEY]: text, terminalCommand1: 'AT' }));
    expect(tab.who()).toBe('out: damaged');
    expect(tab.storage.kept().size).toBe(0);
    await tab.settle();
    expect(tab.leavings()).toBe(1);
    expect(tab.gateway.calls()).toEqual([]);
  });

  test('[SA-05] a forged flag in storage shows a tab until the server answers', async () => {
    const first = openTab();
    await first.session.login('viewer', 'secret');
    const stored = JSON.parse(first.storage.kept().get(USER_KEY) ?? '') as object;
    const forged = JSON.stringify({ ...stored, permissionJson: '{"uploadCsv":true}' });
    const tab = openTab(createFakeStorage({ [USER_KEY]: forged }), first.gateway);
    expect(tab.session.state$.value).toMatchObject({ permissions: { uploadCsv: true } });
    await tab.session.refresh();
    expect(tab.session.state$.value).toMatchObject({ permissions: { uploadCsv: false } });
  });
});

describe('sessions in several tabs', () => {
  test('[MT-03] a logout in one tab signs out the other tabs at once, and they do not write to storage', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    expect(b.who()).toBe('technician');
    const logout = a.session.logout();
    expect(b.who()).toBe('out: otherTab');
    await logout;
    expect(b.leavings()).toBe(1);
    expect(b.push.calls()).not.toContain('unregister');
    a.store.set('terminalCommand1', 'AT');
    expect(a.storage.kept().size).toBe(1);
  });

  test('[MT-03] when another user signs in in one tab, the other tabs end the old session before they show the new user', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    const seen: string[] = [];
    b.session.state$.subscribe((state: SessionState) => {
      seen.push(state.kind === 'signedIn' ? state.user.userName : state.cause);
    });
    await a.session.login('viewer', 'secret');
    expect(seen).toEqual(['technician', 'otherTab', 'viewer']);
    expect(b.leavings()).toBe(1);
    expect(a.who()).toBe('viewer');
    expect(a.storage.kept().size).toBe(1);
    expect((await b.session.refresh()).ok).toBe(true);
  });

  test('[MT-03] a login in one tab signs in the tabs that show the login page', async () => {
    const a = openTab();
    const b = openTab(a.storage, a.gateway);
    await a.session.login('technician', 'secret');
    expect(b.who()).toBe('technician');
    expect(b.gateway.calls().filter((call) => call === 'login')).toHaveLength(1);
  });

  test('[MT-03] an answer for the old session is not applied to the new user of the tab', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    const release = b.gateway.hold('getUserData');
    const refresh = b.session.refresh();
    await a.session.login('viewer', 'secret');
    release();
    expect(await refresh).toEqual({ ok: false, error: { kind: 'signedOut' } });
    expect(b.who()).toBe('viewer');
  });

  test('[NW-07] a push token that arrives after a logout in another tab is not sent', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    const release = b.push.hold();
    await b.settle();
    expect(b.push.calls()).toEqual(['register']);
    await a.session.logout();
    const before = a.gateway.calls();
    release();
    await b.settle();
    expect(a.gateway.calls()).toEqual(before);
  });

  test('[NW-07] an answer that arrives before the news of a logout in another tab does not begin the session again', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    const session = createSession({ ...b, store: { ...b.store, changes$: NEVER } });
    const release = a.gateway.hold('getUserData');
    const refreshed = session.refresh();
    a.gateway.failNext('endSession', { kind: 'unreachable', message: '' }); // the token stays valid
    await a.session.logout();
    release();
    expect(await refreshed).toEqual({ ok: false, error: { kind: 'signedOut' } });
    expect(a.storage.kept().size).toBe(0);
    expect(a.who()).toBe('out: user');
  });

  test('[SESSION-48] a logout in another tab ends a session on hold when the hold ends, and removes what this tab saved meanwhile', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    const release = b.session.hold();
    await a.session.logout();
    expect(b.who()).toBe('technician');
    expect(b.session.isEndedElsewhere$.value).toBe(true);
    const before = b.gateway.calls();
    expect((await b.session.refresh()).ok).toBe(true);
    expect(b.gateway.calls()).toEqual(before);
    b.store.set('terminalCommand1', 'AT');
    release();
    expect(b.who()).toBe('out: otherTab');
    expect(b.leavings()).toBe(1);
    expect(a.storage.kept().size).toBe(0);
  });

  test('[SESSION-48] a record that was on its way when another tab signed out does not bring a session on hold back', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    b.session.hold();
    const release = b.gateway.hold('getUserData');
    const refreshed = b.session.refresh();
    a.gateway.failNext('endSession', { kind: 'unreachable', message: '' }); // the token stays valid
    await a.session.logout();
    release();
    expect((await refreshed).ok).toBe(true);
    expect(a.storage.kept().size).toBe(0);
  });

  test('[SESSION-48] a session on hold shows the user of another tab when the hold ends, or after its own logout, which does not sign that user out', async () => {
    const a = await openSignedInTab();
    const [b, c] = [openTab(a.storage, a.gateway), openTab(a.storage, a.gateway)];
    const release = b.session.hold();
    c.session.hold();
    await a.session.login('viewer', 'secret');
    expect([b.who(), c.who()]).toEqual(['technician', 'technician']);
    release();
    await c.session.logout();
    expect([a.who(), b.who(), c.who()]).toEqual(['viewer', 'viewer', 'viewer']);
    expect(b.session.isEndedElsewhere$.value).toBe(false);
  });

  test('[SESSION-44] a login that ends after another tab has signed in has no effect, and its token is ended', async () => {
    const gateway = createFakeAccountGateway();
    let release: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    const a = openTab(createFakeStorage(), {
      ...gateway,
      login: (asked) => answered.then(() => gateway.login(asked)),
    });
    const b = openTab(a.storage, gateway);
    const late = a.session.login('technician', 'secret');
    await b.session.login('viewer', 'secret');
    release();
    expect(await late).toEqual({ ok: false, error: { kind: 'taken' } });
    expect([a.who(), b.who(), a.session.loginState$.value.kind]).toEqual([
      'viewer',
      'viewer',
      'idle',
    ]);
    expect(gateway.calls().at(-1)).toBe('endSession');
    expect(a.leavings()).toBe(0);
  });

  test('[SESSION-12] a refresh in one tab reaches the others, and none of them writes in return', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    let heardByA = 0;
    a.store.changes$.subscribe(() => {
      heardByA += 1;
    });
    a.gateway.alter('technician', { permissionJson: '{"terminal":true}' });
    await a.session.refresh();
    expect(b.session.state$.value).toMatchObject({
      permissions: { terminal: true, service: false },
    });
    expect(heardByA).toBe(0);
    expect(b.leavings()).toBe(0);
  });

  test('[MT-04] an invalid stored user from another tab ends the session without an error, other invalid data does not', async () => {
    const a = await openSignedInTab();
    const b = openTab(a.storage, a.gateway);
    a.store.set('terminalCommand1', '{');
    expect(b.who()).toBe('technician');
    a.store.set(USER_KEY, '{"token":7');
    expect(b.who()).toBe('out: otherTab');
  });

  test('[RT-06] a page that is restored after a logout in another tab shows no user', async () => {
    const tab = await openSignedInTab();
    const { session } = tab;
    tab.store.remove(USER_KEY); // a tab is not notified of its own write, as a page in the back/forward cache is not
    expect(tab.who()).toBe('technician');
    session.recheck();
    expect(tab.who()).toBe('out: otherTab');
  });
});
