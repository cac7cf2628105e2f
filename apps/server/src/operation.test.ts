import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAccountServer } from './account-server.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { createApiClient } from './testing/api-client.ts';
import { builtProgram } from './testing/built-server.ts';
import { freePort } from './testing/free-port.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { findPostgres, startPostgres, type TestPostgres } from './testing/test-postgres.ts';
import { addTestAccount, item, TEST_PASSWORD } from './testing/test-workspace.ts';
import type { Submission } from './workspace/submit.ts';

const warnOfNothing = (): void => undefined;

const servers: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end('SIGKILL')));
});
const start = async (databaseUrl: string): Promise<ServerProcess> => {
  const server = await startServerProcess({
    env: { DATABASE_URL: databaseUrl },
    nodeArguments: [builtProgram('main')],
  });
  servers.push(server);
  await server.ready();
  return server;
};

const SUBMIT = `mutation ($batch: [SubmissionItem!]!) { submit(batch: $batch) { id status } }`;
const signIn = async (url: string, user: string): Promise<string> => {
  const { data } = await createApiClient(url).login(user, TEST_PASSWORD);
  return String(data['loginBot']?.['token']);
};
const putAsset = (serial: string): Submission => item({ putAsset: { id: randomUUID(), serial } });

const binaries = await findPostgres();

describe.skipIf(binaries === undefined)('a server on PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    if (binaries !== undefined) postgres = await startPostgres(binaries);
  });
  afterAll(() => postgres.stop());

  const prepare = async (name: string, users: readonly string[]) => {
    const databaseUrl = await postgres.createDatabase(name);
    const database = await openDatabase({ databaseUrl }, warnOfNothing);
    for (const id of users) await addTestAccount(database, { id });
    return { databaseUrl, database };
  };

  it('[OPS-1] [OP-03] is live at once, and ready only while it is migrated and the database answers', async () => {
    const databaseUrl = await postgres.createDatabase('readiness');
    const other = await openDatabase({ databaseUrl }, warnOfNothing);
    const port = await freePort();
    const statusOf = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const starting = await other.transaction(async (inside) => {
      await inside.query('select pg_advisory_xact_lock(1722001)'); // as another server does while it migrates
      const opening = startAccountServer({ port, databaseUrl, webOrigins: [] });
      await expect.poll(() => statusOf('/live').catch(() => 0)).toBe(200);
      expect(await statusOf('/ready')).toBe(503);
      expect(await statusOf('/graphql')).toBe(503);
      return { opening };
    });
    const server = await starting.opening;
    expect(await statusOf('/ready')).toBe(200);
    await postgres.freeze();
    try {
      expect(await statusOf('/ready')).toBe(503);
      expect(await statusOf('/live')).toBe(200);
    } finally {
      await postgres.thaw();
    }
    await expect.poll(() => statusOf('/ready')).toBe(200);
    await server.close();
    await other.close();
  });

  it('[OPS-4] [OP-05] every line of the log is JSON, and none has a password, a token or text of a user', async () => {
    const { databaseUrl, database } = await prepare('logged', ['clerk']);
    const server = await start(databaseUrl);
    const { ask, login } = createApiClient(server.url);
    const token = await signIn(server.url, 'clerk');
    await login('clerk', 'Wrong-Password-77');
    await login('Unknown-Name-78', 'Wrong-Password-77');
    await ask('{ getUserData(userId: "clerk", batbotWebVer: "") { userName } }', {
      token: 'Refused-Token-79',
    });
    await ask('mutation ($t: String!) { storeFcmTokenBatBotWeb(token: $t) { state } }', {
      token,
      variables: { t: 'Push-Token-80' },
    });
    const changes = (): readonly Submission[] => {
      const [id, entryId] = [randomUUID(), randomUUID()];
      const ticket = { id, serial: 'Serial-81', category: 'OTHER', title: 'Title-82' };
      const body = { text: 'Mail-Body-83' };
      return [
        putAsset('Serial-81'),
        item({ openTicket: { ...ticket, audience: 'CUSTOMER', priority: 2 } }),
        item({ addTicketEntry: { id: entryId, ticketId: id, kind: 'TEXT', body } }),
      ];
    };
    const submit = (batch: readonly Submission[]) => ask(SUBMIT, { token, variables: { batch } });
    const accepted = await submit(changes());
    expect(accepted.text.match(/APPLIED/g)).toHaveLength(3);
    // The errors of the database quote the values of a statement.
    for (const table of ['assets', 'tickets', 'sessions', 'login_limits']) {
      await database.script(`alter table ${table} rename to ${table}_away`);
      await submit(changes());
      await login('clerk', TEST_PASSWORD);
    }
    await ask('{ Not-A-Query-84', { token });
    await server.end('SIGTERM');
    const lines = server.output().trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    for (const line of parsed) {
      expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(line['level']).toMatch(/^(info|warn|error)$/);
      expect(typeof line['event']).toBe('string');
    }
    const events = new Set(parsed.map((line) => line['event']));
    for (const event of ['started', 'login', 'tokenRefused', 'warning', 'stopping', 'stopped']) {
      expect(events).toContain(event);
    }
    for (const secret of [
      TEST_PASSWORD,
      token,
      'Wrong-Password-77',
      'Unknown-Name-78',
      'Refused-Token-79',
      'Push-Token-80',
      'Serial-81',
      'Title-82',
      'Mail-Body-83',
      'Not-A-Query-84',
    ]) {
      expect(server.output()).not.toContain(secret);
    }
    await database.close();
  });

  it('[OPS-9] [OP-04] when one of two servers is killed under load, no confirmed change is lost and none is made twice', async () => {
    const users = ['one', 'two', 'three', 'four'];
    const { databaseUrl, database } = await prepare('killed', users);
    const [first, second] = await Promise.all([start(databaseUrl), start(databaseUrl)]);
    const confirmed = new Map<string, string>();
    let retried = 0;
    let isOver = false;
    /** Behaves like the outbox of a client: sends each change with the same id until a server has confirmed it. */
    const client = async (user: string): Promise<void> => {
      const token = await signIn(first.url, user);
      let url = first.url;
      for (let number = 0; !isOver; number += 1) {
        const change = putAsset(`${user}-${number}`);
        while (!confirmed.has(change.id)) {
          const answer = await createApiClient(url)
            .ask(SUBMIT, { token, variables: { batch: [change] } })
            .catch(() => undefined);
          const [outcome] = (answer?.data['submit'] ?? []) as unknown as readonly {
            status: string;
          }[];
          if (outcome?.status === 'APPLIED' || outcome?.status === 'DUPLICATE') {
            confirmed.set(change.id, outcome.status);
          } else {
            retried += 1;
            url = second.url;
          }
        }
      }
    };
    const clients = Promise.all(users.map(client));
    await expect.poll(() => confirmed.size).toBeGreaterThan(20);
    await first.end('SIGKILL');
    const before = confirmed.size;
    await expect.poll(() => confirmed.size).toBeGreaterThan(before + 20);
    isOver = true;
    await clients;
    expect(retried).toBeGreaterThan(0);
    const idsOf = async (source: Database) =>
      (await source.query<{ readonly id: string }>('select id::text as id from events')).map(
        ({ id }) => id,
      );
    expect((await idsOf(database)).toSorted()).toEqual([...confirmed.keys()].toSorted());
    const twice = await database.query(
      'select serial from assets group by serial having count(*) > 1',
    );
    expect(twice).toEqual([]);
    expect(await database.query('select 1 from assets')).toHaveLength(confirmed.size);
    await database.close();
  });
});
