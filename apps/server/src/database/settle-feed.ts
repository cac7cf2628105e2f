import type { Queryable } from './database.ts';

/**
 * Runs at each start. After a restore from a dump, the transaction numbers are those of another cluster. Then all
 * events are marked as older than any transaction here, and existing cursors become invalid.
 */
export const settleFeed = async (inside: Queryable): Promise<void> => {
  const moved = await inside.query(
    `update feed set cluster = c.system_identifier::text from pg_control_system() c
     where cluster <> c.system_identifier::text returning 1`,
  );
  if (moved.length > 0) await inside.script(`update events set xid = '3'`);
};
