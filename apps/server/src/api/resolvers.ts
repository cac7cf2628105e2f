import type { Account } from '../accounts/account.ts';
import { readPopoverContent } from '../accounts/account-store.ts';
import { toPermissionJson } from '../accounts/permission-flags.ts';
import type { Database } from '../database/database.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { PasswordSetter } from '../login/set-password.ts';
import type { Login, LoginOutcome } from '../login/login.ts';
import type { PushSender } from '../push/push-sender.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import * as errors from './api-errors.ts';
import { createAuthenticate, readToken } from './authenticate.ts';
import type { ReportEvent, SecurityEvent } from '../security-event.ts';
import type { Caller } from './caller.ts';

export interface ApiServices {
  readonly database: Database;
  readonly sessions: SessionStore;
  readonly login: Login;
  readonly report: ReportEvent;
  readonly passwordSetter: PasswordSetter;
  /** Undefined if this server stores no pieces. */
  readonly blobs: Blobs | undefined;
  /** Undefined if this server sends no push messages. */
  readonly push: PushSender | undefined;
}

const BUSY_RETRY_MS = 1_000;
/**
 * Maximum size of a push token in bytes. Firebase's tokens have about 200 characters; PostgreSQL's index accepts 2,704
 * bytes.
 */
const PUSH_TOKEN_BYTES = 1_024;

/** Returns the API's user record of an account: fields of the same name, and two that have another name in the API. */
const toProfile = ({ active, flags, ...same }: Account) => ({
  ...same,
  status: active,
  permissionJson: toPermissionJson(flags),
});

const OUTCOMES = {
  open: 'ok',
  wrong: 'wrong',
  inactive: 'inactive',
  tooMany: 'throttled',
  busy: 'busy',
} as const;

const toEvent = (outcome: LoginOutcome, address: string): SecurityEvent => {
  const userId =
    outcome.kind === 'open' ? outcome.account.id : 'userId' in outcome ? outcome.userId : undefined;
  const known = userId === undefined ? {} : { userId };
  return { event: 'login', outcome: OUTCOMES[outcome.kind], ...known, address };
};

/** The resolvers of schema.graphql. Each resolver except loginBot checks the caller's session itself. */
export const createResolvers = ({ database, sessions, login, report }: ApiServices) => {
  const authenticate = createAuthenticate({ sessions, report });
  const authenticateAs = async (caller: Caller, userId: string): Promise<Account> => {
    const { account } = await authenticate(caller);
    if (account.id !== userId) {
      report({ event: 'accessRefused', userId: account.id, address: caller.address });
      throw errors.notPermitted();
    }
    return account;
  };

  const loginBot = async (
    _root: unknown,
    { user, pass }: { readonly user: string; readonly pass: string },
    { address, method }: Caller,
  ) => {
    if (method !== 'POST') throw errors.postOnly();
    const outcome = await login({ user, pass, address });
    report(toEvent(outcome, address));
    switch (outcome.kind) {
      case 'open':
        return {
          ...toProfile(outcome.account),
          token: outcome.token,
          userid: outcome.account.id,
        };
      case 'wrong':
        throw errors.wrongCredentials();
      case 'inactive':
        throw errors.userDeactivated();
      case 'tooMany':
        throw errors.tooManyAttempts(outcome.retryAfterMs);
      case 'busy':
        throw errors.unavailable(BUSY_RETRY_MS);
    }
  };

  return {
    Query: {
      loginBot,
      getUserData: async (
        _root: unknown,
        { userId }: { readonly userId: string },
        caller: Caller,
      ) => toProfile(await authenticateAs(caller, userId)),
      getPopOverContent: async (
        _root: unknown,
        { userId }: { readonly userId: string },
        caller: Caller,
      ) => {
        const account = await authenticateAs(caller, userId);
        if (!account.active) throw errors.userDeactivated();
        return { popOverContent: JSON.stringify(await readPopoverContent(database, account.id)) };
      },
    },
    Mutation: {
      storeFcmTokenBatBotWeb: async (
        _root: unknown,
        { token: pushToken }: { readonly token: string },
        caller: Caller,
      ) => {
        const { token, account } = await authenticate(caller);
        if (!account.active) throw errors.userDeactivated();
        if (Buffer.byteLength(pushToken) > PUSH_TOKEN_BYTES) {
          throw errors.tooLong('token', PUSH_TOKEN_BYTES);
        }
        await sessions.storePushToken(token, pushToken);
        return { state: true };
      },
      endSession: async (_root: unknown, _arguments: unknown, caller: Caller) => {
        const token = readToken(caller.authorization);
        const userId = token === '' ? undefined : await sessions.end(token);
        if (userId !== undefined)
          report({ event: 'sessionEnded', userId, address: caller.address });
        return { state: userId !== undefined };
      },
    },
  };
};
