import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AccountServerOptions, startAccountServer } from './account-server.ts';
import type { DemoAccount } from './accounts/demo-accounts.ts';
import type { BlobPlace } from './blobs/open-blob-store.ts';
import type { DatabaseSource } from './database/open-database.ts';
import type { Meters } from './metrics/meters.ts';
import { serverError } from './problem.ts';
import { createFcmSender, readServiceAccount } from './push/fcm-sender.ts';
import type { PushSender } from './push/push-sender.ts';
import type { ReportEvent } from './security-event.ts';
import {
  badSetting,
  type Environment,
  readNumber,
  readPort,
  readSwitch,
  readText,
  readUrl,
} from './settings.ts';
import { webConfigFromEnv } from './web-host/web-config.ts';
import { startWebHost, type WebHostOptions } from './web-host/web-host.ts';

/**
 * Default folder of the embedded database. It does not depend on whether npm runs in the repository or, with `-w`, in
 * the package.
 */
const defaultDataDir = fileURLToPath(new URL('../../../.run/data', import.meta.url));
const builtWebApp = fileURLToPath(new URL('../../web/dist/web', import.meta.url));

/** Resolves a typed path: it is relative to the folder in which npm was called, if any. */
export const typedPath = (env: Environment, path: string): string =>
  resolve(readText(env, 'INIT_CWD') ?? '', path);

/** Reads the URL under which browsers reach the web app, for example https://batbot.example. */
const readPublicOrigin = (env: Environment): string | undefined => {
  const text = readUrl(env, 'BATBOT_PUBLIC_URL', ['https:', 'http:']);
  if (text === undefined) return undefined;
  const { origin, pathname, search, hash } = new URL(text);
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw badSetting(
      'BATBOT_PUBLIC_URL',
      'an address without a path, such as https://batbot.example',
    );
  }
  return origin;
};

const readOrigins = (
  env: Environment,
  webPort: number,
  publicOrigin: string | undefined,
): readonly string[] => {
  const text = readText(env, 'BATBOT_WEB_ORIGIN');
  if (text === undefined) {
    return publicOrigin === undefined
      ? [`http://localhost:${webPort}`, `http://127.0.0.1:${webPort}`]
      : [publicOrigin];
  }
  return text.split(/[\s,]+/).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw badSetting('BATBOT_WEB_ORIGIN', 'origins such as https://app.example, comma between');
    }
    return origin;
  });
};

const readNeeded = (env: Environment, variable: string): string => {
  const text = readText(env, variable);
  if (text === undefined) throw badSetting(variable, 'set if BATBOT_BLOBS names a bucket');
  return text;
};

/** Reads the bucket `s3://NAME/PREFIX` and the service that has it. */
const readBucket = (env: Environment, text: string): BlobPlace => {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})\/?([\w./-]*)$/.exec(text) ?? [];
  if (bucket === undefined) {
    throw badSetting('BATBOT_BLOBS', 'a folder, "database", or a bucket such as s3://pieces');
  }
  const region = readText(env, 'AWS_REGION') ?? 'us-east-1';
  return {
    s3: {
      bucket,
      prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
      region,
      endpoint:
        readUrl(env, 'BATBOT_S3_ENDPOINT', ['https:', 'http:']) ??
        `https://s3.${region}.amazonaws.com`,
      accessKeyId: readNeeded(env, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: readNeeded(env, 'AWS_SECRET_ACCESS_KEY'),
    },
  };
};

/**
 * Reads where recording pieces are stored: in a folder, in the `database`, or in a bucket `s3://NAME/PREFIX` of
 * BATBOT_S3_ENDPOINT (Amazon's for AWS_REGION, us-east-1) with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Default:
 * PostgreSQL itself, so that several servers can share it, or a folder beside the embedded database.
 */
export const blobsFromEnv = (
  env: Environment,
  { dataDir = defaultDataDir, databaseUrl }: DatabaseSource,
): BlobPlace => {
  const text = readText(env, 'BATBOT_BLOBS');
  if (text === 'database' && databaseUrl === undefined) {
    throw badSetting('BATBOT_BLOBS', 'a folder: the embedded database stores no pieces');
  }
  if (text?.startsWith('s3:') === true) return readBucket(env, text);
  if (text !== undefined && text !== 'database') {
    return { folder: typedPath(env, text) };
  }
  return databaseUrl === undefined ? { folder: join(dataDir, 'blobs') } : 'database';
};

