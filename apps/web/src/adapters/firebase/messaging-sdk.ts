import type { MessagePayload } from 'firebase/messaging';

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
  readonly onMessage: (next: (payload: Partial<MessagePayload>) => void) => void;
}

export type LoadMessagingSdk = (config: FirebaseConfig) => Promise<MessagingSdk>;

/** Loads the SDK when push is first needed: it is a chunk of its own. */
export const loadMessagingSdk: LoadMessagingSdk = async (config) => {
  const [{ initializeApp }, messaging] = await Promise.all([
    import('firebase/app'),
    import('firebase/messaging'),
  ]);
  const app = initializeApp({ ...config });
  // getMessaging throws where push is not supported, so it waits until somebody has asked.
  return {
    isSupported: messaging.isSupported,
    getToken: (options) => messaging.getToken(messaging.getMessaging(app), options),
    deleteToken: () => messaging.deleteToken(messaging.getMessaging(app)),
    onMessage: (next) => {
      messaging.onMessage(messaging.getMessaging(app), next);
    },
  };
};
