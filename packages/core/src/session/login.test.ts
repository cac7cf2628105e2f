import { describe, expect, test } from 'vitest';
import { PERMISSION_FLAGS, permissionsOf } from '../access/permissions.ts';
import { openSignedInTab, openTab } from './session.fixture.ts';
import { createSession } from './session.ts';
import { USER_KEY } from './stored-user.ts';

describe('login', () => {
  test('[LOGIN-1] [LOGIN-13] a login signs in, saves the user info with its fifteen fields under one key and sends the push token', async () => {
    const tab = openTab();
    expect(await tab.session.login('technician', 'secret')).toEqual({ ok: true, value: undefined });
    await tab.settle();
    const state = tab.session.state$.value;
    expect(state.kind === 'signedIn' && state.permissions).toEqual(
      permissionsOf(...PERMISSION_FLAGS),
    );
    expect([...tab.storage.kept().keys()]).toEqual([USER_KEY]);
    const stored = JSON.parse(tab.storage.kept().get(USER_KEY) ?? '') as Record<string, unknown>;
    const fields =
      'clientId clientName companyName creatorId email permission permissionJson phoneNumber profilePermission status subUserCount token userLevel userName userid';
    expect(new Set(Object.keys(stored))).toEqual(new Set(fields.split(' ')));
    expect(tab.gateway.calls()).toEqual(['login', 'storePushToken']);
    expect(tab.gateway.pushTokens()).toEqual(['push-token-1']);
    expect(tab.session.loginState$.value).toEqual({ kind: 'idle' });
  });

  test('[SA-11] two simultaneous submits send one request', async () => {
    const tab = openTab();
    const release = tab.gateway.hold('login');
    const first = tab.session.login('technician', 'secret');
    const second = tab.session.login('technician', 'secret');
    expect(tab.session.loginState$.value).toEqual({ kind: 'running' });
    release();
    expect([await first, await second].every((outcome) => outcome.ok)).toBe(true);
    expect(tab.gateway.calls().filter((call) => call === 'login')).toHaveLength(1);
  });

  test('[LOGIN-2] wrong credentials, any other refusal and a missing answer are three different failures', async () => {
    const tab = openTab();
    const reasonAfterLogin = async (pass: string) => {
      await tab.session.login('technician', pass);
      return tab.session.loginState$.value;
    };
    expect(await reasonAfterLogin('wrong')).toEqual({ kind: 'failed', reason: 'incorrect' });
    tab.gateway.failNext('login', { kind: 'refused', message: 'whatever' });
    expect(await reasonAfterLogin('secret')).toEqual({ kind: 'failed', reason: 'deactivated' });
    expect(tab.notified()).toEqual([]);
    tab.gateway.setReachable(false);
    expect(await reasonAfterLogin('secret')).toEqual({ kind: 'failed', reason: 'unreachable' });
    expect(tab.notified()).toEqual([{ kind: 'callFailed' }]);
    expect(tab.who()).toBe('out: none');
  });

  test('[LOGIN-3] clicking a field clears the failure and nothing else', async () => {
    const tab = openTab();
    await tab.session.login('technician', 'wrong');
    tab.session.clearFailure();
    expect(tab.session.loginState$.value).toEqual({ kind: 'idle' });
    const release = tab.gateway.hold('login');
    const login = tab.session.login('technician', 'secret');
    tab.session.clearFailure();
    expect(tab.session.loginState$.value).toEqual({ kind: 'running' });
    release();
    await login;
  });

  test('[LOGIN-4] with an empty field nothing is sent, and the form stays usable', async () => {
    const tab = openTab();
    for (const [user, pass] of [
      ['', 'secret'],
      ['technician', ''],
    ] as const) {
      expect(await tab.session.login(user, pass)).toEqual({ ok: false, error: { kind: 'empty' } });
    }
    expect(tab.gateway.calls()).toEqual([]);
    expect(tab.session.loginState$.value).toEqual({ kind: 'idle' });
  });

  test.each([
    ['token', { token: '' }],
    ['user id', { userid: null }],
    ['permissions', { permissionJson: null }],
  ])('[LOGIN-5] an answer without %s does not start a session', async (_, fields) => {
    const tab = openTab();
    const login = tab.gateway.login;
    const session = openTab(undefined, {
      ...tab.gateway,
      login: async (credentials) => {
        const answer = await login(credentials);
        return answer.ok ? { ok: true, value: { ...answer.value, ...fields } } : answer;
      },
    });
    await session.session.login('technician', 'secret');
    expect(session.who()).toBe('out: none');
    expect(session.notified()).toEqual([{ kind: 'callFailed' }]);
  });

  test('[LOGIN-6] permissions that are not a JSON object count as no permissions, and a notice is shown', async () => {
    const tab = openTab();
    tab.gateway.alter('technician', { permissionJson: '{"terminal":tru' });
    await tab.session.login('technician', 'secret');
    const state = tab.session.state$.value;
    expect(state.kind === 'signedIn' && state.permissions).toEqual(permissionsOf());
    expect(tab.notified()).toEqual([{ kind: 'permissionsUnreadable' }]);
  });

  test('[SA-12] if the storage refuses, one notice is shown and the session stays in memory', async () => {
    const tab = openTab();
    tab.storage.refuse('full');
    await tab.session.login('technician', 'secret');
    expect(tab.who()).toBe('technician');
    expect(tab.notified()).toEqual([{ kind: 'storageFull' }]);
    tab.gateway.alter('technician', { companyName: 'Another' });
    expect((await tab.session.refresh()).ok).toBe(true);
    expect(tab.notified()).toHaveLength(1);
  });
});

