import type { Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';

/** A user's record as the server sent it: every field may be missing or of another type. */
export type RawUser = Readonly<Record<string, unknown>>;

/**
 * `refused`: the server answered with an error of its own; `message` is its first error's text.
 * `unreachable`: no answer that could be understood (network, time-out, a proxy's page, a malformed body).
 */
export type GatewayError =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string };

export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

/**
 * The provider's account server.
 *
 * Obligations: every call settles within its time-out; nothing is thrown; nothing is retried that could be done
 * twice; the token and the password appear in no log and no error message. The gateway keeps no state: the token
 * is passed to each call.
 */
export interface AccountGateway {
  /** `loginBot`: the fields of the stored user info. */
  readonly login: (credentials: Credentials) => Promise<Result<RawUser, GatewayError>>;
  /** `storeFcmTokenBatBotWeb`. */
  readonly storePushToken: (
    token: string,
    pushToken: string,
  ) => Promise<Result<void, GatewayError>>;
  /** `getUserData`. */
  readonly getUserData: (token: string, userId: string) => Promise<Result<RawUser, GatewayError>>;
  /** `getPopOverContent`: the JSON text of the user's popover content. */
  readonly getPopOverContent: (
    token: string,
    userId: string,
  ) => Promise<Result<string, GatewayError>>;
  /** `endSession`: the server forgets the token. Not every server offers it; the caller ignores a failure. */
  readonly endSession: (token: string) => Promise<Result<void, GatewayError>>;
  /** Answers that came with errors beside usable data (NW-04): the first error's text. Never errors. */
  readonly partial$: Observable<string>;
}
