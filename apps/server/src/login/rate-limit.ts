import type { Queryable } from '../database/database.ts';
import { type TimeSource, timeSql } from '../database/database-time.ts';

/** A bucket of attempts: `burst` at once, then one more every `refillMs`. It never locks for good. */
export interface RatePolicy {
  readonly burst: number;
  readonly refillMs: number;
}

export interface RateLimit {
  /** Takes one attempt. Returns 0 if there was one, else the ms until there is one. A refusal costs nothing. */
  readonly take: (key: string, policy: RatePolicy) => Promise<number>;
  /** Gives back an attempt that was not a guess. */
  readonly giveBack: (key: string, policy: RatePolicy) => Promise<void>;
}

/** Buckets that were full again long ago are deleted now and then. */
const CLEAN_EVERY = 200;
const FULL_AFTER = "interval '1 day'";

/** Attempts still used up, after what flowed back since. A clock that was set back gives nothing back and takes nothing. */
const usedSql = (time: string, refill: string): string =>
  `greatest(0, l.used - greatest(0, extract(epoch from ${time} - l.at)::float8 * 1000) / ${refill}::float8)`;

/** Counts attempts by key in the database: one count for all servers, which survives their restarts. */
export const createRateLimit = (database: Queryable, time: TimeSource): RateLimit => {
  let taken = 0;
  const used = usedSql(timeSql(4), '$3');
  return {
    take: async (key, { burst, refillMs }) => {
      taken += 1;
      if (taken % CLEAN_EVERY === 0) {
        await database.query(`delete from login_limits where at < ${timeSql(1)} - ${FULL_AFTER}`, [
          time(),
        ]);
      }
      const [row] = await database.query<{ readonly admitted: boolean; readonly wait: number }>(
        `insert into login_limits as l (key, used, at, admitted) values ($1, 1, ${timeSql(4)}, true)
         on conflict (key) do update set
           used = ${used} + case when ${used} + 1 <= $2::float8 then 1 else 0 end,
           admitted = ${used} + 1 <= $2::float8,
           at = ${timeSql(4)}
         returning admitted, ceil((used + 1 - $2::float8) * $3::float8)::int as wait`,
        [key, burst, refillMs, time()],
      );
      return row === undefined || row.admitted ? 0 : Math.max(1, row.wait);
    },
    giveBack: async (key, { refillMs }) => {
      await database.query(
        `update login_limits l set used = greatest(0, ${usedSql(timeSql(3), '$2')} - 1), at = ${timeSql(3)}
         where key = $1`,
        [key, refillMs, time()],
      );
    },
  };
};
