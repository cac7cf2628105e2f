import {
  type AccountServer,
  type AccountServerOptions,
  startAccountServer,
} from '../account-server.ts';
import type { SecurityEvent } from '../security-event.ts';
import type { Database } from '../database/database.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { openMemoryDatabase } from './memory-database.ts';

/** A running account server on an in-memory database, with a clock that the test controls. */
export interface TestApi extends ApiClient {
  readonly server: AccountServer;
  readonly database: Database;
  /** Every line that the server logged. */
  readonly logged: readonly string[];
  readonly events: readonly SecurityEvent[];
  readonly passTime: (ms: number) => void;
}

export const startTestApi = async (
  options: Partial<AccountServerOptions> = {},
): Promise<TestApi> => {
  let time = Date.UTC(2030, 0, 1);
  const logged: string[] = [];
  const events: SecurityEvent[] = [];
  const database = options.database ?? (await openMemoryDatabase());
  const server = await startAccountServer({
    port: 0,
    webOrigins: ['https://app.example'],
    trustedProxies: 1,
    timeSource: () => new Date(time),
    demoAccounts: true,
    report: (event) => events.push(event),
    log: (line) => logged.push(line),
    ...options,
    database,
  });
  return {
    server,
    database,
    logged,
    events,
    passTime: (ms) => {
      time += ms;
    },
    ...createApiClient(server.url),
  };
};
