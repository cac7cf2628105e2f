import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type OperationName =
  | 'loginBot'
  | 'getUserData'
  | 'getPopOverContent'
  | 'storeFcmTokenBatBotWeb'
  | 'endSession';

/** A response as text, for example one that a proxy, an old server or an attacker sends. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

export const refusal = (message: string): ScriptedAnswer => ({
  body: JSON.stringify({ data: null, errors: [{ message }] }),
});

const json = (value: unknown): ScriptedAnswer => ({ body: JSON.stringify(value) });

const USER = {
  token: 'token-of-the-double',
  profilePermission: 'staff',
  userid: 'u-1',
  userName: 'Ada Lovelace',
  permission: 'technician',
  permissionJson: '{}',
  companyName: 'Voltmark',
  status: true,
  creatorId: 'c-1',
  subUserCount: 3,
  clientId: 'k-1',
  clientName: 'Fleet One',
  userLevel: '2',
  email: 'ada@voltmark.example',
  phoneNumber: '+49 30 1',
};

const POPOVER = {
  popOver: { support: 'Support answers from 8 to 18 h.', servicetab: 'Jobs of this week.' },
  categoryIssues: {
    serviceContent: ['Contactor stuck', { id: 2, title: 'Sensor missing' }],
    customerContent: [{ id: 7, title: 'Range too short' }],
  },
};

/** CORS headers for pages of any origin, because the server has another origin than the app. */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization, content-type',
  'access-control-max-age': '600',
  'cache-control': 'no-store',
};

export const startAccountDouble = async () => {
  let user: Record<string, unknown> = { ...USER };
  let scripts: { readonly operation: string; readonly answer: ScriptedAnswer }[] = [];
  const holds = new Map<string, Promise<void>>();
  let releases: (() => void)[] = [];

  const usual = (operation: string): ScriptedAnswer => {
    if (operation === 'getPopOverContent')
      return json({ data: { getPopOverContent: { popOverContent: JSON.stringify(POPOVER) } } });
    if (operation === 'storeFcmTokenBatBotWeb')
      return json({ data: { storeFcmTokenBatBotWeb: { state: true } } });
    if (operation === 'endSession') return json({ data: { endSession: { state: true } } });
    if (operation === 'loginBot') return json({ data: { loginBot: user } });
    if (operation !== 'getUserData') {
      return json({ errors: [{ message: `Cannot query field "${operation}" on type "Query".` }] });
    }
    const { token: _, userid: __, ...record } = user;
    return json({ data: { getUserData: record } });
  };

  const answerOf = async (operation: string): Promise<ScriptedAnswer> => {
    const at = scripts.findIndex((each) => each.operation === operation);
    const [scripted] = at < 0 ? [] : scripts.splice(at, 1);
    const answer = scripted?.answer ?? usual(operation);
    await holds.get(operation);
    return answer;
  };

  const send = (response: ServerResponse, { status = 200, type, body }: ScriptedAnswer): void => {
    response.writeHead(status, { ...headers, 'content-type': type ?? 'application/json' });
    response.end(body);
  };

  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const answer = async (body: string): Promise<void> => {
      const { query } = JSON.parse(body) as { query: string };
      const operation = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '';
      send(response, await answerOf(operation));
    };
    // A page that closes in the middle of a request aborts it. Without a handler, the rejection would end the worker.
    void text(request).then(answer, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const releaseAll = (): void => {
    for (const release of releases.splice(0)) release();
    holds.clear();
  };

  return {
    url: `http://localhost:${port}/graphql`,
    /** Changes fields of the user record for all later responses. */
    change: (fields: Readonly<Record<string, unknown>>): void => {
      user = { ...user, ...fields };
    },
    /** Grants exactly these permission flags. */
    grant: (...flags: readonly string[]): void => {
      user['permissionJson'] = JSON.stringify(
        Object.fromEntries(flags.map((flag) => [flag, true])),
      );
    },
    /** Sets the next responses of the operation. Each is used once, instead of the default response. */
    script: (operation: OperationName, ...answers: readonly ScriptedAnswer[]): void => {
      scripts.push(...answers.map((answer) => ({ operation, answer })));
    },
    /** Holds the responses of the operation until the returned function is called. */
    hold: (operation: OperationName): (() => void) => {
      let release = (): void => undefined;
      holds.set(
        operation,
        new Promise<void>((resolve) => {
          release = () => {
            holds.delete(operation);
            resolve();
          };
        }),
      );
      releases.push(release);
      return release;
    },
    /** Restores the initial state. */
    reset: (): void => {
      releaseAll();
      user = { ...USER };
      scripts = [];
      releases = [];
    },
    close: async (): Promise<void> => {
      releaseAll();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/**
 * An account server with scripted responses, for responses that the real server never sends. It has one user, whose
 * fields can be changed while it runs, and selects the response by operation name.
 */
export type AccountDouble = Awaited<ReturnType<typeof startAccountDouble>>;
