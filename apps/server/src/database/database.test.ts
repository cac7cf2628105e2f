import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoAccounts } from '../accounts/demo-accounts.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { createPglite, fillDataFolder, loadEmpty } from '../testing/snapshots.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startTestApi } from '../testing/test-api.ts';
import { addTestAccount, applyAs } from '../testing/test-workspace.ts';
import { listChanges } from '../workspace/lists/changes.ts';
import { asAccount } from '../workspace/scope.ts';
import type { Database } from './database.ts';
import { fromPglite, openEmbeddedDatabase } from './embedded-database.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

const noWarning = (line: string): void => {
  throw new Error(line);
};

/** Contract tests of `Database`, for the embedded database and for PostgreSQL. */
const databaseContract = (open: () => Promise<Database>): void => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database.close();
    await database.close(); // `close` is idempotent
  });

  it('applies each migration once', async () => {
    expect(await migrate(database)).toEqual([]);
    const rows = await database.query('select number, name from migrations order by 1');
    const files = await readdir(new URL('../../migrations/', import.meta.url));
    expect(rows).toEqual(
      files.toSorted().map((name) => ({ number: Number(name.slice(0, 4)), name })),
    );
  });

  it('returns the types that `Queryable` documents', async () => {
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

  it('a wrong statement is rejected without a `kind`, and later statements work', async () => {
    await expect(database.query('select * from nowhere')).rejects.toThrow(/nowhere/);
    await expect(database.query('select * from nowhere')).rejects.not.toHaveProperty('kind');
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('[SV-14] the account server runs on the database: login, user record, superseded token', async () => {
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

  it('the demo accounts are added once, and never to a database with other accounts', async () => {
    await seedDemoAccounts(database);
    expect(await database.query('select 1 from users')).toHaveLength(4);
    await database.query(`delete from users where id <> 'demo-viewer'`);
    await seedDemoAccounts(database);
    expect(await database.query('select 1 from users')).toHaveLength(1);
  });
};

describe('the embedded database', () => {
  databaseContract(openMemoryDatabase);

  it('[OPS-28] with PostgreSQL 16 or newer, CREATEROLE is enough for the user of the database', async () => {
    const pglite = await createPglite(await loadEmpty());
    await pglite.exec(
      `create role plain createrole; alter database postgres owner to plain; set session authorization plain`,
    );
    const database = fromPglite(pglite, () => Promise.resolve());
    await migrate(database);
    await addTestAccount(database, { id: 'one' });
    const seen = await asAccount(database, 'one', (scope) => scope.query('select id from users'));
    expect(seen).toEqual([{ id: 'one' }]);
    await database.close();
  });
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
  });
  afterAll(async () => {
    await server.stop();
  });

  databaseContract(() => openDatabase({ databaseUrl: server.url }, noWarning));

  it('[SE-01] the end of a connection inside a transaction rejects it, and later queries work', async () => {
    const lost: string[] = [];
    const url = await server.createDatabase('ended');
    const database = openPostgresDatabase(url, (line) => lost.push(line));
    const outcome = database.transaction(async (inside) => {
      const [row] = await inside.query<{ readonly pid: number }>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1::int)', [row?.pid ?? 0]);
      await inside.query('select 1');
    });
    await expect(outcome).rejects.toMatchObject({ kind: 'databaseUnavailable' });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  const short = { connectMs: 500, queryMs: 500, closeMs: 100 };

  it('[SE-17] queries and `close` end in time while the server hangs', async () => {
    const database = openPostgresDatabase(server.url, noWarning, short);
    const query = () => database.query('select 1').catch(() => []);
    await expect.poll(query).toHaveLength(1); // a busy machine may need more than the short time for a connection
    await server.freeze();
    try {
      await expect(database.query('select 1')).rejects.toMatchObject({
        kind: 'databaseUnavailable',
      });
      await database.close();
    } finally {
      await server.thaw();
    }
  });

  it('[SE-01] the start waits until a PostgreSQL server that does not answer yet is reachable', async () => {
    await server.freeze();
    const warned: string[] = [];
    const warn = (line: string): void => {
      warned.push(line);
      void server.thaw();
    };
    const database = await openDatabase({ databaseUrl: server.url }, warn, 20_000, short);
    expect(warned[0]).toContain('cannot be reached yet');
    await database.close();
  });

  it('[WS-01] calls are bound to their subtree, also if the database user is not a superuser', async () => {
    const url = await server.createDatabase('plain');
    const operator = openPostgresDatabase(server.url, noWarning);
    await operator.script(
      `create role plain login; grant batbot_app to plain; alter database plain owner to plain`,
    );
    await operator.close();
    const databaseUrl = url.replace('batbot@', 'plain@');
    const database = await openDatabase({ databaseUrl }, noWarning);
    for (const id of ['one', 'two']) {
      await addTestAccount(database, { id });
      await applyAs(database, id, { putAsset: { id: randomUUID(), serial: id } });
    }
    const seen = await asAccount(database, 'one', (scope) =>
      scope.query('select serial from assets'),
    );
    expect(seen).toEqual([{ serial: 'one' }]);
    await database.close();
  });

  it('[WS-04] changes are withheld while an older transaction is open, and none is skipped', async () => {
    const database = await openDatabase(
      { databaseUrl: await server.createDatabase('late') },
      noWarning,
    );
    await addTestAccount(database, { id: 'one' });
    const add = (serial: string) =>
      applyAs(database, 'one', { putAsset: { id: randomUUID(), serial } });
    const changes = (after: string | null) =>
      asAccount(database, 'one', (scope) => listChanges(scope, { after }));
    const start = await changes(null);
    const blocked = await database.transaction(async (inside) => {
      await inside.query('select pg_current_xact_id()::text'); // a transaction that commits late
      await add('fast');
      const page = await changes(start.endCursor);
      await inside.query(
        `insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, body)
         select gen_random_uuid(), now(), id, 'one', path, 'ACCOUNT', 'slow', id, '{}' from users`,
      );
      return page;
    });
    expect(blocked.nodes).toEqual([]);
    const { nodes } = await changes(blocked.endCursor);
    expect(nodes.map(({ event }) => event?.kind)).toEqual(['slow', 'putAsset']);
    await database.close();
  });

  it('[OPS-3] [OP-02] five servers that start at the same time wait for a slow migration, which is applied once', async () => {
    const databaseUrl = await server.createDatabase('many');
    const operator = openPostgresDatabase(databaseUrl, noWarning);
    const starting = await operator.transaction(async (inside) => {
      await inside.query('select pg_advisory_xact_lock(1722001)'); // as a server that migrates
      const opening = Promise.all(
        Array.from({ length: 5 }, () =>
          openDatabase({ databaseUrl }, noWarning, undefined, { ...short, connectMs: 10_000 }),
        ),
      );
      opening.catch(() => undefined); // its rejection is the test's, below
      const waiting = () =>
        operator.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
      await expect.poll(async () => (await waiting()).length).toBe(5);
      await inside.query(`select pg_sleep($1::float8)`, [(short.queryMs * 2) / 1_000]);
      return { opening };
    });
    const servers = await starting.opening;
    const files = await readdir(new URL('../../migrations/', import.meta.url));
    expect(await operator.query('select 1 from migrations')).toHaveLength(files.length);
    const patient = servers.map(() => openPostgresDatabase(databaseUrl, noWarning));
    await Promise.all(patient.map(seedDemoAccounts));
    expect(await operator.query('select 1 from users')).toHaveLength(4);
    await Promise.all([operator, ...servers, ...patient].map((database) => database.close()));
  });
});

describe('openPostgresDatabase', () => {
  it('rejects with databaseUnavailable when nothing answers', async () => {
    const database = openPostgresDatabase('postgres://stranger@127.0.0.1:1/none', noWarning);
    await expect(database.query('select 1')).rejects.toMatchObject({ kind: 'databaseUnavailable' });
    await expect(database.transaction(() => Promise.resolve())).rejects.toMatchObject({
      kind: 'databaseUnavailable',
    });
    await database.close();
  });
});

it('[OPS-26] after the embedded database has ended, as on a full disk, calls are refused, and it can be closed', async () => {
  const pglite = await createPglite(await loadEmpty());
  const database = fromPglite(pglite, () => Promise.resolve());
  await database.script('create table saved (a int)');
  // PGlite's declarations refer to types of Emscripten that it does not bring.
  const { FS } = pglite.Module as unknown as { FS: { rename: (from: string, to: string) => void } };
  FS.rename('/pglite/data/pg_wal', '/pglite/data/moved'); // no file can be created there
  await database.script('select pg_switch_wal()');
  const save = () => database.query('insert into saved values (1)');
  await expect(save()).rejects.toThrow('could not create file');
  await expect(save()).rejects.toMatchObject({ kind: 'databaseUnavailable' });
  const transaction = database.transaction((inside) => inside.query('select 1'));
  await expect(transaction).rejects.toMatchObject({ kind: 'databaseUnavailable' });
  await database.close();
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

  it('[SE-18] a data folder keeps its content and can be opened by one process at a time', async () => {
    const folder = await newFolder();
    await fillDataFolder(folder);
    const first = await openEmbeddedDatabase(folder);
    await first.script('create table saved (a int)');
    await expect(openEmbeddedDatabase(folder)).rejects.toMatchObject({ kind: 'dataInUse', folder });
    await first.close();
    const second = await openEmbeddedDatabase(folder);
    expect(await second.query('select * from saved')).toEqual([]);
    await second.close();
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  it('[SE-18] a damaged data folder is not initialized again', async () => {
    const folder = await newFolder();
    await fillDataFolder(folder);
    await rm(join(folder, 'postgres', 'PG_VERSION'));
    const before = await readdir(join(folder, 'postgres'));
    await expect(openEmbeddedDatabase(folder)).rejects.toMatchObject({ kind: 'dataDamaged' });
    expect(await readdir(join(folder, 'postgres'))).toEqual(before);
  });

  it('[OPS-25] a database that cannot be opened while its disk is nearly full is not called damaged, and no cause is claimed', async () => {
    const folder = await newFolder();
    await fillDataFolder(folder);
    const control = join(folder, 'postgres', 'global', 'pg_control');
    await rm(control);
    const open = (freeMib: number, dump?: Buffer) =>
      openEmbeddedDatabase(folder, dump, () => Promise.resolve(freeMib));
    await expect(open(13)).rejects.toMatchObject({
      kind: 'databaseUnavailable',
      message: `The database in ${folder} cannot be opened, and the disk is nearly full: 13 MB are free, and 32 MB are needed. Free some space, then try again.`,
    });
    await expect(open(32)).rejects.toMatchObject({ kind: 'dataDamaged' });
    expect(await readdir(folder)).toEqual(['postgres']);

    await rm(join(folder, 'postgres'), { recursive: true });
    const dump = Buffer.from('half a dump');
    await expect(open(0, dump)).rejects.toThrow('the disk is nearly full');
    await expect(open(32, dump)).rejects.toMatchObject({ kind: 'backup' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    '[OPS-27] a data folder whose path is too long for its lock is refused with the setting to change',
    async () => {
      const folder = join(await newFolder(), 'data'.repeat(25));
      await mkdir(folder, { recursive: true });
      await expect(lockFolder(folder)).rejects.toMatchObject({
        kind: 'badSetting',
        message: expect.stringContaining('is too long for the socket that locks it') as string,
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('[SE-18] a data folder is refused while another process locks it, and available after that process was killed', async () => {
    const folder = await newFolder();
    const script = `import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
      await lockFolder(${JSON.stringify(folder)});
      process.stdout.write('locked');
      setInterval(() => undefined, 1000);`;
    const other = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(other.stdout, 'data');
    await expect(lockFolder(folder)).rejects.toMatchObject({ kind: 'dataInUse', folder });
    other.kill('SIGKILL');
    await once(other, 'exit');
    const unlock = await lockFolder(folder);
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });

  it('[SE-18] exactly one of many concurrent attempts to replace a stale lock succeeds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = await newFolder();
      await writeFile(join(folder, 'lock.3'), '');
      const attempts = await Promise.allSettled(
        Array.from({ length: 6 }, () => lockFolder(folder)),
      );
      const locked = attempts.filter((attempt) => attempt.status === 'fulfilled');
      expect(locked).toHaveLength(1);
      await locked[0]?.value();
    }
  });
});
