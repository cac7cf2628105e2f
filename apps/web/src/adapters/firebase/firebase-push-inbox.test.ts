import { describe, expect, test } from 'vitest';
import type { PushMessage } from '@batbot/core';
import { activeWorker } from './active-worker.ts';
import { setUpPush } from './messaging-double.fixture.ts';

const never = <T>(): Promise<T> => new Promise(() => undefined);
const fail = (name: string) => Promise.reject(Object.assign(new Error(`${name}!`), { name }));
const failure = (kind: string) => ({ ok: false, error: { kind } });

describe('registration for push', () => {
  test("[PUSH-10] [PU-16] registration asks for permission and then gets a token with the app's own worker and key", async () => {
    const { inbox, calls } = setUpPush();
    expect(await inbox.register()).toEqual({
      ok: true,
      value: { permission: 'granted', token: 'fcm-token' },
    });
    expect(calls).toEqual([
      'ask',
      'load demo',
      'worker /firebase-messaging-sw.js /',
      'getToken vapid true',
    ]);
  });

  test('[PUSH-11] without a configuration, the inbox neither asks for permission nor loads the SDK', async () => {
    const { inbox, calls } = setUpPush({ config: undefined });
    expect(await inbox.register()).toMatchObject(failure('notConfigured'));
    await inbox.unregister();
    expect(calls).toEqual([]);
  });

  test.each(['denied', 'default'] as const)(
    '[PU-01] the permission %s gives an empty token and does not load the SDK',
    async (permission) => {
      const { inbox, calls, permissions } = setUpPush();
      permissions.requestPermission = () => Promise.resolve(permission);
      expect(await inbox.register()).toEqual({ ok: true, value: { permission, token: '' } });
      await inbox.unregister();
      expect(calls).toEqual([]);
    },
  );

  test('[PU-01] a user who has denied before is not asked again', async () => {
    const { inbox, calls, permissions } = setUpPush();
    permissions.permission = 'denied';
    expect(await inbox.register()).toMatchObject({ value: { permission: 'denied', token: '' } });
    expect(calls).toEqual([]);
  });

  test('[PUSH-12] a permission request that throws is an error of its own kind', async () => {
    const { inbox, permissions } = setUpPush();
    permissions.requestPermission = () => fail('TypeError');
    expect(await inbox.register()).toMatchObject(failure('permissionRequest'));
  });

  test.each([
    ['the worker never registers', { workers: { register: () => never<never>() } }, {}],
    ['the subscription stays pending', {}, { getToken: () => never<string>() }],
    ['the SDK never loads', { loadSdk: () => never<never>() }, {}],
  ])('[PU-02] [PU-06] registration times out after 10 s if %s', async (_, changes, sdkChanges) => {
    const { inbox, clock } = setUpPush(changes, sdkChanges);
    let outcome: unknown;
    void inbox.register().then((result) => {
      outcome = result;
    });
    await clock.advance(9_999);
    expect(outcome).toBeUndefined();
    await clock.advance(1);
    expect(outcome).toMatchObject(failure('timeout'));
    expect(clock.pendingTimers()).toBe(0);
  });

  test.each([
    ['PU-03', 'AbortError'],
    ['PU-04', 'AbortError'],
    ['PU-05', 'SecurityError'],
    ['PU-05', 'messaging/failed-service-worker-registration'],
  ])('[%s] the error %s is returned and not thrown', async (_, name) => {
    const { inbox, clock } = setUpPush({}, { getToken: () => fail(name) });
    expect(await inbox.register()).toMatchObject(failure('failed'));
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[PU-08] registration reports that push is not supported, and no message listener is set', async () => {
    const noSdk = setUpPush({}, { isSupported: () => Promise.resolve(false) });
    expect(await noSdk.inbox.register()).toMatchObject(failure('unsupported'));
    expect(noSdk.calls).not.toContain('getToken vapid true');
    const noWorkers = setUpPush({ workers: undefined });
    expect(await noWorkers.inbox.register()).toMatchObject(failure('unsupported'));
    const noNotifications = setUpPush({ notifications: undefined });
    expect(await noNotifications.inbox.register()).toMatchObject(failure('unsupported'));
    expect(noNotifications.calls).toEqual([]);
  });

  test('[PUSH-13] an SDK that failed to load is loaded again at the next registration', async () => {
    let attempts = 0;
    const { inbox } = setUpPush({
      loadSdk: () => {
        attempts += 1;
        return fail('ChunkLoadError');
      },
    });
    await inbox.register();
    expect(await inbox.register()).toMatchObject(failure('failed'));
    expect(attempts).toBe(2);
  });

  test('[PU-07] each registration requests the current token', async () => {
    const tokens = ['old', 'new'];
    const { inbox } = setUpPush({}, { getToken: () => Promise.resolve(tokens.shift() ?? '') });
    expect(await inbox.register()).toMatchObject({ value: { token: 'old' } });
    expect(await inbox.register()).toMatchObject({ value: { token: 'new' } });
  });
});

describe('unregistration', () => {
  test('[PU-13] unregistration deletes the token, even if this page never registered', async () => {
    const { inbox, calls, permissions } = setUpPush();
    permissions.permission = 'granted';
    await inbox.unregister();
    expect(calls).toEqual(['load demo', 'deleteToken']);
  });

  test('[PU-13] offline, unregistration neither throws nor waits longer than 10 s', async () => {
    const refused = setUpPush({}, { deleteToken: () => fail('TypeError') });
    refused.permissions.permission = 'granted';
    await refused.inbox.unregister();
    const pending = setUpPush({}, { deleteToken: () => never<boolean>() });
    pending.permissions.permission = 'granted';
    const done = pending.inbox.unregister();
    await pending.clock.advance(10_000);
    await done;
    expect(pending.clock.pendingTimers()).toBe(0);
  });
});

describe('messages', () => {
  test('[PU-09] title and body are plain text of any content; empty messages are dropped', async () => {
    const { inbox, deliver } = setUpPush();
    const seen: PushMessage[] = [];
    inbox.messages$.subscribe((message) => seen.push(message));
    await inbox.register();
    deliver({ notification: { title: '<img src=x>', body: 'b'.repeat(2_000) } });
    deliver({ data: { title: 'from data', body: '' } });
    deliver({});
    deliver({ notification: { title: 7 as unknown as string } });
    expect(seen).toEqual([
      { title: '<img src=x>', body: 'b'.repeat(1_000) },
      { title: 'from data', body: '' },
    ]);
  });
});

describe('the push worker', () => {
  const registrationWith = (worker: EventTarget & { state: string }) => ({
    register: () =>
      Promise.resolve({
        active: null,
        waiting: null,
        installing: worker,
      } as unknown as ServiceWorkerRegistration), // the parts that activeWorker uses
  });
  const workerIn = (state: string) => Object.assign(new EventTarget(), { state });

  test('[PU-06] a registration waits until the worker is active', async () => {
    const worker = workerIn('installing');
    let isActive = false;
    const waiting = activeWorker(registrationWith(worker)).then(() => {
      isActive = true;
    });
    worker.state = 'activating';
    worker.dispatchEvent(new Event('statechange'));
    await Promise.resolve();
    expect(isActive).toBe(false);
    worker.state = 'activated';
    worker.dispatchEvent(new Event('statechange'));
    await waiting;
  });

  test('[PU-06] a worker that becomes redundant is an error', async () => {
    const worker = workerIn('redundant');
    await expect(activeWorker(registrationWith(worker))).rejects.toThrow('not activated');
  });
});
