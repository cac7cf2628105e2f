import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { quantile } from './measure.ts';
import { withTwoServers } from './two-servers.ts';
import { newCaller, RECORD, SUBMIT, tokenOf, uuidV7 } from './workspace-calls.ts';

const size = { clients: 4, depotsPerClient: 4, packs: 64, snapshots: 0, recordings: 0 };
const CLIENTS = 16;
const ROUNDS = 2;
const ROUND_MS = 4_000;
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
export const benchInstances = (print: (line: string) => void): Promise<void> =>
  withTwoServers(size, print, async ({ database, asks }) => {
    const users = await database.query<{ readonly id: string; readonly name: string }>(
      `select id, user_name as name from users where id like 'world-%-depot-%' order by id limit ${CLIENTS}`,
    );
    const userOf = (client: number) => users[client % users.length] ?? { id: '', name: '' };
    let tokens: readonly string[] = [];
    const signInAll = async (): Promise<void> => {
      tokens = await Promise.all(users.map(({ name }) => tokenOf(asks[0], name, newCaller())));
    };
    const askOf = (count: number, client: number) => asks[client % count] ?? asks[0];
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
        const shares = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1).padStart(9));
        return `${perSecond.toFixed(0).padStart(16)}${shares.join('')}`;
      });
      print(`  ${name.padEnd(18)}${columns.join('')}`);
    }
  });
