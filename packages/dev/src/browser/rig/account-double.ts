import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

type OperationName = 'loginBot' | 'getUserData' | 'getPopOverContent';

export const refusal = (message: string): string =>
  JSON.stringify({ data: null, errors: [{ message }] });

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

/**
 * Starts an account server with scripted responses, for responses that the real server never sends. It has one user,
 * whose fields can be changed while it runs, and selects the response by operation name.
 */
export const startAccountDouble = async () => {
  let user: Record<string, unknown> = { ...USER };
  const scripts: { readonly operation: string; readonly body: string }[] = [];
  const held = new Set<string>();

  const usual = (operation: string): object => {
    const { token: _, userid: __, ...record } = user;
    const data: Readonly<Record<string, object>> = {
      loginBot: user,
      getUserData: record,
      getPopOverContent: { popOverContent: JSON.stringify(POPOVER) },
      storeFcmTokenBatBotWeb: { state: true },
      endSession: { state: true },
    };
    return operation in data
      ? { data: { [operation]: data[operation] } }
      : { errors: [{ message: `Cannot query field "${operation}" on type "Query".` }] };
  };

  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const answer = (sent: string): void => {
      const { query } = JSON.parse(sent) as { query: string };
      const operation = /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '';
      if (held.has(operation)) return;
      const at = scripts.findIndex((each) => each.operation === operation);
      const [scripted] = at < 0 ? [] : scripts.splice(at, 1);
      response.writeHead(200, { ...headers, 'content-type': 'application/json' });
      response.end(scripted?.body ?? JSON.stringify(usual(operation)));
    };
    // A page that closes in the middle of a request aborts it. Without a handler, the rejection would end the worker.
    void text(request).then(answer, () => undefined);
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/graphql`,
    close,
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
    /** Sets the body of the next response of the operation. It is used once, instead of the default response. */
    script: (operation: OperationName, body: string): void => {
      scripts.push({ operation, body });
    },
    /** Does not answer the operation any more. */
    hold: (operation: OperationName): void => {
      held.add(operation);
    },
  };
};
