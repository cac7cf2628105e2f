import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createPasswordCheck } from './accounts/passwords.ts';
import {
  type DemoAccount,
  hasAllDemoAccounts,
  listDemoAccounts,
  seedDemoAccounts,
} from './accounts/demo-accounts.ts';
import { createApiHandler, defaultBodyLimits } from './api/api-handler.ts';
import { createGraphqlApi } from './api/graphql-api.ts';
import { createFleetJob } from './analysis/fleet.ts';
import { createJobs } from './analysis/jobs.ts';
import { createRollupJob } from './analysis/rollups.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { type BlobPlace, openBlobStore } from './blobs/open-blob-store.ts';
import { createBlobRoute } from './blobs/blob-route.ts';
import { type BlobLimits, type Blobs, createBlobs } from './blobs/blobs.ts';
import type { BodyLimits } from './http/read-body.ts';
import { listen } from './http/listen.ts';
import { createLogin } from './login/login.ts';
import { measureRequest } from './metrics/measure-request.ts';
import type { Meters } from './metrics/meters.ts';
import { createPasswordSetter } from './login/set-password.ts';
import type { TimeSource } from './database/database-time.ts';
import { describeError } from './problem.ts';
import type { PushSender } from './push/push-sender.ts';
import { loadWorld, type World } from './workspace/load-world.ts';
import type { ReportEvent } from './security-event.ts';
import { createSessionStore } from './sessions/session-store.ts';

export interface AccountServerOptions {
  /** TCP port to listen on; 0 selects any free port. */
  readonly port: number;
  /** One address to listen on instead of both loopback addresses. */
  readonly host?: string | undefined;
  /** Folder of the embedded database. Default: the database is in memory. */
  readonly dataDir?: string | undefined;
  /** Address of a real PostgreSQL, used instead of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Origins of the web app, as browsers send them ('http://localhost:5173'). */
  readonly webOrigins: readonly string[];
  /** Whether introspection, suggestions and GraphiQL are disabled. Default true. */
  readonly production?: boolean | undefined;
  /** Whether an empty database gets the demo accounts, whose password is public. Default false. */
  readonly demoAccounts?: boolean | undefined;
  /** Called with the demo accounts in the database before any call is answered. An error ends the start. */
  readonly checkDemoAccounts?: ((accounts: readonly DemoAccount[]) => void) | undefined;
  /** Creates the data of the demo accounts. Called when these accounts exist and the database has no asset yet. */
  readonly demoWorld?: (() => Promise<World>) | undefined;
  /** Number of reverse proxies in front of the server whose X-Forwarded-For is trusted. Default 0. */
  readonly trustedProxies?: number | undefined;
  /** Called with one line for each internal error; the line never contains a password or token. */
  readonly log?: ((line: string) => void) | undefined;
  /** For tests: an open and migrated database. The server closes it. */
  readonly database?: Database | undefined;
  /** Called with each security event. */
  readonly report?: ReportEvent | undefined;
  /** Whether responses carry Strict-Transport-Security; set it behind a TLS proxy. Default false. */
  readonly hsts?: boolean | undefined;
  /** For tests: the clock to use instead of the database's. */
  readonly timeSource?: TimeSource | undefined;
  readonly bodyLimits?: BodyLimits | undefined;
  /** Where recording pieces are stored. Default: pieces are not stored. */
  readonly blobs?: BlobPlace | undefined;
  readonly blobLimits?: BlobLimits | undefined;
  /** Sends push messages about tickets. Default: no messages are sent. */
  readonly push?: PushSender | undefined;
  /** Measures the calls and the database. Default: nothing is measured. */
  readonly meters?: Meters | undefined;
}

export interface AccountServer {
  /** URL of the GraphQL endpoint, for example 'http://localhost:4000/graphql'. */
  readonly url: string;
  readonly port: number;
  readonly demoAccounts: readonly DemoAccount[];
  /** From now on /ready answers 503, so that proxies send requests elsewhere; everything else is answered as before. */
  readonly drain: () => void;
  /** Finishes pending requests, frees the port and closes the database. Idempotent. */
  readonly close: () => Promise<void>;
}

const silent = (): void => undefined;

/**
 * Handles requests until the database is open. The port is bound first, so that no data is touched if the port is
 * taken.
 */
const notReady: Handler = (request, response) => {
  const status = request.url === '/live' ? 200 : 503;
  response.writeHead(status, { 'Retry-After': '1', 'Cache-Control': 'no-store' }).end();
};

/**
 * Warns once if requests come through a proxy that is not trusted: all callers then share its address and its limits.
 */
