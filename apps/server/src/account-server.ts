import { createPasswordCheck } from './accounts/passwords.ts';
import { type DemoAccount, listDemoAccounts, seedDemoAccounts } from './accounts/demo-accounts.ts';
import { createApiHandler, defaultBodyLimits } from './api/api-handler.ts';
import { createGraphqlApi } from './api/graphql-api.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import type { BodyLimits } from './http/read-body.ts';
import { listen, type Listening } from './http/listen.ts';
import { createLogin } from './login/login.ts';
import { createSessionStore } from './sessions/session-store.ts';

export interface AccountServerOptions {
  /** 0: any free port. */
  readonly port: number;
  /** One address to listen on instead of both loopback addresses. */
  readonly host?: string | undefined;
  /** Folder of the embedded database; in memory without one. */
  readonly dataDir?: string | undefined;
  /** Address of a real PostgreSQL, used instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Origins of the web app, as browsers send them ('http://localhost:5173'). */
  readonly webOrigins: readonly string[];
  /** False switches introspection, suggestions and GraphiQL on. Default true. */
  readonly production?: boolean | undefined;
  /** Whether an empty database gets the demo accounts. Default true. */
  readonly demoAccounts?: boolean | undefined;
  /** Proxies in front whose X-Forwarded-For is believed. Default 0. */
  readonly trustedProxies?: number | undefined;
  /** Gets one line for each thing gone wrong inside; never a password or token. */
  readonly log?: ((line: string) => void) | undefined;
  /** For tests: an open, migrated database, closed by the server. */
  readonly database?: Database | undefined;
  /** For tests: ms since 1970. */
  readonly now?: (() => number) | undefined;
  readonly bodyLimits?: BodyLimits | undefined;
}

export interface AccountServer {
  /** The GraphQL endpoint, 'http://localhost:4000/graphql'. */
  readonly url: string;
  readonly port: number;
  /** The demo accounts the database holds. */
  readonly demoAccounts: readonly DemoAccount[];
  /** Finishes requests under way, frees the port, closes the database. Idempotent. */
  readonly close: () => Promise<void>;
}

const silent = (): void => undefined;

/** The handler of the time before the database is open: the port is claimed first, so that no data are touched in vain. */
const notReady: Handler = (_request, response) => {
  response.writeHead(503, { 'Retry-After': '1', 'Cache-Control': 'no-store' }).end();
};

type Handler = Parameters<typeof listen>[0];

const assemble = async (database: Database, options: AccountServerOptions) => {
  const { now = Date.now, log = silent, production = true } = options;
  if (options.demoAccounts ?? true) await seedDemoAccounts(database);
  const demoAccounts = await listDemoAccounts(database);
  const sessions = createSessionStore(database, now);
  const login = createLogin(database, sessions, await createPasswordCheck(), now);
  const api = await createGraphqlApi({
    services: { database, sessions, login },
    explorable: !production,
    warn: log,
  });
  const answer = createApiHandler({
    respond: api.respond,
    isHealthy: () =>
      database.query('select 1').then(
        () => true,
        () => false,
      ),
    webOrigins: options.webOrigins,
    explorable: !production,
    trustedProxies: options.trustedProxies ?? 0,
    limits: options.bodyLimits ?? defaultBodyLimits,
  });
  const handler: Handler = (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`request failed: ${error instanceof Error ? error.name : typeof error}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
  return { api, demoAccounts, handler };
};

const closeAll = async (listening: Listening, ...parts: readonly (() => Promise<void>)[]) => {
  await listening.close();
  for (const close of parts) await close();
};

/**
 * Starts the account server. Rejects with a ServerError: `portInUse`, `dataInUse`, `databaseUnavailable`; then
 * nothing is left running.
 */
export const startAccountServer = async (options: AccountServerOptions): Promise<AccountServer> => {
  let handler = notReady;
  const listening = await listen((request, response) => {
    handler(request, response);
  }, options);
  try {
    const database = options.database ?? (await openDatabase(options, options.log ?? silent));
    try {
      const ready = await assemble(database, options);
      handler = ready.handler;
      let closing: Promise<void> | undefined;
      return {
        url: `http://${options.host ?? 'localhost'}:${listening.port}/graphql`,
        port: listening.port,
        demoAccounts: ready.demoAccounts,
        close: () => (closing ??= closeAll(listening, ready.api.close, database.close)),
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await listening.close();
    throw error;
  }
};
