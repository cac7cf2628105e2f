import { createHash, randomBytes } from 'node:crypto';
import { type Account, accountColumns } from '../accounts/account.ts';
import type { Database } from '../database/database.ts';

const HOUR_MS = 3_600_000;

/**
 * How long a session lives [SA-14]. The specification has no logout call: a token dies when its user logs in again,
 * or by these. Idle: one long shift without a call to the server. Absolute: a week.
 */
export const sessionLifetime = { idleMs: 12 * HOUR_MS, absoluteMs: 7 * 24 * HOUR_MS } as const;

/** The last use is written at most this often: a read must not cost a write each time. */
const TOUCH_EVERY_MS = 60_000;

/** 256 bits of the system's CSPRNG; the database keeps only the hash. */
const newToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface SessionStore {
  /** Opens the user's one session: the one before, and its push registration, end. Returns the token. */
  readonly open: (userId: string) => Promise<string>;
  /** The account whose live session this token is; nothing for an unknown, superseded or expired one. */
  readonly find: (token: string) => Promise<Account | undefined>;
  /**
   * Stores where to push for the user's session; an address that another user had (same browser) is taken from
   * them; '' only forgets.
   */
  readonly storePushToken: (token: string, pushToken: string) => Promise<void>;
}

type SessionRow = Account & { readonly createdAt: Date; readonly usedAt: Date };

/** `now` gives the time in ms since 1970. */
export const createSessionStore = (database: Database, now: () => number): SessionStore => ({
  open: async (userId) => {
    const token = newToken();
    await database.query(
      `insert into sessions (user_id, token_hash, created_at, used_at) values ($1, $2, $3, $3)
       on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
         used_at = excluded.used_at, push_token = null`,
      [userId, hashToken(token), new Date(now())],
    );
    return token;
  },
  find: async (token) => {
    const tokenHash = hashToken(token);
    const [row] = await database.query<SessionRow>(
      `select ${accountColumns}, t.created_at as "createdAt", t.used_at as "usedAt"
       from sessions t join users u on u.id = t.user_id where t.token_hash = $1`,
      [tokenHash],
    );
    if (row === undefined) return undefined;
    const { createdAt, usedAt, ...account } = row;
    const time = now();
    const idle = time - usedAt.getTime();
    if (
      idle >= sessionLifetime.idleMs ||
      time - createdAt.getTime() >= sessionLifetime.absoluteMs
    ) {
      await database.query('delete from sessions where token_hash = $1', [tokenHash]);
      return undefined;
    }
    if (idle >= TOUCH_EVERY_MS) {
      await database.query('update sessions set used_at = $2 where token_hash = $1', [
        tokenHash,
        new Date(time),
      ]);
    }
    return account;
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
