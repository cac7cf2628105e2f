import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoAccounts } from './accounts/demo-accounts.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { pairPolicy } from './login/login-gate.ts';
import { type Answer, createApiClient } from './testing/api-client.ts';
import { builtProgram } from './testing/built-server.ts';
import { fillDataFolder } from './testing/snapshots.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { findPostgres, startPostgres, type TestPostgres } from './testing/test-postgres.ts';

const USERS = ['technician', 'client', 'viewer'] as const;

const servers: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
});

const start = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const server = await startServerProcess({ env, nodeArguments: [builtProgram('main')] });
  servers.push(server);
  await server.ready();
  return server;
};

const warnOfNothing = (line: string): void => {
  throw new Error(line);
};

/** Stores a push token. The server does this in a transaction. */
const storePush = (url: string, token: string, pushToken: string): Promise<Answer> =>
  createApiClient(url).ask(
    'mutation ($t: String!) { storeFcmTokenBatBotWeb(token: $t) { state } }',
    { token, variables: { t: pushToken } },
  );

const pushTokens = async (database: Database): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query<{ readonly user: string; readonly token: string }>(
    `select u.user_name as "user", coalesce(s.push_token, '') as token
     from sessions s join users u on u.id = s.user_id`,
  );
  return new Map(rows.map(({ user, token }) => [user, token]));
};

/**
 * Starts one client per user, which stores the push tokens `USER 1`, `USER 2`, … one after the other. A client ends
 * when it gets no response.
 */
const putUnderLoad = (url: string, sessions: ReadonlyMap<string, string>) => {
  const confirmed = new Map<string, number>();
  const answers: Answer[] = [];
  const waiting = new Set<(user: string) => void>();
  let unanswered = 0;
  let isOver = false;
  const write = async (user: string, token: string): Promise<void> => {
    for (let number = 1; !isOver; number += 1) {
      const answer = await storePush(url, token, `${user} ${number}`).catch(() => undefined);
      if (answer === undefined) {
        unanswered += 1;
        return;
      }
      answers.push(answer);
      if (answer.status !== 200 || answer.errors.length > 0) continue;
      confirmed.set(user, number);
      for (const onConfirmed of waiting) onConfirmed(user);
    }
  };
  const clients = Promise.all([...sessions].map(([user, token]) => write(user, token)));
  return {
    /** For each user, the number of the last write that the server confirmed. */
    confirmed,
    /** Returns the number of writes without a response. */
    unanswered: (): number => unanswered,
    answers,
    /** Resolves when `count` more writes of each user are confirmed. */
    confirm: (count: number): Promise<void> =>
      new Promise((resolve, reject) => {
        const missing = new Map([...sessions.keys()].map((user) => [user, count]));
        const onConfirmed = (user: string): void => {
          missing.set(user, (missing.get(user) ?? 0) - 1);
          if ([...missing.values()].some((left) => left > 0)) return;
          waiting.delete(onConfirmed);
          resolve();
        };
        waiting.add(onConfirmed);
        void clients.then(() => reject(new Error('the clients have ended')));
      }),
    stop: async (): Promise<void> => {
      isOver = true;
      await clients;
    },
  };
};

type Load = ReturnType<typeof putUnderLoad>;

const logInAll = async (url: string): Promise<ReadonlyMap<string, string>> => {
  const sessions = new Map<string, string>();
  for (const user of USERS) sessions.set(user, await createApiClient(url).tokenOf(user));
  return sessions;
};

/** Expects that each user's last confirmed write is stored, or the write after it, whose response was lost. */
const expectNothingLost = (stored: ReadonlyMap<string, string>, { confirmed }: Load): void => {
  expect([...confirmed.keys()].toSorted()).toEqual([...USERS].toSorted());
  for (const [user, number] of confirmed) {
    expect([`${user} ${number}`, `${user} ${number + 1}`]).toContain(stored.get(user));
  }
};

describe('outages of a server with the embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'batbot-outage-'));
    await fillDataFolder(dataDir);
    const database = await openDatabase({ dataDir }, warnOfNothing);
    await seedDemoAccounts(database);
    await database.close();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('[SE-43] a server that is killed under load loses no confirmed write and can start again', async () => {
    const killed = await start({ BATBOT_DATA_DIR: dataDir });
    const sessions = await logInAll(killed.url);
    const load = putUnderLoad(killed.url, sessions);
    await load.confirm(20);
    await killed.end('SIGKILL');
    await load.stop();

    const next = await start({ BATBOT_DATA_DIR: dataDir });
    const token = sessions.get('client') ?? '';
    const record = await createApiClient(next.url).ask(
      '{ getUserData(userId: "demo-client", batbotWebVer: "") { userName } }',
      { token },
    );
    expect(record.data['getUserData']).toEqual({ userName: 'client' });
    await next.end('SIGTERM');

    const database = await openDatabase({ dataDir }, warnOfNothing);
    expectNothingLost(await pushTokens(database), load);
    await database.close();
  });
});

