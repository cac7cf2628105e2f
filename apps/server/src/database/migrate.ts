import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);
const LOCK_KEY = 1_722_001; // any number of our own: servers starting side by side take turns

interface Migration {
  readonly number: number;
  readonly name: string;
}

const listMigrations = async (): Promise<readonly Migration[]> =>
  (await readdir(folder))
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));

/**
 * Brings the database up to the newest numbered file of the folder migrations, each once, all or none. Returns the numbers
 * applied now. A file once released is never changed: a change is a new number.
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
    return missing.map(({ number }) => number);
  });
