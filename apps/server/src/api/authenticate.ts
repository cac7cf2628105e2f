import type { Account } from '../accounts/account.ts';
import type { ReportEvent } from '../security-event.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { tokenExpired, userDeactivated } from './api-errors.ts';
import type { Caller } from './caller.ts';

/** Reads the session token. The specification sends it bare; the prefix "Bearer" is accepted too. */
export const readToken = (authorization: string | undefined): string =>
  (authorization ?? '').replace(/^Bearer +/i, '').trim();

type Parts = { readonly sessions: SessionStore; readonly report: ReportEvent };

/** Finds the caller's session, also that of an inactive account. Rejects with "Token Expired". */
export const createAuthenticate =
  ({ sessions, report }: Parts) =>
  async ({ authorization, address }: Omit<Caller, 'method'>) => {
    const token = readToken(authorization);
    const account = token === '' ? undefined : await sessions.find(token);
    if (account === undefined) {
      report({ event: 'tokenRefused', address });
      throw tokenExpired();
    }
    return { token, account };
  };

/** Finds the caller's session. Rejects with "Token Expired", or with "User Deactivated" for an inactive account. */
export const createAuthenticateActive = (parts: Parts) => {
  const authenticate = createAuthenticate(parts);
  return async (caller: Omit<Caller, 'method'>): Promise<Account> => {
    const { account } = await authenticate(caller);
    if (!account.active) throw userDeactivated();
    return account;
  };
};
