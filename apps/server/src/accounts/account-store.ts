import { lockAccountTree } from '../database/account-tree.ts';
import type { Database, Queryable } from '../database/database.ts';
import { newId } from '../workspace/new-id.ts';
import { type Account, accountColumns } from './account.ts';

export interface NewAccount extends Omit<Account, 'subUserCount'> {
  readonly passwordHash: string;
  readonly popoverContent: unknown;
  /** Maximum number of accounts below this one; null means no limit. */
  readonly maxSubUsers: number | null;
}

export interface StoredCredentials {
  readonly account: Account;
  /** Hash of the password; undefined for an invited account without a password. */
  readonly passwordHash: string | undefined;
}

/** Finds the user with this user name or e-mail address, ignoring case. */
export const findCredentials = async (
  database: Queryable,
  login: string,
): Promise<StoredCredentials | undefined> => {
  if (login.includes('\0')) return undefined; // PostgreSQL's text cannot hold NUL, so no account has such a name
  const [row] = await database.query<Account & { readonly passwordHash: string | null }>(
    `select ${accountColumns}, u.password_hash as "passwordHash" from users u
     where lower(u.user_name) = lower($1) or lower(u.email) = lower($1)
     order by lower(u.user_name) = lower($1) desc limit 1`,
    [login],
  );
  if (row === undefined) return undefined;
  const { passwordHash, ...account } = row;
  return { account, passwordHash: passwordHash ?? undefined };
};

/** Replaces the password, and ends the session and the one-time link of the account. */
export const replacePasswordHash = async (
  database: Queryable,
  userId: string,
  passwordHash: string,
): Promise<void> => {
  await database.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
  await endSession(database, userId);
  await database.query('delete from invitations where user_id = $1', [userId]);
};

/** Replaces a hash with another hash of the same password, unless the password has changed since. */
export const renewPasswordHash = async (
  database: Queryable,
  userId: string,
  from: string,
  to: string,
): Promise<void> => {
  await database.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    userId,
    from,
    to,
  ]);
};

/**
 * Logs a change that the operator made in the same transaction, with which the accounts above receive it. It names no
 * account.
 */
export const logOperatorChange = async (
  inside: Queryable,
  userId: string,
  kind: 'putAccount' | 'setAccountActive' | 'changePassword',
  body: { readonly before?: object; readonly after?: object },
): Promise<void> => {
  await inside.query(
    `insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, version, body)
     select $1, now(), '', 'Account server', path, 'ACCOUNT', $3, id, version, $4::jsonb from users where id = $2`,
    [newId(), userId, kind, JSON.stringify(body)],
  );
};

/** Changes a column of an account, with a new version, so that an earlier copy of the account does not overwrite it. */
const changeColumn = (
  database: Database,
  userId: string,
  column: 'flags' | 'active',
  value: readonly string[] | boolean,
): Promise<void> =>
  database.transaction(async (inside) => {
    await lockAccountTree(inside);
    const [former] = await inside.query<{ readonly value: unknown }>(
      `select to_jsonb(${column}) as value from users where id = $1 for update`,
      [userId],
    );
    await inside.query(`update users set ${column} = $2, version = version + 1 where id = $1`, [
      userId,
      typeof value === 'boolean' ? value : JSON.stringify(value),
    ]);
    await logOperatorChange(
      inside,
      userId,
      column === 'flags' ? 'putAccount' : 'setAccountActive',
      {
        before: { [column]: former?.value },
        after: { [column]: value },
      },
    );
  });

/** Replaces the granted permission flags. The client receives them with its next user record. */
export const replaceFlags = (
  database: Database,
  userId: string,
  flags: readonly string[],
): Promise<void> => changeColumn(database, userId, 'flags', flags);

/**
 * Removes an account and its session. Its sub-users then belong to its creator, with the rights that were in effect: they
 * stay inactive below an inactive account. The one-time links below it end, because it may have made them.
 */
export const removeAccount = (database: Database, userId: string): Promise<void> =>
  database.transaction(async (inside) => {
    await lockAccountTree(inside, 'exclusive');
    await inside.query(
      `delete from invitations where user_id in
         (select u.id from users u join users r on u.path <@ r.path where r.id = $1)`,
      [userId],
    );
    await inside.query(
      `update users u set creator_id = r.creator_id, active = u.active and r.active,
         flags = (select coalesce(jsonb_agg(flag), '[]') from jsonb_array_elements_text(u.flags) flag where r.flags ? flag)
       from users r where r.id = $1 and u.creator_id = r.id`,
      [userId],
    );
    await inside.query('delete from users where id = $1', [userId]);
    // The rows of the account and below it change without an event, so that clients must load their copies again.
    await inside.script('update feed set restored = gen_random_uuid()::text');
  });

/**
 * Removes the one-time links that were made while the clock was ahead, because a link is made for seven days, and those that
 * have expired, which a clock that is set back would make valid again.
 */
export const removeDeadLinks = async (database: Queryable): Promise<void> => {
  await database.query(
    `delete from invitations where expires_at not between now() and now() + interval '8 days'`,
  );
};

/** Ends the user's session: its token is refused afterwards. */
export const endSession = async (database: Queryable, userId: string): Promise<void> => {
  await database.query('delete from sessions where user_id = $1', [userId]);
};

export const listAccounts = (database: Queryable): Promise<readonly Account[]> =>
  database.query<Account>(`select ${accountColumns} from users u order by lower(u.user_name)`);

/** Activates or deactivates an account. The session stays, so that the client can read the status. */
export const setActive = (database: Database, userId: string, active: boolean): Promise<void> =>
  changeColumn(database, userId, 'active', active);

/** Reads the user's popover content; an empty object for an unknown user. */
export const readPopoverContent = async (database: Queryable, userId: string): Promise<unknown> => {
  const [row] = await database.query<{ readonly content: unknown }>(
    'select popover_content as content from users where id = $1',
    [userId],
  );
  return row?.content ?? {};
};

export const hasAccounts = async (database: Queryable): Promise<boolean> =>
  (await database.query('select 1 from users limit 1')).length > 0;

export const addAccount = async (database: Queryable, account: NewAccount): Promise<void> => {
  await database.query(
    `insert into users (id, user_name, email, password_hash, active, permission, profile_permission, flags,
       company_name, client_id, client_name, creator_id, user_level, phone_number, popover_content,
       max_sub_users)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15::jsonb, $16)`,
    [
      account.id,
      account.userName,
      account.email,
      account.passwordHash,
      account.active,
      account.permission,
      account.profilePermission,
      JSON.stringify(account.flags),
      account.companyName,
      account.clientId,
      account.clientName,
      account.creatorId,
      account.userLevel,
      account.phoneNumber,
      JSON.stringify(account.popoverContent),
      account.maxSubUsers,
    ],
  );
};
