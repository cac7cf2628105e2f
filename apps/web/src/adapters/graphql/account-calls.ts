import { done, ok, type AccountGateway } from '@batbot/core';
import { GraphQLClient } from 'graphql-request';
import { createAsk } from './ask.ts';
import { createCappedFetch } from './capped-fetch.ts';
import type { GraphqlAccountGatewayParts } from './graphql-account-gateway.ts';
import { END_SESSION, LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';

/** The calls of the account server. */
export type AccountCalls = Omit<AccountGateway, 'partial$'>;

export interface AccountCallsParts extends GraphqlAccountGatewayParts {
  readonly onPartial: (message: string) => void;
}

/** Reported to the server as `platform`. */
const PLATFORM = 'web';

/** A user's record has a few kB; popover content may have more. */
const BODY_LIMIT_BYTES = 2_000_000;

/**
 * The calls as POST with JSON, variables, the raw token in `authorization`; each ends when its signal is aborted.
 * Queries that the server defers (429, 503) are repeated, logins and mutations never.
 */
export const createAccountCalls = (
  parts: AccountCallsParts,
): ((signal: AbortSignal) => AccountCalls) => {
  const { version } = parts;
  const client = new GraphQLClient(parts.url, {
    fetch: createCappedFetch(parts.fetch, BODY_LIMIT_BYTES),
    errorPolicy: 'all',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error', // a password must not follow a redirect
    referrerPolicy: 'no-referrer',
  });

  return (signal) => {
    const ask = createAsk({ ...parts, client, signal });
    return {
      login: ({ user, pass }) =>
        ask(LOGIN, { user, pass, softwareInfo: version, platform: PLATFORM }),
      storePushToken: async (token, pushToken) => {
        const answer = await ask(STORE_PUSH_TOKEN, { token: pushToken }, token);
        return answer.ok ? done : answer;
      },
      getUserData: (token, userId) => ask(USER_DATA, { userId, batbotWebVer: version }, token),
      getPopOverContent: async (token, userId) => {
        const answer = await ask(POPOVER_CONTENT, { userId }, token);
        return answer.ok ? ok(answer.value.popOverContent) : answer;
      },
      endSession: async (token) => {
        const answer = await ask(END_SESSION, {}, token);
        return answer.ok ? done : answer;
      },
    };
  };
};