const binaries = await findPostgres();

describe.skipIf(binaries === undefined)('a real PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if (binaries !== undefined) postgres = await startPostgres(binaries);
  });
  afterAll(() => postgres.stop());

  /** Starts `count` servers at the same time, on one new database with the demo accounts. */
  const startServers = async (name: string, count: number) => {
    const databaseUrl = await postgres.createDatabase(name);
    const started = await Promise.all(
      Array.from({ length: count }, () => start({ DATABASE_URL: databaseUrl })),
    );
    const database = await openDatabase({ databaseUrl }, () => undefined);
    await seedDemoAccounts(database);
    const [first, second = first] = started;
    if (first === undefined || second === undefined) throw new Error('no server was started');
    return { first, second, database };
  };

  it('[SE-01] a restart of PostgreSQL under load is answered with 503 and Retry-After, and no server ends', async () => {
    const { first, database } = await startServers('restarted', 1);
    const load = putUnderLoad(first.url, await logInAll(first.url));
    await load.confirm(10);
    await postgres.restart();
    await load.confirm(10);
    await load.stop();
    expect(load.unanswered()).toBe(0);
    const failed = load.answers.filter(({ status }) => status !== 200);
    expect(failed.length).toBeGreaterThan(0);
    expect(
      failed.filter(({ status, headers }) => status !== 503 || !headers.has('retry-after')),
    ).toEqual([]);
    expect(first.isRunning()).toBe(true);
    expectNothingLost(await pushTokens(database), load);
    await database.close();
  });

  it('[SE-43] when one server is killed under load, the others keep serving', async () => {
    const { first, second, database } = await startServers('shared', 2);
    const sessions = await logInAll(first.url);
    const isViewer = ([user]: readonly [string, string]): boolean => user === 'viewer';
    const others = [...sessions].filter((session) => !isViewer(session));
    const lost = putUnderLoad(first.url, new Map(others));
    const kept = putUnderLoad(second.url, new Map([...sessions].filter(isViewer)));
    await lost.confirm(10);
    await first.end('SIGKILL');
    await lost.stop();
    await kept.confirm(10);
    await kept.stop();
    expect(kept.unanswered()).toBe(0);
    expect(kept.answers.every(({ status }) => status === 200)).toBe(true);
    const stored = await pushTokens(database);
    expectNothingLost(stored, {
      ...lost,
      confirmed: new Map([...lost.confirmed, ...kept.confirmed]),
    });
    const open = () =>
      database.query(`select state from pg_stat_activity where state like 'idle in%'`);
    await expect.poll(open).toEqual([]);
    await database.close();
  });

  it('[SE-22] [OPS-3] [OP-02] servers that start at the same time migrate once, and share sessions and limits', async () => {
    const { first, second, database } = await startServers('together', 4);
    const files = await readdir(new URL('../migrations/', import.meta.url));
    expect(await database.query('select number from migrations order by 1')).toEqual(
      files.toSorted().map((name) => ({ number: Number(name.slice(0, 4)) })),
    );
    const [one, other] = [createApiClient(first.url), createApiClient(second.url)];
    const token = await one.tokenOf('client');
    const query = '{ getUserData(userId: "demo-client", batbotWebVer: "") { userName } }';
    expect((await other.ask(query, { token })).errors).toEqual([]);
    await other.tokenOf('client');
    expect((await one.ask(query, { token })).errors).toEqual(['Token Expired']);

    const guesses = await Promise.all(
      Array.from({ length: pairPolicy.burst }, () =>
        Promise.all([one.login('viewer', 'wrong'), other.login('viewer', 'wrong')]),
      ),
    );
    const statuses = guesses.flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(pairPolicy.burst);
    expect(statuses.filter((status) => status === 429)).toHaveLength(pairPolicy.burst);
    await database.close();
  });

  it('[CLI-41] the command for accounts exits with 0 if PostgreSQL answers late', async () => {
    const [address = '', socket = ''] = (await postgres.createDatabase('late')).split('host=');
    const folder = await mkdtemp(join(tmpdir(), 'batbot-late-'));
    const link = join(folder, 'socket');
    const running = promisify(execFile)(process.execPath, [builtProgram('accounts'), 'list'], {
      env: { ...process.env, DATABASE_URL: `${address}host=${encodeURIComponent(link)}` },
    });
    running.child.stderr?.once('data', () => symlinkSync(decodeURIComponent(socket), link));
    expect(await running).toEqual({
      stdout: 'There are no accounts.\n',
      stderr: 'the database cannot be reached yet; trying again\n',
    });
    await rm(folder, { recursive: true });
  });
});