const createProxyWarning = (trustedProxies: number, log: (line: string) => void) => {
  let isDone = trustedProxies > 0;
  return (request: IncomingMessage): void => {
    if (isDone || request.headers['x-forwarded-for'] === undefined) return;
    isDone = true;
    log(
      'X-Forwarded-For arrives, but no proxy is trusted: all callers count as one address. Set BATBOT_TRUSTED_PROXIES to the number of proxies in front.',
    );
  };
};

type Handler = Parameters<typeof listen>[0];

/** How long /ready waits for the database, in ms. */
const READY_MS = 2_000;

const isAnswering = (database: Database): Promise<boolean> =>
  Promise.race([
    database.query('select 1').then(
      () => true,
      () => false,
    ),
    setTimeout(READY_MS, false, { ref: false }),
  ]);

const CLEAN_EVERY_MS = 3_600_000;

/**
 * Removes unused pieces now and every hour. Several servers on one database can do so at the same time. Returns a
 * function that stops it and resolves after the removal of the current piece.
 */
const cleanHourly = (blobs: Blobs, log: (line: string) => void): (() => Promise<void>) => {
  let cleaning: Promise<unknown> | undefined;
  const stopping = new AbortController();
  const clean = (): void => {
    cleaning = blobs.clean(stopping.signal).catch((error: unknown) => {
      log(`unused pieces are not removed: ${describeError(error)}`);
    });
  };
  clean();
  const timer = setInterval(clean, CLEAN_EVERY_MS);
  timer.unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await cleaning;
  };
};

const assemble = async (database: Database, options: AccountServerOptions) => {
  const { timeSource, log = silent, report = silent, production = true, meters } = options;
  let isDraining = false;
  meters?.watch(database);
  const store = options.blobs && (await openBlobStore(options.blobs, log));
  if (options.demoAccounts === true) await seedDemoAccounts(database);
  const demoAccounts = await listDemoAccounts(database);
  options.checkDemoAccounts?.(demoAccounts);
  if (options.demoAccounts === true && options.demoWorld && hasAllDemoAccounts(demoAccounts)) {
    await loadWorld(database, options.demoWorld, store);
  }
  const sessions = createSessionStore(database, timeSource);
  const passwords = await createPasswordCheck();
  const login = createLogin(database, sessions, passwords, timeSource);
  const passwordSetter = createPasswordSetter(database, passwords, report, timeSource);
  const blobs = store && createBlobs(database, store, options.blobLimits);
  await database.query(
    `insert into jobs (kind, subject) values ('FLEET', '') on conflict do nothing`,
  );
  const jobs = createJobs(
    database,
    {
      FLEET: createFleetJob(database, log),
      ...(store && { ROLLUP: createRollupJob(database, store) }),
    },
    log,
  );
  const trustedProxies = options.trustedProxies ?? 0;
  const api = await createGraphqlApi({
    services: { database, sessions, login, report, passwordSetter, blobs, push: options.push },
    explorable: !production,
    warn: log,
    onOperation: meters?.operation,
  });
  const answer = createApiHandler({
    respond: api.respond,
    blobs: blobs && createBlobRoute({ blobs, sessions, report, trustedProxies }),
    isReady: async () => !isDraining && (await isAnswering(database)),
    webOrigins: options.webOrigins,
    explorable: !production,
    trustedProxies,
    hsts: options.hsts ?? false,
    limits: options.bodyLimits ?? defaultBodyLimits,
  });
  const warnOfProxy = createProxyWarning(trustedProxies, log);
  const handler: Handler = (request, response) => {
    warnOfProxy(request);
    if (isDraining) response.shouldKeepAlive = false; // a proxy must not reuse this connection
    if (meters) measureRequest(request, response, meters);
    answer(request, response).catch((error: unknown) => {
      log(`request failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
  return {
    api,
    demoAccounts,
    handler,
    drain: () => {
      isDraining = true;
    },
    stops: [...(blobs ? [cleanHourly(blobs, log)] : []), jobs.start()],
  };
};

/**
 * Starts the account server. Rejects with a ServerError: `portInUse`, `dataInUse`, `dataDamaged` or
 * `databaseUnavailable`; nothing is left running then.
 */
export const startAccountServer = async (options: AccountServerOptions): Promise<AccountServer> => {
  let handler = notReady;
  const listening = await listen((request, response) => handler(request, response), options);
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
        drain: ready.drain,
        close: () =>
          (closing ??= Promise.all([listening.close(), ...ready.stops.map((stop) => stop())])
            .then(ready.api.close)
            .then(database.close)),
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