describe('push registration', () => {
  test('[PUSH-1] push is registered at the start of the app only if a user is signed in', async () => {
    const first = await openSignedInTab();
    const second = openTab(first.storage, first.gateway);
    await second.settle();
    expect(second.who()).toBe('technician');
    expect(second.push.calls()).toEqual(['register']);
    expect(second.gateway.calls()).toEqual(['login', 'storePushToken', 'storePushToken']);
    const visitor = openTab();
    await visitor.settle();
    expect(visitor.push.calls()).toEqual([]);
  });

  test('[PUSH-2] [PUSH-15] [PU-01] a denied permission is reported with an empty token, at login and when the app starts, without a notice', async () => {
    const tab = openTab();
    const denied = { ok: true, value: { permission: 'denied', token: '' } } as const;
    tab.push.answer(denied);
    await tab.session.login('technician', 'secret');
    await tab.settle();
    expect(tab.gateway.pushTokens()).toEqual(['']);
    const store = tab.storage.openTab();
    const { gateway, push, clock, log, notices } = tab;
    createSession({ gateway, store, push, clock, log, notices, onLeave: () => Promise.resolve() });
    await tab.settle();
    expect(tab.gateway.pushTokens()).toEqual(['', '']);
    expect(tab.notified()).toEqual([]);
  });

  test('[PUSH-3] a failed permission request is logged and has no other effect', async () => {
    const tab = openTab();
    tab.push.answer({ ok: false, error: { kind: 'permissionRequest', message: 'no' } });
    await tab.session.login('technician', 'secret');
    await tab.settle();
    expect(tab.log.entries()).toEqual([{ event: 'push.permissionRequest', detail: 'no' }]);
    expect(tab.notified()).toEqual([]);
    expect(tab.gateway.calls()).toEqual(['login']);
  });

  test('[PUSH-4] a push service that is not configured is not logged', async () => {
    const tab = openTab();
    tab.push.answer({ ok: false, error: { kind: 'notConfigured', message: '' } });
    await tab.session.login('technician', 'secret');
    await tab.settle();
    expect(tab.log.entries()).toEqual([]);
  });

  test('[PU-02] a push registration that does not settle blocks neither the login nor the refresh of the user record', async () => {
    const tab = openTab();
    tab.push.hold();
    expect((await tab.session.login('technician', 'secret')).ok).toBe(true);
    expect((await tab.session.refresh()).ok).toBe(true);
  });

  test('[PU-13] after a logout during the registration, the token is not reported and push is unregistered', async () => {
    const tab = openTab();
    const release = tab.push.hold();
    await tab.session.login('technician', 'secret');
    await tab.settle();
    const logout = tab.session.logout();
    expect(tab.who()).toBe('out: user');
    release();
    await logout;
    expect(tab.push.calls()).toEqual(['register', 'unregister']);
    expect(tab.gateway.pushTokens()).toEqual([]);
  });

  test('[PUSH-5] a push message becomes a notice while a user is signed in', async () => {
    const tab = openTab();
    tab.push.deliver({ title: 'early', body: '' });
    await tab.session.login('technician', 'secret');
    tab.push.deliver({ title: '<b>Title</b>', body: 'Body' });
    expect(tab.notified()).toEqual([{ kind: 'pushMessage', title: '<b>Title</b>', body: 'Body' }]);
  });
});