/** Reads the service account with which push messages are sent. Default: no messages are sent. */
const readPush = (env: Environment): PushSender | undefined => {
  const variable = 'BATBOT_FCM_ACCOUNT';
  const file = readText(env, variable);
  if (file === undefined) return undefined;
  return createFcmSender(readServiceAccount(variable, typedPath(env, file)));
};

export interface DeploymentParts {
  /** Whether demo accounts are allowed, and created unless BATBOT_DEMO_ACCOUNTS is false. Default false. */
  readonly mayHaveDemo?: boolean;
  /** Called with each security event. */
  readonly report?: ReportEvent;
}

export interface Deployment {
  readonly isProduction: boolean;
  /** How long a stopping server still serves while /ready answers 503, in ms. */
  readonly drainMs: number;
  /** Port of the metrics; undefined if they are not served. */
  readonly metricsPort: number | undefined;
  readonly api: AccountServerOptions;
  readonly web: WebHostOptions;
}

/**
 * Reads whether demo accounts are created. Their password is public, so only `npm start` and `npm run dev` create them,
 * and never in production.
 */
const readDemoAccounts = (env: Environment, mayHaveDemo: boolean): boolean => {
  const wanted = readSwitch(env, 'BATBOT_DEMO_ACCOUNTS', mayHaveDemo);
  if (wanted && (!mayHaveDemo || env['NODE_ENV'] === 'production')) {
    throw badSetting(
      'BATBOT_DEMO_ACCOUNTS',
      'false here: demo accounts have a public password. Create real ones with "npm run accounts -w @batbot/server -- add"',
    );
  }
  return wanted;
};

/** Reads the address of PostgreSQL. Another address would count as that of a server that does not answer yet. */
const readDatabaseUrl = (env: Environment): string | undefined => {
  const text = readText(env, 'DATABASE_URL');
  if (text === undefined || /^postgres(?:ql)?:\/\/(?:[^%]|%[\da-f]{2})*$/i.test(text)) return text;
  throw badSetting(
    'DATABASE_URL',
    'an address such as postgres://USER:PASSWORD@HOST/NAME, with % as %25',
  );
};

/** Returns the server's database: DATABASE_URL, or the embedded one in BATBOT_DATA_DIR (.run/data). */
export const databaseFromEnv = (env: Environment): DatabaseSource => {
  const folder = readText(env, 'BATBOT_DATA_DIR');
  return {
    dataDir: folder === undefined ? defaultDataDir : typedPath(env, folder),
    databaseUrl: readDatabaseUrl(env),
  };
};

/**
 * Reads the settings of `src/main.ts`: BATBOT_API_PORT (4000), BATBOT_WEB_PORT (5173), BATBOT_HOST (both loopback
 * addresses), BATBOT_DATA_DIR (.run/data), DATABASE_URL, BATBOT_BLOBS (see `blobsFromEnv`), BATBOT_FCM_ACCOUNT (no push
 * messages), BATBOT_WEB_ORIGIN,
 * BATBOT_WEB_FOLDER, BATBOT_EXPLORABLE_API (false; never with NODE_ENV=production), BATBOT_DEMO_ACCOUNTS
 * (`mayHaveDemo`), BATBOT_PUBLIC_URL (origins, API URL and HSTS follow from it), BATBOT_TRUSTED_PROXIES (0) and the
 * settings of the web app. BATBOT_METRICS_PORT (none) and BATBOT_DRAIN_SECONDS (0) are for operation behind a proxy.
 * Throws `badSetting`.
 */
