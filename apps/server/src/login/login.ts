import type { Account } from '../accounts/account.ts';
import { findCredentials, replacePasswordHash } from '../accounts/account-store.ts';
import { hashPassword, needsRehash, type PasswordCheck } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { createLoginGate } from './login-gate.ts';

export interface LoginAttempt {
  readonly user: string;
  readonly pass: string;
  /** The caller's network address. */
  readonly address: string;
}

export type LoginOutcome =
  | { readonly kind: 'open'; readonly token: string; readonly account: Account }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'tooMany'; readonly retryAfterMs: number }
  | { readonly kind: 'busy' };

export type Login = (attempt: LoginAttempt) => Promise<LoginOutcome>;

/** Passwords checked or waiting at once; each check takes 19 MiB and 33 ms. */
const MAX_CHECKS = 32;

/**
 * Checks a password and opens a session. An unknown user, a wrong password and the time both take cannot be told
 * apart; that an account is inactive is told only to who knows its password.
 */
export const createLogin = (
  database: Database,
  sessions: SessionStore,
  passwords: PasswordCheck,
  now: () => number,
): Login => {
  const gate = createLoginGate(now);
  let checks = 0;

  const check = async ({ user, pass, address }: LoginAttempt): Promise<LoginOutcome> => {
    const found = await findCredentials(database, user);
    if (!(await passwords.matches(pass, found?.passwordHash)) || found === undefined) {
      return { kind: 'wrong' };
    }
    const { account, passwordHash } = found;
    gate.succeeded(user, address);
    if (!account.active) return { kind: 'inactive' };
    if (needsRehash(passwordHash)) {
      await replacePasswordHash(database, account.id, await hashPassword(pass));
    }
    return { kind: 'open', token: await sessions.open(account.id), account };
  };

  return async (attempt) => {
    if (checks >= MAX_CHECKS) return { kind: 'busy' };
    const retryAfterMs = gate.enter(attempt.user, attempt.address);
    if (retryAfterMs > 0) return { kind: 'tooMany', retryAfterMs };
    checks += 1;
    try {
      return await check(attempt);
    } finally {
      checks -= 1;
    }
  };
};
