import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import {
  findCredentials,
  removeDeadLinks,
  replacePasswordHash,
} from '../accounts/account-store.ts';
import { weaknessOf } from '../accounts/password-rules.ts';
import { hashPassword, type PasswordCheck } from '../accounts/passwords.ts';
import { lockAccountTree } from '../database/account-tree.ts';
import type { Database, Queryable } from '../database/database.ts';
import { databaseTime, type TimeSource } from '../database/database-time.ts';
import { hashOf } from '../hash.ts';
import { errorCode } from '../problem.ts';
import type { ReportEvent } from '../security-event.ts';
import { newId } from '../workspace/new-id.ts';
import { accountName } from '../workspace/values.ts';
import { addressPolicy, callerKey, createLoginGate } from './login-gate.ts';
import { createRateLimit } from './rate-limit.ts';

export type PasswordOutcome =
  | { readonly kind: 'set'; readonly userName: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'tooMany'; readonly retryAfterMs: number }
  | {
      readonly kind: 'refused';
      readonly code: 'WRONG_PASSWORD' | 'LINK_INVALID' | 'WEAK' | 'NAME_INVALID' | 'NAME_TAKEN';
      readonly reason?: string;
    };

/** Maximum number of passwords that are being hashed or wait for it. Each hash takes 19 MiB and 33 ms. */
const MAX_HASHES = 16;

const store = async (
  inside: Queryable,
  account: Pick<Account, 'id' | 'userName'>,
  passwordHash: string,
  kind: 'changePassword' | 'acceptInvitation',
  body: object = {},
): Promise<void> => {
  await replacePasswordHash(inside, account.id, passwordHash);
  await inside.query(
    `insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, body)
     select $1, now(), id, user_name, path, 'ACCOUNT', $3, id, $4::jsonb from users where id = $2`,
    [newId(), account.id, kind, JSON.stringify(body)],
  );
};

export const createPasswordSetter = (
  database: Database,
  passwords: PasswordCheck,
  report: ReportEvent,
  time: TimeSource = databaseTime,
) => {
  const gate = createLoginGate(database, time);
  const limit = createRateLimit(database, time);
  let hashing = 0;

  const limited = async (work: () => Promise<PasswordOutcome>): Promise<PasswordOutcome> => {
    if (hashing >= MAX_HASHES) return { kind: 'busy' };
    hashing += 1;
    try {
      return await work();
    } finally {
      hashing -= 1;
    }
  };

  const weak = (password: string, account: Pick<Account, 'userName' | 'email' | 'companyName'>) => {
    const { userName, email, companyName } = account;
    const reason = weaknessOf(password, [userName, email, companyName]);
    return reason === undefined ? undefined : ({ kind: 'refused', code: 'WEAK', reason } as const);
  };

  const change = async (
    account: Account,
    {
      current,
      next,
      address,
    }: { readonly current: string; readonly next: string; readonly address: string },
  ): Promise<PasswordOutcome> => {
    const refusal = weak(next, account);
    if (refusal !== undefined) return refusal;
    const retryAfterMs = await gate.enter({ kind: 'account', id: account.id }, address);
    if (retryAfterMs > 0) return { kind: 'tooMany', retryAfterMs };
    const found = await findCredentials(database, account.userName);
    if (!(await passwords.matches(current, found?.passwordHash)))
      return { kind: 'refused', code: 'WRONG_PASSWORD' };
    await gate.succeeded(account.id, address);
    const passwordHash = await hashPassword(next);
    const isChanged = await database.transaction(async (inside) => {
      await lockAccountTree(inside);
      // Another change may have set another password during the check. Its owner may have done so to exclude this caller.
      const [still] = await inside.query(
        'select 1 from users where id = $1 and password_hash = $2 for update',
        [account.id, found?.passwordHash ?? null],
      );
      if (still === undefined) return false;
      await store(inside, account, passwordHash, 'changePassword');
      return true;
    });
    if (!isChanged) return { kind: 'refused', code: 'WRONG_PASSWORD' };
    report({ event: 'accountChanged', change: 'password', userId: account.id });
    return { kind: 'set', userName: account.userName };
  };

  const accept = async ({
    token,
    password,
    userName,
    address,
  }: {
    readonly token: string;
    readonly password: string;
    readonly userName?: string | null;
    readonly address: string;
  }): Promise<PasswordOutcome> => {
    const key = `invitation ${callerKey(address)}`;
    const retryAfterMs = await limit.take(key, addressPolicy);
    if (retryAfterMs > 0) return { kind: 'tooMany', retryAfterMs };
    const find = (inside: Queryable, lock = '') =>
      inside.query<Pick<Account, 'id' | 'userName' | 'email' | 'companyName'>>(
        `select u.id, u.user_name as "userName", u.email, u.company_name as "companyName"
         from invitations i join users u on u.id = i.user_id
         where i.token_hash = $1 and i.expires_at > now() ${lock}`,
        [hashOf(token)],
      );
    await removeDeadLinks(database);
    const [invited] = await find(database);
    if (invited === undefined) return { kind: 'refused', code: 'LINK_INVALID' };
    const name = v.safeParse(accountName, userName ?? invited.userName);
    if (!name.success) return { kind: 'refused', code: 'NAME_INVALID' };
    const next = { ...invited, userName: name.output };
    const refusal = weak(password, next);
    if (refusal !== undefined) return refusal;
    const passwordHash = await hashPassword(password);
    const set = database.transaction(async (inside): Promise<PasswordOutcome> => {
      await lockAccountTree(inside);
      // if one link is used twice at the same time, only one of the uses finds it
      const [still] = await find(inside, 'for update of i');
      if (still === undefined) return { kind: 'refused', code: 'LINK_INVALID' };
      const isRenamed = still.userName !== next.userName;
      if (isRenamed) {
        await inside.query('update users set user_name = $2, version = version + 1 where id = $1', [
          still.id,
          next.userName,
        ]);
      }
      const body = { before: { userName: still.userName }, after: { userName: next.userName } };
      await store(inside, still, passwordHash, 'acceptInvitation', isRenamed ? body : {});
      report({ event: 'accountChanged', change: 'password', userId: still.id });
      return { kind: 'set', userName: next.userName };
    });
    return set.catch((error: unknown) => {
      if (errorCode(error) !== '23505') throw error;
      return { kind: 'refused', code: 'NAME_TAKEN' };
    });
  };

  return {
    change: (
      account: Account,
      asked: { readonly current: string; readonly next: string; readonly address: string },
    ): Promise<PasswordOutcome> => limited(() => change(account, asked)),
    /** Sets the password with the token of a one-time link. Without `userName` the account keeps its user name. */
    accept: (asked: {
      readonly token: string;
      readonly password: string;
      readonly userName?: string | null;
      readonly address: string;
    }): Promise<PasswordOutcome> => limited(() => accept(asked)),
  };
};

/** Sets the password of an account. Every function ends the account's session and adds an event [WS-07]. */
export type PasswordSetter = ReturnType<typeof createPasswordSetter>;
