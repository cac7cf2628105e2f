import type { Account } from '../accounts/account.ts';
import { endSession, findCredentials, renewPasswordHash } from '../accounts/account-store.ts';
import { hashPassword, needsRehash, type PasswordCheck } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { databaseTime, type TimeSource } from '../database/database-time.ts';
import { createLoginGate } from './login-gate.ts';

export interface LoginAttempt {
  readonly user: string;
  readonly pass: string;
  /** The caller's network address. */
  readonly address: string;
}

export type LoginOutcome =
  | { readonly kind: 'open'; readonly token: string; readonly account: Account }
  | { readonly kind: 'wrong'; readonly userId?: string }
  | { readonly kind: 'inactive'; readonly userId: string }
  | { readonly kind: 'tooMany'; readonly retryAfterMs: number; readonly userId?: string }
  | { readonly kind: 'busy' };

export type Login = (attempt: LoginAttempt) => Promise<LoginOutcome>;

/** Maximum number of passwords that are being checked or wait for it. Each check takes 19 MiB and 33 ms. */
const MAX_CHECKS = 32;

/** Normalizes an unknown name, so that its spellings count as one name. */
const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

/**
 * Checks a password and opens a session. A caller cannot distinguish an unknown user from a wrong password, not even by
 * the response time. Only a caller with the right password receives the information that an account is inactive.
 */
export const createLogin = (
  database: Database,
  sessions: SessionStore,
  passwords: PasswordCheck,
  time: TimeSource = databaseTime,
): Login => {
  const gate = createLoginGate(database, time);
  let checks = 0;

  const check = async ({ user, pass, address }: LoginAttempt): Promise<LoginOutcome> => {
    const found = await findCredentials(database, user);
    const userId = found?.account.id;
    const known = userId === undefined ? {} : { userId };
    const retryAfterMs = await gate.enter(
      userId === undefined
        ? { kind: 'unknown', name: foldName(user) }
        : { kind: 'account', id: userId },
      address,
    );
    if (retryAfterMs > 0) return { kind: 'tooMany', retryAfterMs, ...known };
    if (!(await passwords.matches(pass, found?.passwordHash)) || found === undefined) {
      return { kind: 'wrong', ...known };
    }
    const { account, passwordHash } = found;
    await gate.succeeded(account.id, address);
    if (!account.active) return { kind: 'inactive', userId: account.id };
    const token = await sessions.open(account.id);
    // A change of the password ends the sessions that are open then. One that was made during the check ended none.
    const now = await findCredentials(database, user);
    if (now?.passwordHash !== passwordHash && !(await passwords.matches(pass, now?.passwordHash))) {
      await endSession(database, account.id);
      return { kind: 'wrong', ...known };
    }
    if (passwordHash !== undefined && needsRehash(passwordHash)) {
      await renewPasswordHash(database, account.id, passwordHash, await hashPassword(pass));
    }
    return { kind: 'open', token, account };
  };

  return async (attempt) => {
    if (checks >= MAX_CHECKS) return { kind: 'busy' };
    checks += 1;
    try {
      return await check(attempt);
    } finally {
      checks -= 1;
    }
  };
};
