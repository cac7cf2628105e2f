import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountServerOptions, startAccountServer } from './account-server.ts';
import type { DemoAccount } from './accounts/demo-accounts.ts';
import type { DatabaseSource } from './database/open-database.ts';
import { serverError } from './problem.ts';
import { createFcmSender, readServiceAccount } from './push/fcm-sender.ts';
import type { PushSender } from './push/push-sender.ts';
import type { ReportEvent } from './security-event.ts';
import {
  badSetting,
  type Environment,
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

const readProxies = (env: Environment): number => {
  const text = readText(env, 'BATBOT_TRUSTED_PROXIES') ?? '0';
  if (!/^\d$/.test(text)) throw badSetting('BATBOT_TRUSTED_PROXIES', 'a number from 0 to 9');
  return Number(text);
};

/**
 * Reads where recording pieces are stored: in a folder or in the `database`. Default: PostgreSQL itself, so that
 * several servers can share it, or a folder beside the embedded database.
 */
const readBlobs = (
  env: Environment,
  { dataDir = defaultDataDir, databaseUrl }: DatabaseSource,
): AccountServerOptions['blobs'] => {
  const text = readText(env, 'BATBOT_BLOBS');
  if (text === 'database' && databaseUrl === undefined) {
    throw badSetting('BATBOT_BLOBS', 'a folder: the embedded database stores no pieces');
  }
  if (text !== undefined && text !== 'database') {
    return { folder: resolve(readText(env, 'INIT_CWD') ?? '', text) };
  }
  return databaseUrl === undefined ? { folder: join(dataDir, 'blobs') } : 'database';
};

/** Reads the service account with which push messages are sent. Default: none are sent. */
const readPush = (env: Environment): PushSender | undefined => {
  const variable = 'BATBOT_FCM_ACCOUNT';
  const file = readText(env, variable);
  if (file === undefined) return undefined;
  return createFcmSender(
    readServiceAccount(variable, resolve(readText(env, 'INIT_CWD') ?? '', file)),
  );
};

export interface DeploymentParts {
  /** Whether demo accounts are allowed, and created unless BATBOT_DEMO_ACCOUNTS is false. Default false. */
  readonly mayHaveDemo?: boolean;
  /** Called with each security event. */
  readonly report?: ReportEvent;
}

export interface Deployment {
  readonly isProduction: boolean;
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

/** Returns the server's database: DATABASE_URL, or the embedded one in BATBOT_DATA_DIR (.run/data). */
export const databaseFromEnv = (env: Environment): DatabaseSource => {
  const folder = readText(env, 'BATBOT_DATA_DIR');
  // the folder in which npm was called; `resolve` takes '' as the current folder
  const typedIn = readText(env, 'INIT_CWD') ?? '';
  return {
    dataDir: folder === undefined ? defaultDataDir : resolve(typedIn, folder),
    databaseUrl: readText(env, 'DATABASE_URL'),
  };
};

/**
 * Reads the settings of `src/main.ts`: BATBOT_API_PORT (4000), BATBOT_WEB_PORT (5173), BATBOT_HOST (both loopback
 * addresses), BATBOT_DATA_DIR (.run/data), DATABASE_URL, BATBOT_BLOBS (see `readBlobs`), BATBOT_FCM_ACCOUNT (no push
 * messages), BATBOT_WEB_ORIGIN,
 * BATBOT_WEB_FOLDER, BATBOT_EXPLORABLE_API (false; never with NODE_ENV=production), BATBOT_DEMO_ACCOUNTS
 * (`mayHaveDemo`), BATBOT_PUBLIC_URL (origins, API URL and HSTS follow from it), BATBOT_TRUSTED_PROXIES (0) and the
 * settings of the web app. Throws `badSetting`.
 */
export const deploymentFromEnv = (
  env: Environment,
  log: (line: string) => void,
  { mayHaveDemo = false, report }: DeploymentParts = {},
): Deployment => {
  const publicOrigin = readPublicOrigin(env);
  const hsts = publicOrigin?.startsWith('https:') === true;
  const webPort = readPort(env, 'BATBOT_WEB_PORT', 5173);
  const host = readText(env, 'BATBOT_HOST');
  const database = databaseFromEnv(env);
  return {
    isProduction: env['NODE_ENV'] === 'production',
    api: {
      port: readPort(env, 'BATBOT_API_PORT', 4000),
      host,
      ...database,
      blobs: readBlobs(env, database),
      webOrigins: readOrigins(env, webPort, publicOrigin),
      hsts,
      report,
      production:
        env['NODE_ENV'] === 'production' || !readSwitch(env, 'BATBOT_EXPLORABLE_API', false),
      demoAccounts: readDemoAccounts(env, mayHaveDemo),
      trustedProxies: readProxies(env),
      push: readPush(env),
      log,
    },
    web: {
      port: webPort,
      host,
      folder: readText(env, 'BATBOT_WEB_FOLDER') ?? builtWebApp,
      hsts,
      config: webConfigFromEnv(
        publicOrigin === undefined
          ? env
          : { BATBOT_GRAPHQL_URL: `${publicOrigin}/graphql`, ...env },
      ),
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

/** Starts both servers. If one of them cannot start, the other is closed too. Rejects with a ServerError. */
export const startDeployment = async ({ api, web, isProduction }: Deployment) => {
  const webHost = await startWebHost(web);
  try {
    const accountServer = await startAccountServer(api);
    try {
      const log = api.log ?? (() => undefined);
      if (api.demoAccounts !== true)
        refuseDemoAccounts(accountServer.demoAccounts, { isProduction, log });
    } catch (error) {
      await accountServer.close();
      throw error;
    }
    return {
      webUrl: webHost.url,
      apiUrl: accountServer.url,
      demoAccounts: accountServer.demoAccounts,
      close: async () => {
        await Promise.all([webHost.close(), accountServer.close()]);
      },
    };
  } catch (error) {
    await webHost.close();
    throw error;
  }
};