export const deploymentFromEnv = (
  env: Environment,
  log: (line: string) => void,
  { mayHaveDemo = false, report }: DeploymentParts = {},
): Deployment => {
  const publicOrigin = readPublicOrigin(env);
  const hsts = publicOrigin?.startsWith('https:') === true;
  const webPort = readPort(env, 'BATBOT_WEB_PORT') ?? 5173;
  const host = readText(env, 'BATBOT_HOST');
  const database = databaseFromEnv(env);
  const webFolder = readText(env, 'BATBOT_WEB_FOLDER');
  return {
    isProduction: env['NODE_ENV'] === 'production',
    drainMs: 1_000 * (readNumber(env, 'BATBOT_DRAIN_SECONDS', 300, 'number of seconds') ?? 0),
    metricsPort: readPort(env, 'BATBOT_METRICS_PORT'),
    api: {
      port: readPort(env, 'BATBOT_API_PORT') ?? 4000,
      host,
      ...database,
      blobs: blobsFromEnv(env, database),
      webOrigins: readOrigins(env, webPort, publicOrigin),
      hsts,
      report,
      production:
        env['NODE_ENV'] === 'production' || !readSwitch(env, 'BATBOT_EXPLORABLE_API', false),
      demoAccounts: readDemoAccounts(env, mayHaveDemo),
      trustedProxies: readNumber(env, 'BATBOT_TRUSTED_PROXIES', 9) ?? 0,
      push: readPush(env),
      log,
    },
    web: {
      port: webPort,
      host,
      folder: webFolder === undefined ? builtWebApp : typedPath(env, webFolder),
      hsts,
      config: webConfigFromEnv({
        ...env,
        BATBOT_GRAPHQL_URL:
          readText(env, 'BATBOT_GRAPHQL_URL') ?? (publicOrigin && `${publicOrigin}/graphql`),
      }),
    },
  };
};

const refuseDemoAccounts = (
  accounts: readonly DemoAccount[],
  { isProduction, log }: { readonly isProduction: boolean; readonly log: (line: string) => void },
): void => {
  const names = accounts.map(({ user }) => user).join(', ');
  if (names === '') return;
  const problem = `the database has demo accounts, whose password is public: ${names}. Remove each with "npm run accounts -w @batbot/server -- remove NAME".`;
  if (isProduction) throw serverError({ kind: 'demoAccounts' }, problem);
  log(`WARNING: ${problem}`);
};

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version; // npm has validated the file
};

const startMetrics = async ({ metricsPort: port, api }: Deployment) => {
  if (port === undefined) return undefined;
  const { createMetrics, serveMetrics } = await import('./metrics/metrics.ts');
  const metrics = createMetrics(await readVersion());
  const { close, port: bound } = await serveMetrics(metrics, { port, host: api.host });
  return { metrics, close, url: `http://${api.host ?? 'localhost'}:${bound}/metrics` };
};

/** Returns the options with functions that also count each event and each warning. */
const counted = (api: AccountServerOptions, metrics: Meters | undefined): AccountServerOptions => {
  if (metrics === undefined) return api;
  return {
    ...api,
    meters: metrics,
    report: (event) => {
      metrics.event(event);
      api.report?.(event);
    },
    log: (line) => {
      metrics.warning();
      api.log?.(line);
    },
  };
};

/**
 * Starts web host, account server and, if they have a port, the metrics. If one of them cannot start, the others are
 * closed too. Rejects with a ServerError.
 */
export const startDeployment = async (deployment: Deployment) => {
  const { api, web, isProduction, drainMs } = deployment;
  const started: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    await Promise.all(started.map((close) => close()));
  };
  try {
    const webHost = await startWebHost(web);
    started.push(webHost.close);
    const metrics = await startMetrics(deployment);
    if (metrics) started.push(metrics.close);
    const log = api.log ?? (() => undefined);
    const accountServer = await startAccountServer({
      ...counted(api, metrics?.metrics),
      checkDemoAccounts: (accounts) => {
        if (api.demoAccounts !== true) refuseDemoAccounts(accounts, { isProduction, log });
      },
    });
    started.push(accountServer.close);
    return {
      webUrl: webHost.url,
      apiUrl: accountServer.url,
      metricsUrl: metrics?.url,
      demoAccounts: accountServer.demoAccounts,
      /** Reports for `drainMs` that the server is not ready, then finishes pending requests and closes everything. */
      close: async () => {
        accountServer.drain();
        if (drainMs > 0) await setTimeout(drainMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
