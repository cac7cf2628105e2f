import { initializeApp } from 'firebase/app';
import * as messaging from 'firebase/messaging';

/** The project's configuration as Firebase's console shows it. */
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

/** Messaging of Firebase. The SDK is large: load this file when push is first needed. */
export const createMessagingSdk = (config: FirebaseConfig): MessagingSdk => {
  const app = initializeApp({ ...config });
  // getMessaging throws where push is not supported, so it waits until isSupported was asked.
  return {
    isSupported: messaging.isSupported,
    getToken: (options) => messaging.getToken(messaging.getMessaging(app), options),
    deleteToken: () => messaging.deleteToken(messaging.getMessaging(app)),
    onMessage: (next) => {
      messaging.onMessage(messaging.getMessaging(app), next);
    },
  };
};
