import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';
import { settleFeed } from './settle-feed.ts';

const folder = new URL('../../migrations/', import.meta.url);
const LOCK_KEY = 1_722_001; // an arbitrary number; the lock serializes servers that start at the same time

/**
 * Lets the user of the database take the role of the calls. From PostgreSQL 16 on, a user that is not a superuser and
 * created the role may grant it, but not take it.
 */
const TAKE_ROLE = `do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    if not pg_has_role('batbot_app', 'set') then grant batbot_app to current_user; end if;
  end if;
end $$`;

export const listMigrations = async () =>
  (await readdir(folder))
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));

/**
 * Applies the missing numbered files of the folder `migrations` in one transaction. Of several servers that start at
 * the same time, one applies them and the others wait. Returns the numbers that it applied. A released file must not be
 * changed: add a new number instead.
 */
export const migrate = (database: Database): Promise<readonly number[]> =>
  database.transaction(async (inside) => {
    await inside.query('select pg_advisory_xact_lock($1::int)', [LOCK_KEY]);
    await inside.script(
      'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const done = await inside.query<{ number: number }>('select number from migrations');
    const applied = new Set(done.map((row) => row.number));
    const missing = (await listMigrations()).filter(({ number }) => !applied.has(number));
    for (const { number, name } of missing) {
      await inside.script(await readFile(new URL(name, folder), 'utf8'));
      await inside.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
    }
    await inside.script(TAKE_ROLE);
    await settleFeed(inside);
    return missing.map(({ number }) => number);
  });
