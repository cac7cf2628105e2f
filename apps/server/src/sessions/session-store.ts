import { createHash, randomBytes } from 'node:crypto';
import { type Account, accountColumns } from '../accounts/account.ts';
import type { Database } from '../database/database.ts';
import { databaseTime, type TimeSource, timeSql } from '../database/database-time.ts';

const HOUR_MS = 3_600_000;

/**
 * How long a session lives [SA-14] unless its user signs out or signs in again. Idle: one long shift without a call to
 * the server. Absolute: a week.
 */
export const sessionLifetime = { idleMs: 12 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS } as const;

/** The last use is written at most this often, so that a read does not cost a write each time. */
const TOUCH_EVERY_MS = 60_000;

/** 256 bits of the system's CSPRNG; the database keeps only the hash. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface SessionStore {
  /** Opens the user's only session; an earlier one and its push registration end. Returns the token. */
  readonly open: (userId: string) => Promise<string>;
  /** The account of this token; undefined for an unknown, superseded or expired token. */
  readonly find: (token: string) => Promise<Account | undefined>;
  /** Ends the token's session. Returns the id of its user; undefined for an unknown token. */
  readonly end: (token: string) => Promise<string | undefined>;
  /**
   * Stores where to push for the user's session. A push token that another user had (same browser) is taken from that
   * user; '' only removes the stored one.
   */
  readonly storePushToken: (token: string, pushToken: string) => Promise<void>;
}

type SessionRow = Account & { readonly isOver: boolean; readonly isTouchDue: boolean };

/** Lifetimes are judged by the database's clock: the servers' own may differ. */
export const createSessionStore = (
  database: Database,
  time: TimeSource = databaseTime,
): SessionStore => ({
  open: async (userId) => {
    const token = newToken();
    await database.query(
      `insert into sessions (user_id, token_hash, created_at, used_at)
       values ($1, $2, ${timeSql(3)}, ${timeSql(3)})
       on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
         used_at = excluded.used_at, push_token = null`,
      [userId, hashToken(token), time()],
    );
    return token;
  },
  find: async (token) => {
    const tokenHash = hashToken(token);
    const [row] = await database.query<SessionRow>(
      `select ${accountColumns},
         (${timeSql(2)} - t.used_at >= $3::float8 * interval '1 ms'
           or ${timeSql(2)} - t.created_at >= $4::float8 * interval '1 ms'
           or t.created_at > ${timeSql(2)} + interval '5 minutes') as "isOver",
         ${timeSql(2)} - t.used_at >= $5::float8 * interval '1 ms' as "isTouchDue"
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
  end: async (token) => {
    const ended = await database.query<{ readonly userId: string }>(
      'delete from sessions where token_hash = $1 returning user_id as "userId"',
      [hashToken(token)],
    );
    return ended[0]?.userId;
  },
  storePushToken: (token, pushToken) =>
    database.transaction(async (inside) => {
      const value = pushToken === '' ? null : pushToken.replaceAll('\0', ''); // text cannot hold NUL
      await inside.query('update sessions set push_token = null where push_token = $1', [value]);
      await inside.query('update sessions set push_token = $2 where token_hash = $1', [
        hashToken(token),
        value,
      ]);
    }),
});
