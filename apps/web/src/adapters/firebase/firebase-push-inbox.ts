import { Subject } from 'rxjs';
import {
  err,
  ok,
  withTimeout,
  type Clock,
  type PushError,
  type PushInbox,
  type PushMessage,
  type PushRegistration,
  type Result,
} from '@batbot/core';
import type { WorkerContainer } from './active-worker.ts';
import type { FirebaseConfig, LoadMessagingSdk, MessagingSdk } from './messaging-sdk.ts';

/** The part of `Notification` that this adapter uses. */
export interface NotificationPermissions {
  readonly permission: NotificationPermission;
  readonly requestPermission: () => Promise<NotificationPermission>;
}

export interface FirebasePushInboxParts {
  /** Undefined if push is not configured. The inbox then neither asks for permission nor loads the SDK. */
  readonly config: FirebaseConfig | undefined;
  readonly vapidKey: string | undefined;
  readonly loadSdk: LoadMessagingSdk;
  /** Undefined if the platform has no notifications. */
  readonly notifications: NotificationPermissions | undefined;
  readonly workers: WorkerContainer | undefined;
  readonly clock: Clock;
}

/** Timeout of calls. `pushManager.subscribe` may stay pending forever while offline (PU-02). */
const TIME_LIMIT_MS = 10_000;

const failed = (kind: PushError['kind'], message: string): Result<never, PushError> =>
  err({ kind, message });

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

const toPushError = (thrown: unknown): Result<never, PushError> => {
  const name = thrown instanceof Error ? thrown.name : '';
  // Chromium rejects in this way in a private window (PU-03) and if the push service refuses (PU-04).
  return name === 'AbortError'
    ? failed('failed', 'Push is not available, perhaps because this is a private window.')
    : failed('failed', messageOf(thrown));
};

/** Receives push messages of Firebase Cloud Messaging. The SDK is loaded at the first registration. */
export const createFirebasePushInbox = (parts: FirebasePushInboxParts): PushInbox => {
  const { config, vapidKey, notifications, workers, clock } = parts;
  const messages = new Subject<PushMessage>();
  let loading: Promise<MessagingSdk> | undefined;

  const load = async (wanted: FirebaseConfig): Promise<MessagingSdk> => {
    const [sdk, { toPushMessage }] = await Promise.all([
      parts.loadSdk(wanted),
      import('./push-message.ts'),
    ]);
    if (await sdk.isSupported()) {
      sdk.onMessage((payload) => {
        const message = toPushMessage(payload);
        if (message !== undefined) messages.next(message);
      });
    }
    return sdk;
  };

  const sdkFor = (wanted: FirebaseConfig): Promise<MessagingSdk> => {
    loading ??= load(wanted).catch((thrown: unknown) => {
      loading = undefined; // the next registration tries again
      throw thrown;
    });
    return loading;
  };

  const subscribe = async (
    wanted: FirebaseConfig,
    container: WorkerContainer,
  ): Promise<Result<PushRegistration, PushError>> => {
    const sdk = await sdkFor(wanted);
    if (!(await sdk.isSupported())) return failed('unsupported', 'Push is not supported here.');
    const { activeWorker } = await import('./active-worker.ts');
    const serviceWorkerRegistration = await activeWorker(container);
    const token = await sdk.getToken({
      serviceWorkerRegistration,
      ...(vapidKey === undefined ? {} : { vapidKey }),
    });
    return ok({ permission: 'granted', token });
  };

  return {
    register: async () => {
      if (config === undefined) return failed('notConfigured', 'Push is not configured.');
      if (notifications === undefined || workers === undefined) {
        return failed('unsupported', 'Push is not supported here.');
      }
      let permission = notifications.permission;
      try {
        if (permission === 'default') permission = await notifications.requestPermission();
      } catch (thrown) {
        return failed('permissionRequest', messageOf(thrown));
      }
      if (permission !== 'granted') return ok({ permission, token: '' });
      try {
        const late = failed('timeout', 'The push service did not answer within 10 s.');
        return await withTimeout(subscribe(config, workers), clock, TIME_LIMIT_MS, late);
      } catch (thrown) {
        return toPushError(thrown);
      }
    },
    unregister: async () => {
      // Without the permission there is no registration to delete.
      if (config === undefined || notifications?.permission !== 'granted') return;
      try {
        const forget = async (): Promise<unknown> => {
          const sdk = await sdkFor(config);
          return (await sdk.isSupported()) && sdk.deleteToken();
        };
        await withTimeout(forget(), clock, TIME_LIMIT_MS, undefined);
      } catch {
        // The device is offline. The push service discards the token at its next failed delivery, and the server sends
        // nothing to an ended session.
      }
    },
    messages$: messages.asObservable(),
  };
};
