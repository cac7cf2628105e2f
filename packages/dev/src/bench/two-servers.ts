import { loadWorld, openDatabase, startAccountServer } from '@batbot/server';
import { findPostgres, startPostgres } from '@batbot/server/testing/postgres';
import { startServerProcess } from '@batbot/server/testing/process';
import { makeWorld, type WorldSize } from '../demo-world/demo-world.ts';
import { createAsk, type Ask } from './workspace-calls.ts';

interface TwoServers {
  readonly database: Awaited<ReturnType<typeof openDatabase>>;
  readonly asks: readonly [Ask, Ask];
  /** Time to make and load the demo data. */
  readonly seconds: number;
}

/**
 * Calls `work` with two account servers on a new PostgreSQL, whose demo data has this size. All accounts have the
 * password of the demo accounts.
 */
export const withTwoServers = async (
  size: WorldSize,
  print: (line: string) => void,
  work: (parts: TwoServers) => Promise<void>,
): Promise<void> => {
  const binaries = await findPostgres();
  if (binaries === undefined) {
    print('Not run: needs PostgreSQL (apt-get install postgresql)');
    return;
  }
  const postgres = await startPostgres(binaries);
  const { url: databaseUrl } = postgres;
  const seeding = { port: 0, databaseUrl, webOrigins: [], demoAccounts: true };
  await (await startAccountServer(seeding)).close();
  const env = { DATABASE_URL: databaseUrl, BATBOT_TRUSTED_PROXIES: '1' };
  const servers = [await startServerProcess({ env }), await startServerProcess({ env })] as const;
  const database = await openDatabase({ databaseUrl }, print);
  try {
    await Promise.all(servers.map((server) => server.ready()));
    const made = performance.now();
    await loadWorld(database, () => makeWorld(size, new Date()));
    await database.query('vacuum analyze'); // the server itself would run this vacuum within minutes
    const seconds = (performance.now() - made) / 1_000;
    await database.query(
      `update users set password_hash = (select password_hash from users where id = 'demo-technician')`,
    );
    const asks = [createAsk(servers[0].url), createAsk(servers[1].url)] as const;
    await work({ database, asks, seconds });
  } finally {
    await database.close();
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await postgres.stop();
  }
};
