import type { Queryable } from '../database/database.ts';
import { type TimeSource, timeSql } from '../database/database-time.ts';

/** A token bucket: `burst` attempts at once, then one more every `refillMs`. */
export interface RatePolicy {
  readonly burst: number;
  readonly refillMs: number;
}

/** Number of attempts after which full buckets are deleted from the database. */
const CLEAN_EVERY = 200;
const FULL_AFTER = "interval '1 day'";

/**
 * Returns SQL for the number of used attempts after the refill since the last one. A clock that was set back changes
 * nothing.
 */
const usedSql = (time: string, refill: string): string =>
  `greatest(0, l.used - greatest(0, extract(epoch from ${time} - l.at)::float8 * 1000) / ${refill}::float8)`;

/** Counts attempts by key in the database, so that all servers share the counts and a restart keeps them. */
export const createRateLimit = (database: Queryable, time: TimeSource) => {
  let taken = 0;
  const used = usedSql(timeSql(4), '$3');
  return {
    /**
     * Takes one attempt. Returns 0 if it is admitted, else the time in ms until an attempt is available. A refused
     * attempt is not counted.
     */
    take: async (key: string, { burst, refillMs }: RatePolicy): Promise<number> => {
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
    /** Gives back an attempt that was not a guess. */
    giveBack: async (key: string, { refillMs }: RatePolicy): Promise<void> => {
      await database.query(
        `update login_limits l set used = greatest(0, ${usedSql(timeSql(3), '$2')} - 1), at = ${timeSql(3)}
         where key = $1`,
        [key, refillMs, time()],
      );
    },
  };
};
