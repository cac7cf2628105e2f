import { readFileSync } from 'node:fs';
import { buildSchema, execute, parse, validate, GraphQLError, type GraphQLSchema } from 'graphql';
import type { GatewayError, Result } from '@batbot/core';
import { createFakeAccountGateway } from '@batbot/core/fakes';

/** Loads the schema of the account server from its source. */
export const loadSchema = (): GraphQLSchema =>
  buildSchema(readFileSync(new URL('../../../../server/schema.graphql', import.meta.url), 'utf8'));

/** A recorded request. */
export interface SeenRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  readonly body: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };
}

const readRequest = (input: RequestInfo | URL, init: RequestInit = {}): SeenRequest => ({
  url: input instanceof Request ? input.url : String(input),
  init,
  headers: new Headers(init.headers),
  body: JSON.parse(init.body as string) as SeenRequest['body'], // graphql-request sends text
});

/**
 * A `fetch` that records the requests and returns prepared responses. A response that ignores `signal` simulates a
 * server that hangs.
 */
export const fetchDouble = (
  answer: (request: SeenRequest, index: number) => Response | Promise<Response>,
) => {
  const seen: SeenRequest[] = [];
  const request: typeof fetch = async (input, init) => {
    const read = readRequest(input, init);
    seen.push(read);
    return answer(read, seen.length - 1);
  };
  return { fetch: request, seen };
};

export const jsonResponse = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/graphql-response+json', ...headers },
  });

/** An account server in memory: the real schema executes the real documents on the accounts of the fake gateway. */
export const createAccountServerDouble = () => {
  const backend = createFakeAccountGateway();
  const schema = loadSchema();
  let isDark = false;

  const unwrap = (result: Result<unknown, GatewayError>): unknown => {
    if (!result.ok) throw new GraphQLError(result.error.message);
    return result.value;
  };

  const double = fetchDouble(async ({ headers, body }) => {
    if (isDark) throw new TypeError('Failed to fetch');
    const document = parse(body.query);
    const errors = validate(schema, document);
    if (errors.length > 0) return jsonResponse({ errors }, 400);
    const token = headers.get('authorization') ?? '';
    const rootValue = {
      loginBot: async (args: { readonly user: string; readonly pass: string }) =>
        unwrap(await backend.login(args)),
      getUserData: async (args: { readonly userId: string }) =>
        unwrap(await backend.getUserData(token, args.userId)),
      getPopOverContent: async (args: { readonly userId: string }) => {
        const content = await backend.getPopOverContent(token, args.userId);
        return { popOverContent: content.ok ? content.value : unwrap(content) };
      },
      endSession: async () => {
        const ended = await backend.endSession(token);
        return ended.ok ? { state: true } : unwrap(ended);
      },
      storeFcmTokenBatBotWeb: async (args: { readonly token: string }) => {
        const stored = await backend.storePushToken(token, args.token);
        return stored.ok ? { state: true } : unwrap(stored);
      },
    };
    const variableValues = body.variables;
    return jsonResponse(await execute({ schema, document, rootValue, variableValues }));
  });

  return {
    ...double,
    backend,
    goDark: () => {
      isDark = true;
    },
  };
};
