import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { loadWorld, openDatabase, startAccountServer } from '@batbot/server';
import { findPostgres, startPostgres } from '@batbot/server/testing/postgres';
import { startServerProcess } from '@batbot/server/testing/process';
import { makeWorld } from '../demo-world/demo-world.ts';
import { createAsk, percentile, SUBMIT, tokenOf, uuidV7 } from './workspace-calls.ts';

const size = { clients: 4, depotsPerClient: 4, packs: 64, snapshots: 0, recordings: 0 };
const CLIENTS = 16;
const ROUNDS = 2;
const ROUND_MS = 4_000;
const RECORD = `query ($id: String!) {
  getUserData(userId: $id, batbotWebVer: "") { userName status permissionJson companyName email phoneNumber }
}`;

/** Makes calls with all clients for a round. Returns the ms of each call. */
const load = async (call: (client: number) => Promise<unknown>): Promise<readonly number[]> => {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  const client = async (_: unknown, index: number): Promise<void> => {
    while (performance.now() < end) {
      const from = performance.now();
      await call(index);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
};

/**
 * Prints how many records, changes and logins per second one and two servers on one PostgreSQL answer, in turns, and
 * the 50th and 99th percentile of their times.
 */
export const benchInstances = async (print: (line: string) => void): Promise<void> => {
  const binaries = await findPostgres();
  if (binaries === undefined) {
    print('Instances: SKIPPED, needs PostgreSQL (apt-get install postgresql)');
    return;
  }
  const postgres = await startPostgres(binaries);
  const { url: databaseUrl } = postgres;
  const seeding = { port: 0, databaseUrl, webOrigins: [], demoAccounts: true };
  await (await startAccountServer(seeding)).close();
  const env = { DATABASE_URL: databaseUrl, BATBOT_TRUSTED_PROXIES: '1' };
  const servers = await Promise.all([startServerProcess({ env }), startServerProcess({ env })]);
  const database = await openDatabase({ databaseUrl }, print);
  try {
    await Promise.all(servers.map((server) => server.ready()));
    await loadWorld(database, () => makeWorld(size, new Date()));
    await database.query(
      `update users set password_hash = (select password_hash from users where id = 'demo-technician')`,
    );
    const users = await database.query<{ readonly id: string; readonly name: string }>(
      `select id, user_name as name from users where id like 'world-%-depot-%' order by id limit ${CLIENTS}`,
    );
    const asks = servers.map(({ url }) => createAsk(url));
    const userOf = (client: number) => users[client % users.length] ?? { id: '', name: '' };
    let tokens: readonly string[] = [];
    const signInAll = async (): Promise<void> => {
      const [ask] = asks;
      if (ask) tokens = await Promise.all(users.map(({ name }) => tokenOf(ask, name, newCaller())));
    };
    let caller = 0;
    /** A new address for each login, so that the rate limits do not apply. */
    const newCaller = (): string =>
      `10.${(caller += 1) >> 16}.${(caller >> 8) & 255}.${caller & 255}`;
    const askOf = (count: number, client: number) => asks[client % count] ?? createAsk('');
    const calls = {
      getUserData: (count: number) => (client: number) =>
        askOf(count, client)(RECORD, { id: userOf(client).id }, tokens[client]),
      submit: (count: number) => async (client: number) => {
        const putAsset = { id: randomUUID(), serial: randomUUID(), cells: 16 };
        const batch = [{ id: uuidV7(), at: new Date().toISOString(), change: { putAsset } }];
        const text = await askOf(count, client)(SUBMIT, { batch }, tokens[client]);
        if (!text.includes('APPLIED')) throw new Error(text.slice(0, 300));
      },
      loginBot: (count: number) => (client: number) =>
        tokenOf(askOf(count, client), userOf(client).name, newCaller()),
    };
    print(
      `Instances on one PostgreSQL without fsync: ${CLIENTS} clients, ${cpus().length} processors for servers, database and clients`,
    );
    print(
      '                        one: calls/s   p50 ms   p99 ms    two: calls/s   p50 ms   p99 ms',
    );
    for (const [name, call] of Object.entries(calls)) {
      const rounds = [1, 2].map(() => [] as (readonly number[])[]);
      await signInAll();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, times] of rounds.entries()) times.push(await load(call(index + 1)));
      }
      const columns = rounds.map((each) => {
        const times = each.flat();
        const perSecond = (times.length * 1_000) / (ROUND_MS * ROUNDS);
        const shares = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1).padStart(9));
        return `${perSecond.toFixed(0).padStart(16)}${shares.join('')}`;
      });
      print(`  ${name.padEnd(18)}${columns.join('')}`);
    }
  } finally {
    await database.close();
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await postgres.stop();
  }
};
