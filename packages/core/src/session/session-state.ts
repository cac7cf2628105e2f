import type { Permissions } from '../access/permissions.ts';
import type { GatewayError } from '../ports/account-gateway.ts';
import type { StoredUser } from './stored-user.ts';

/**
 * Why no user is signed in. `none`: no user was signed in; `inactive`: the server reported the user as inactive;
 * `superseded`: the user signed in elsewhere; `otherTab`: another tab of this browser signed out or changed the user;
 * `damaged`: the stored user info was unusable.
 */
export type SignOutCause = 'none' | 'user' | 'inactive' | 'superseded' | 'otherTab' | 'damaged';

export type SessionState =
  | { readonly kind: 'signedOut'; readonly cause: SignOutCause }
  | { readonly kind: 'signedIn'; readonly user: StoredUser; readonly permissions: Permissions };

/** Why a login failed. `unreachable` is also reported by the notice `callFailed`. */
export type LoginFailure = 'incorrect' | 'deactivated' | 'unreachable';

export type LoginState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly reason: LoginFailure };

/**
 * The content of a modal that is shown until it is acknowledged. `superseded`: "Account Logged in elsewhere";
 * `serverError`: "Error" with the server's text.
 */
export type Attention =
  | { readonly kind: 'superseded' }
  | { readonly kind: 'serverError'; readonly message: string };

/** The server reports an ended session by this message only (specification, section 8). */
const SUPERSEDED = 'token expired';

/** Returns the modal for an error of a signed-in call; undefined if the server did not answer. */
export const toAttention = (error: GatewayError): Attention | undefined => {
  if (error.kind === 'unreachable') return undefined;
  const isSuperseded = error.message.trim().toLowerCase() === SUPERSEDED;
  return isSuperseded ? { kind: 'superseded' } : { kind: 'serverError', message: error.message };
};

/**
 * `signedOut`: no user is signed in, or the session ended meanwhile. `attention`: a modal is open, so no request was
 * sent or a result must be shown.
 */
export type RefreshFailure = { readonly kind: 'unreachable' | 'attention' | 'signedOut' };
