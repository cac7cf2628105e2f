import { mapOk, type AccountGateway } from '@batbot/core';
import { createAsk } from './ask.ts';
import { createClient } from './client.ts';
import type { GraphqlAccountGatewayParts } from './graphql-account-gateway.ts';
import { END_SESSION, LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';

export type AccountCalls = Omit<AccountGateway, 'partial$'>;

export interface AccountCallsParts extends GraphqlAccountGatewayParts {
  readonly onPartial: (message: string) => void;
}

/** Reported to the server as `platform`. */
const PLATFORM = 'web';

/** Maximum size of a response body. A user record has a few kB; popover content may be larger. */
const BODY_LIMIT_BYTES = 2_000_000;

/**
 * The calls as POST requests with JSON, variables and the raw token in `authorization`. Each ends when its signal is
 * aborted. Queries that the server defers (429, 503) are retried; logins and mutations are never retried.
 */
export const createAccountCalls = (
  parts: AccountCallsParts,
): ((signal: AbortSignal) => AccountCalls) => {
  const { version } = parts;
  const client = createClient(parts.url, parts.fetch, BODY_LIMIT_BYTES);

  return (signal) => {
    const ask = createAsk({ ...parts, client, signal });
    return {
      login: ({ user, pass }) =>
        ask(LOGIN, { user, pass, softwareInfo: version, platform: PLATFORM }),
      storePushToken: async (token, pushToken) =>
        mapOk(await ask(STORE_PUSH_TOKEN, { token: pushToken }, token), () => undefined),
      getUserData: (token, userId) => ask(USER_DATA, { userId, batbotWebVer: version }, token),
      getPopOverContent: async (token, userId) =>
        mapOk(await ask(POPOVER_CONTENT, { userId }, token), (answer) => answer.popOverContent),
      endSession: async (token) => mapOk(await ask(END_SESSION, {}, token), () => undefined),
    };
  };
};
