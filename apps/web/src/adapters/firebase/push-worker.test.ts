import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

interface FakeClient {
  readonly visibilityState: 'visible' | 'hidden';
  readonly focused: boolean;
  readonly posted: unknown[];
  readonly postMessage: (message: unknown) => void;
  readonly focus: () => Promise<void>;
}

const source = readFileSync(
  new URL('../../../public/firebase-messaging-sw.js', import.meta.url),
  'utf8',
);

const client = (visibilityState: FakeClient['visibilityState'], focused = false): FakeClient => {
  const posted: unknown[] = [];
  return {
    visibilityState,
    focused,
    posted,
    postMessage: (message) => posted.push(message),
    focus: () => {
      posted.push('focus');
      return Promise.resolve();
    },
  };
};

/** Runs the worker's script with doubles of its global scope. */
const startWorker = (clients: readonly FakeClient[]) => {
  const listeners = new Map<string, (event: object) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const scope = {
    clients: {
      matchAll: () => Promise.resolve(clients),
      openWindow: (url: string) => {
        opened.push(url);
        return Promise.resolve();
      },
    },
    registration: {
      showNotification: (title: string, options: object) => {
        shown.push([title, options]);
        return Promise.resolve();
      },
    },
    addEventListener: (kind: string, listener: (event: object) => void) => {
      listeners.set(kind, listener);
    },
  };
  runInNewContext(source, { self: scope });
  const dispatch = async (kind: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(kind)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => {
        work = promise;
      },
    });
    await work;
  };
  const push = (text: string | undefined): Promise<void> =>
    dispatch('push', {
      data: text === undefined ? null : { json: () => JSON.parse(text) as unknown },
    });
  return { push, dispatch, shown, opened, kinds: [...listeners.keys()] };
};

const PAYLOAD = '{"notification":{"title":"<b>T</b>","body":"B"},"fcmMessageId":"1"}';

describe('the script of the push worker', () => {
  test('[PU-09] without a visible window, a notification of plain text is shown', async () => {
    const worker = startWorker([client('hidden')]);
    await worker.push(PAYLOAD);
    expect(worker.shown).toEqual([['<b>T</b>', { body: 'B' }]]);
  });

  test('[PU-11] [MT-06] one of three windows gets the message, the focused one if any', async () => {
    const clients = [client('hidden'), client('visible'), client('visible', true)];
    const worker = startWorker(clients);
    await worker.push(PAYLOAD);
    expect(clients.map(({ posted }) => posted.length)).toEqual([0, 0, 1]);
    expect(clients[2]?.posted[0]).toMatchObject({
      isFirebaseMessaging: true,
      messageType: 'push-received',
      notification: { title: '<b>T</b>', body: 'B' },
    });
    expect(worker.shown).toEqual([]);
  });

  test.each([undefined, '', 'no JSON', 'null', '7', '{"notification":{"title":5}}'])(
    '[PU-12] a push of %j shows a notification',
    async (text) => {
      const worker = startWorker([client('visible')]);
      await worker.push(text);
      expect(worker.shown).toEqual([['New message', { body: '' }]]);
    },
  );

  test('[PU-10] a click focuses the app and opens no address from the message', async () => {
    const click = {
      notification: { close: () => undefined, data: { link: 'javascript:alert(1)' } },
    };
    const noWindows = startWorker([]);
    await noWindows.dispatch('notificationclick', click);
    expect(noWindows.opened).toEqual(['/']);
    const open = client('hidden');
    const somebody = startWorker([open]);
    await somebody.dispatch('notificationclick', click);
    expect(open.posted).toEqual(['focus']);
    expect(somebody.opened).toEqual([]);
  });

  test('[PU-14] the push part of the worker handles push messages and clicks, but no fetch', () => {
    expect(startWorker([]).kinds).toEqual(['push', 'notificationclick']);
    expect(source).not.toMatch(/caches|importScripts/);
  });
});
