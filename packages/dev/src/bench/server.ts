import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startAccountServer } from '@batbot/server';
import { createAsk, newCaller, RECORD, tokenOf } from './workspace-calls.ts';

const ROUNDS = 3;
const ROUND_MS = 2_000;

/** Starts the minimum of a server: it reads the request's body and responds with `text`. */
const startBareServer = async (text: string) => {
  const server = createServer((asked, response) => {
    asked.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a string only on a Unix socket
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
};

interface Figures {
  readonly perSecond: number;
  /**
   * CPU time of the process per call, in ms. Unlike the wall clock, it does not include other processes of a busy
   * machine.
   */
  readonly workMs: number;
}

/** Makes calls for `ROUND_MS` with `clients` concurrent clients. */
const measure = async (clients: number, call: () => Promise<unknown>): Promise<Figures> => {
  const from = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - from < ROUND_MS) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (done * 1_000) / (performance.now() - from),
    workMs: (user + system) / 1_000 / done,
  };
};

/** Returns the figures of the round with the least CPU time per call. */
const bestOf = (rounds: readonly Figures[]): Figures =>
  rounds.reduce((best, each) => (each.workMs < best.workMs ? each : best));

/**
 * Prints how many user records and logins per second the account server answers and the CPU time of one, compared with
 * a Node server that only sends the same bytes. The database is that of DATABASE_URL, which must be empty, or by
 * default the embedded one in memory.
 */
export const benchServer = async (print: (line: string) => void): Promise<void> => {
  const server = await startAccountServer({
    port: 0,
    databaseUrl: process.env['DATABASE_URL'],
    webOrigins: [],
    demoAccounts: true,
    trustedProxies: 1,
    log: print,
  });
  const ask = createAsk(server.url);
  const login = (): Promise<string> => tokenOf(ask, 'technician', newCaller());
  const token = await login();
  const record = (): Promise<string> => ask(RECORD, { id: 'demo-technician' }, token);
  const bare = await startBareServer(await record());
  const askBare = createAsk(bare.url);
  const bareCall = (): Promise<string> => askBare(RECORD, { id: 'demo-technician' });
  const bareRounds: Figures[] = [];
  const recordRounds: Figures[] = [];
  const loginRounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareRounds.push(await measure(16, bareCall));
    recordRounds.push(await measure(16, record));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    loginRounds.push(await measure(4, login)); // this ends the session of `token`
  }
  bare.close();
  await server.close();
  const kind = process.env['DATABASE_URL'] === undefined ? 'embedded database' : 'PostgreSQL';
  const peer = bestOf(bareRounds);
  print(`Account server: ${kind}, server and clients in one process`);
  print('                    calls/s   work a call   / bare server');
  for (const [name, rounds] of [
    ['getUserData', recordRounds],
    ['loginBot', loginRounds],
    ['bare server', bareRounds],
  ] as const) {
    const { perSecond, workMs } = bestOf(rounds);
    const ratio = (workMs / peer.workMs).toFixed(1);
    print(
      `  ${name.padEnd(14)}${perSecond.toFixed(0).padStart(11)}${workMs.toFixed(2).padStart(11)} ms${ratio.padStart(14)} ×`,
    );
  }
};
