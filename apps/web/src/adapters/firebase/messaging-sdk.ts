import { initializeApp } from 'firebase/app';
import * as messaging from 'firebase/messaging';

/** The project's configuration in the form of the Firebase console. */
export type FirebaseConfig = Readonly<Record<string, string>>;

/** The part of Firebase messaging that the inbox uses, tied to one project. */
export interface MessagingSdk {
  readonly isSupported: () => Promise<boolean>;
  readonly getToken: (options: {
    readonly vapidKey?: string;
    readonly serviceWorkerRegistration: ServiceWorkerRegistration;
  }) => Promise<string>;
  readonly deleteToken: () => Promise<boolean>;
  readonly onMessage: (next: (payload: Partial<messaging.MessagePayload>) => void) => void;
}

export type LoadMessagingSdk = (config: FirebaseConfig) => Promise<MessagingSdk>;

/** Creates the messaging of Firebase. The SDK is large, so this file is loaded when push is first needed. */
export const createMessagingSdk = (config: FirebaseConfig): MessagingSdk => {
  const app = initializeApp({ ...config });
  // Call `isSupported` first: `getMessaging` throws if push is not supported.
  return {
    isSupported: messaging.isSupported,
    getToken: (options) => messaging.getToken(messaging.getMessaging(app), options),
    deleteToken: () => messaging.deleteToken(messaging.getMessaging(app)),
    onMessage: (next) => messaging.onMessage(messaging.getMessaging(app), next),
  };
};
