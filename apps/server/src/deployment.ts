import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountServerOptions, startAccountServer } from './account-server.ts';
import type { DatabaseSource } from './database/open-database.ts';
import { badSetting, type Environment, readPort, readSwitch, readText } from './settings.ts';
import { webConfigFromEnv } from './web-host/web-config.ts';
import { startWebHost, type WebHostOptions } from './web-host/web-host.ts';

/** The same whether npm starts the server from the repository's folder or, with `-w`, from the package's. */
const defaultDataDir = fileURLToPath(new URL('../../../.run/data', import.meta.url));
const builtWebApp = fileURLToPath(new URL('../../web/dist/web', import.meta.url));

const readOrigins = (env: Environment, webPort: number): readonly string[] => {
  const text = readText(env, 'BATBOT_WEB_ORIGIN');
  if (text === undefined) return [`http://localhost:${webPort}`, `http://127.0.0.1:${webPort}`];
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

export interface Deployment {
  readonly api: AccountServerOptions;
  readonly web: WebHostOptions;
}

/** The server's database: DATABASE_URL, or the embedded one in BATBOT_DATA_DIR (.run/data). */
export const databaseFromEnv = (env: Environment): DatabaseSource => {
  const folder = readText(env, 'BATBOT_DATA_DIR');
  const typedIn = readText(env, 'INIT_CWD') ?? ''; // where npm was called; resolve takes '' for the present folder
  return {
    dataDir: folder === undefined ? defaultDataDir : resolve(typedIn, folder),
    databaseUrl: readText(env, 'DATABASE_URL'),
  };
};

/**
 * What `src/main.ts` runs, from BATBOT_API_PORT (4000), BATBOT_WEB_PORT (5173), BATBOT_HOST (both loopback addresses),
 * BATBOT_DATA_DIR (.run/data), DATABASE_URL, BATBOT_WEB_ORIGIN, BATBOT_WEB_FOLDER, BATBOT_EXPLORABLE_API (false; never
 * with NODE_ENV=production), BATBOT_DEMO_ACCOUNTS (true), BATBOT_TRUSTED_PROXIES (0) and the web app's own settings.
 * Throws `badSetting`.
 */
export const deploymentFromEnv = (env: Environment, log: (line: string) => void): Deployment => {
  const webPort = readPort(env, 'BATBOT_WEB_PORT', 5173);
  const host = readText(env, 'BATBOT_HOST');
  return {
    api: {
      port: readPort(env, 'BATBOT_API_PORT', 4000),
      host,
      ...databaseFromEnv(env),
      webOrigins: readOrigins(env, webPort),
      production:
        env['NODE_ENV'] === 'production' || !readSwitch(env, 'BATBOT_EXPLORABLE_API', false),
      demoAccounts: readSwitch(env, 'BATBOT_DEMO_ACCOUNTS', true),
      trustedProxies: readProxies(env),
      log,
    },
    web: {
      port: webPort,
      host,
      folder: readText(env, 'BATBOT_WEB_FOLDER') ?? builtWebApp,
      config: webConfigFromEnv(env),
    },
  };
};

/** Starts both servers; when one cannot start, neither stays. Rejects with a ServerError. */
export const startDeployment = async ({ api, web }: Deployment) => {
  const webHost = await startWebHost(web);
  try {
    const accountServer = await startAccountServer(api);
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
