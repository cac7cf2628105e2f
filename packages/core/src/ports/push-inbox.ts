import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** A push notification. Plain text from outside: shown as text, never as markup. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

export type PushError = {
  readonly kind: 'notConfigured' | 'unsupported' | 'permissionRequest' | 'timeout' | 'failed';
  readonly message: string;
};

/** What asking for push gave: the registration's token, if any, and the user's answer. */
export interface PushRegistration {
  readonly permission: 'granted' | 'denied' | 'default';
  /** Empty when the user refused or the service gave none. */
  readonly token: string;
}

/** The push service of this browser. */
export interface PushInbox {
  /**
   * Asks for permission if it was never asked, then for the token. Settles within 10 s even when the platform does
   * not (PU-02), not counting what the user takes to answer. Never throws; not being configured is an error of kind
   * `notConfigured`, not an exception.
   */
  readonly register: () => Promise<Result<PushRegistration, PushError>>;
  /** Forgets the registration on this browser, so that no push of this user arrives after logout (PU-13). */
  readonly unregister: () => Promise<void>;
  /** Messages that arrive while the page is in the foreground. Never errors. */
  readonly messages$: Observable<PushMessage>;
}
