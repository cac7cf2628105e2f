import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoAccounts } from '../accounts/demo-accounts.ts';
import { loadSnapshot, openMemoryDatabase } from '../testing/memory-database.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startTestApi } from '../testing/test-api.ts';
import type { Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

const noWarning = (line: string): void => {
  throw new Error(line);
};

/** What both databases promise. */
const databaseContract = (open: () => Promise<Database>): void => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 30_000);
  afterAll(async () => {
    await database.close();
    await database.close(); // idempotent
  });

  it('applies each migration once', async () => {
    expect(await migrate(database)).toEqual([]);
    const rows = await database.query('select number, name from migrations order by 1');
    expect(rows).toEqual([{ number: 1, name: '0001-accounts.sql' }]);
  });

  it('reads the types that Queryable promises', async () => {
    const at = new Date(1_893_456_000_123);
    const [row] = await database.query(
      'select $1::text as t, $2::int as i, $3::boolean as b, $4::timestamptz as d, $5::jsonb as j, $6::text as n',
      ["'; drop table users; --", 42, true, at, '{"a":[1]}', null],
    );
    expect(row).toEqual({
      t: "'; drop table users; --",
      i: 42,
      b: true,
      d: at,
      j: { a: [1] },
      n: null,
    });
  });

  it('commits a transaction as a whole or not at all', async () => {
    const insert = `insert into migrations (number, name) values (900, 'test')`;
    const count = async () =>
      (await database.query('select 1 from migrations where number = 900')).length;
    await expect(
      database.transaction(async (inside) => {
        await inside.query(insert);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await count()).toBe(0);
    await database.transaction((inside) => inside.query(insert));
    expect(await count()).toBe(1);
  });

  it('rejects a wrong statement with an error of its own and works on', async () => {
    await expect(database.query('select * from nowhere')).rejects.toThrow(/nowhere/);
    await expect(database.query('select * from nowhere')).rejects.not.toHaveProperty('kind');
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('[SV-14] carries the account server: login, record, superseded token', async () => {
    const api = await startTestApi({ database: { ...database, close: () => Promise.resolve() } });
    const record = (token: string) =>
      api.ask('{ getUserData(userId: "demo-client", batbotWebVer: "") { userName } }', { token });
    const first = await api.tokenOf('client');
    expect((await record(first)).data['getUserData']).toEqual({ userName: 'client' });
    const second = await api.tokenOf('client');
    expect((await record(first)).errors).toEqual(['Token Expired']);
    const stored = await api.ask('mutation { storeFcmTokenBatBotWeb(token: "p") { state } }', {
      token: second,
    });
    expect(stored.data['storeFcmTokenBatBotWeb']).toEqual({ state: true });
    expect((await api.login('nul\0')).errors).toEqual(['username/password incorrect']);
    expect(api.logged).toEqual([]);
    await api.server.close();
  });

  it('gets the demo accounts once, and never beside real ones', async () => {
    await seedDemoAccounts(database);
    expect(await database.query('select 1 from users')).toHaveLength(4);
    await database.query(`delete from users where id <> 'demo-viewer'`);
    await seedDemoAccounts(database);
    expect(await database.query('select 1 from users')).toHaveLength(1);
  });
};

describe('the embedded database', () => {
  databaseContract(openMemoryDatabase);
});

const postgres = await findPostgres();
if (postgres === undefined) {
  process.stderr.write(
    '\nSKIPPED: no PostgreSQL on this machine, DATABASE_URL is untested. On Debian: apt-get install postgresql\n\n',
  );
}

describe.skipIf(postgres === undefined)('a real PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    if (postgres !== undefined) server = await startPostgres(postgres);
  }, 60_000);
  afterAll(async () => {
    await server.stop();
  });

  databaseContract(() => openDatabase({ databaseUrl: server.url }, noWarning));

  it('is migrated and seeded once by two servers that start at the same time', async () => {
    const databaseUrl = await server.createDatabase('pair');
    const pair = await Promise.all([
      openDatabase({ databaseUrl }, noWarning),
      openDatabase({ databaseUrl }, noWarning),
    ]);
    await Promise.all(pair.map(seedDemoAccounts));
    expect(await pair[0].query('select 1 from users')).toHaveLength(4);
    await Promise.all(pair.map((database) => database.close()));
  });
});

describe('openPostgresDatabase', () => {
  it('rejects with databaseUnavailable when nothing answers', async () => {
    const database = openPostgresDatabase('postgres://nobody@127.0.0.1:1/none', noWarning);
    await expect(database.query('select 1')).rejects.toMatchObject({ kind: 'databaseUnavailable' });
    await expect(database.transaction(() => Promise.resolve())).rejects.toMatchObject({
      kind: 'databaseUnavailable',
    });
    await database.close();
  });
});

describe('a data folder', () => {
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'batbot-data-'));
    folders.push(folder);
    return folder;
  };
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });

  it('keeps its content, is opened by one at a time, and is taken over from a dead process', async () => {
    const folder = await newFolder();
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    await writeFile(join(folder, 'lock'), `${gone.pid ?? 0} 1\n`);
    const loadDataDir = await loadSnapshot();
    await (await PGlite.create(join(folder, 'postgres'), { loadDataDir })).close();
    const first = await openEmbeddedDatabase(folder);
    await first.script('create table kept (a int)');
    await expect(openEmbeddedDatabase(folder)).rejects.toMatchObject({ kind: 'dataInUse', folder });
    await first.close();
    const second = await openEmbeddedDatabase(folder);
    expect(await second.query('select * from kept')).toEqual([]);
    await second.close();
  }, 60_000);

  it('of another living process is refused', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'lock'), `${process.ppid} 1\n`);
    await expect(openEmbeddedDatabase(folder)).rejects.toMatchObject({ kind: 'dataInUse' });
  });

  it('left by a process of the same id before this one is taken over', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'lock'), `${process.pid} 1\n`);
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ kind: 'dataInUse' });
    await unlock();
    await (
      await lockFolder(folder)
    )();
  });
});
