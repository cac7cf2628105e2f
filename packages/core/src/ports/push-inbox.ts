import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** A push notification. Its texts come from outside and are shown as plain text, never as markup. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

export type PushError = {
  readonly kind: 'notConfigured' | 'unsupported' | 'permissionRequest' | 'timeout' | 'failed';
  readonly message: string;
};

/** The result of a registration for push: the permission that the user gave, and the token. */
export interface PushRegistration {
  readonly permission: 'granted' | 'denied' | 'default';
  /** The registration's token; empty if the user refused or the service returned none. */
  readonly token: string;
}

/** The push service of this browser. */
export interface PushInbox {
  /**
   * Asks for permission if it was never asked, then gets the token. Settles within 10 s even if the platform does not
   * (PU-02), not counting the time in which the user answers. Never throws; a missing configuration is an error of kind
   * `notConfigured`.
   */
  readonly register: () => Promise<Result<PushRegistration, PushError>>;
  /** Deletes the registration on this browser, so that no push message of this user arrives after logout (PU-13). */
  readonly unregister: () => Promise<void>;
  /** Emits the messages that arrive while the page is in the foreground. Never errors. */
  readonly messages$: Observable<PushMessage>;
}
