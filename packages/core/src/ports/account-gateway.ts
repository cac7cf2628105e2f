import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** A user record as the server sent it. Every field may be missing or of another type. */
export type RawUser = Readonly<Record<string, unknown>>;

/**
 * `refused`: the server answered with an error; `message` is the text of its first error.
 * `unreachable`: there was no readable response (network error, timeout, error page of a proxy, malformed body).
 */
export type GatewayError =
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'unreachable';
      readonly message: string;
      /** True if the user signed in without the server. The failure is then not reported again. */
      readonly isKnown?: boolean;
    };

export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

/**
 * The provider's account server.
 *
 * Rules for implementations: every call settles within its timeout; nothing is thrown; a call is retried only if the
 * server may run it twice; the token and the password appear in no log and no error message. The gateway keeps no
 * state: each call receives the token.
 */
export interface AccountGateway {
  /** `loginBot`. Returns the fields of the stored user info. */
  readonly login: (credentials: Credentials) => Promise<Result<RawUser, GatewayError>>;
  /** `storeFcmTokenBatBotWeb`. Saves the push token of this browser for the user. */
  readonly storePushToken: (
    token: string,
    pushToken: string,
  ) => Promise<Result<void, GatewayError>>;
  /** `getUserData`. Returns the current user record. */
  readonly getUserData: (token: string, userId: string) => Promise<Result<RawUser, GatewayError>>;
  /** `getPopOverContent`. Returns the JSON text of the user's popover content. */
  readonly getPopOverContent: (
    token: string,
    userId: string,
  ) => Promise<Result<string, GatewayError>>;
  /**
   * `endSession`. The server invalidates the token. Not every server supports the call, so the caller ignores a
   * failure.
   */
  readonly endSession: (token: string) => Promise<Result<void, GatewayError>>;
  /** Emits the text of the first error of each response that has errors beside usable data (NW-04). Never errors. */
  readonly partial$: Observable<string>;
}
