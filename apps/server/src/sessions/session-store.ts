import { randomBytes } from 'node:crypto';
import { type Account, accountColumns } from '../accounts/account.ts';
import type { Database } from '../database/database.ts';
import { databaseTime, type TimeSource, timeSql } from '../database/database-time.ts';
import { hashOf } from '../hash.ts';

const HOUR_MS = 3_600_000;

/**
 * Lifetime of a session whose user neither signs out nor signs in again [SA-14]. `idleMs`: time without a call to the
 * server, longer than one shift. `absoluteMs`: time since sign-in, one week.
 */
export const sessionLifetime = { idleMs: 12 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS } as const;

/** Minimum interval between two writes of the last use, so that not every read causes a write. */
const TOUCH_EVERY_MS = 60_000;

/** Creates a token of 256 random bits. The database stores only its hash. */
const newToken = (): string => randomBytes(32).toString('base64url');

type SessionRow = Account & { readonly isOver: boolean; readonly isTouchDue: boolean };

/**
 * Creates the session store. It measures lifetimes by the database's clock, because the clocks of several servers may
 * differ.
 */
export const createSessionStore = (database: Database, time: TimeSource = databaseTime) => ({
  /**
   * Opens the user's only session and returns its token. An earlier session of the user and its push token are removed.
   */
  open: async (userId: string): Promise<string> => {
    const token = newToken();
    await database.query(
      `insert into sessions (user_id, token_hash, created_at, used_at)
       values ($1, $2, ${timeSql(3)}, ${timeSql(3)})
       on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
         used_at = excluded.used_at, push_token = null`,
      [userId, hashOf(token), time()],
    );
    return token;
  },
  /** Returns the account of this token; undefined for an unknown, superseded or expired token. */
  find: async (token: string): Promise<Account | undefined> => {
    const tokenHash = hashOf(token);
    const [row] = await database.query<SessionRow>(
      `select ${accountColumns},
         (${timeSql(2)} - t.used_at >= $3::float8 * interval '1 ms'
           or ${timeSql(2)} - t.created_at >= $4::float8 * interval '1 ms'
           or t.created_at > ${timeSql(2)} + interval '5 minutes') as "isOver",
         ${timeSql(2)} - t.used_at not between interval '0' and $5::float8 * interval '1 ms' as "isTouchDue"
       from sessions t join users u on u.id = t.user_id where t.token_hash = $1`,
      [tokenHash, time(), sessionLifetime.idleMs, sessionLifetime.absoluteMs, TOUCH_EVERY_MS],
    );
    if (row === undefined) return undefined;
    const { isOver, isTouchDue, ...account } = row;
    if (isOver) {
      await database.query('delete from sessions where token_hash = $1', [tokenHash]);
      return undefined;
    }
    if (isTouchDue) {
      await database.query(`update sessions set used_at = ${timeSql(2)} where token_hash = $1`, [
        tokenHash,
        time(),
      ]);
    }
    return account;
  },
  /** Ends the token's session. Returns the id of its user; undefined for an unknown token. */
  end: async (token: string): Promise<string | undefined> => {
    const ended = await database.query<{ readonly userId: string }>(
      'delete from sessions where token_hash = $1 returning user_id as "userId"',
      [hashOf(token)],
    );
    return ended[0]?.userId;
  },
  /**
   * Stores the push token of the user's session. If another user had the same push token (same browser), it is removed
   * from that user. An empty push token only removes the stored one.
   */
  storePushToken: (token: string, pushToken: string): Promise<void> =>
    database.transaction(async (inside) => {
      const value = pushToken === '' ? null : pushToken.replaceAll('\0', ''); // PostgreSQL's text cannot hold NUL
      await inside.query('update sessions set push_token = null where push_token = $1', [value]);
      await inside.query('update sessions set push_token = $2 where token_hash = $1', [
        hashOf(token),
        value,
      ]);
    }),
});

export type SessionStore = ReturnType<typeof createSessionStore>;
