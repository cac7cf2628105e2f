import { createFakeClock } from '@batbot/core/fakes';
import type { MessagePayload } from 'firebase/messaging';
import {
  createFirebasePushInbox,
  type FirebasePushInboxParts,
  type NotificationPermissions,
} from './firebase-push-inbox.ts';
import type { MessagingSdk } from './messaging-sdk.ts';

const ACTIVE = {
  active: {},
  installing: null,
  waiting: null,
} as unknown as ServiceWorkerRegistration; // the part that the inbox uses

/** Sets up a browser with push. By default the user grants the permission and the service answers. */
export const setUpPush = (
  changes: Partial<FirebasePushInboxParts> = {},
  sdkChanges: Partial<MessagingSdk> = {},
) => {
  const clock = createFakeClock();
  const calls: string[] = [];
  let deliver: ((payload: Partial<MessagePayload>) => void) | undefined;
  const permissions: {
    permission: NotificationPermission;
    requestPermission: NotificationPermissions['requestPermission'];
  } = {
    permission: 'default',
    requestPermission: () => {
      calls.push('ask');
      permissions.permission = 'granted';
      return Promise.resolve('granted');
    },
  };
  const sdk: MessagingSdk = {
    isSupported: () => Promise.resolve(true),
    getToken: ({ vapidKey, serviceWorkerRegistration }) => {
      calls.push(`getToken ${vapidKey ?? ''} ${String(serviceWorkerRegistration === ACTIVE)}`);
      return Promise.resolve('fcm-token');
    },
    deleteToken: () => {
      calls.push('deleteToken');
      return Promise.resolve(true);
    },
    onMessage: (next) => {
      deliver = next;
    },
    ...sdkChanges,
  };
  const inbox = createFirebasePushInbox({
    config: { projectId: 'demo' },
    vapidKey: 'vapid',
    loadSdk: (config) => {
      calls.push(`load ${config['projectId'] ?? ''}`);
      return Promise.resolve(sdk);
    },
    notifications: permissions,
    workers: {
      register: (url, { scope }) => {
        calls.push(`worker ${url} ${scope}`);
        return Promise.resolve(ACTIVE);
      },
    },
    clock,
    ...changes,
  });
  return {
    inbox,
    clock,
    calls,
    permissions,
    deliver: (payload: Partial<MessagePayload>) => deliver?.(payload),
  };
};
