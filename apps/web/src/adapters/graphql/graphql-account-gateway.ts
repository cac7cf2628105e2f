import { Subject } from 'rxjs';
import { done, err, ok, type AccountGateway, type Clock } from '@batbot/core';
import type { GraphQLClient } from 'graphql-request';
import { createAsk } from './ask.ts';
import { createCappedFetch } from './capped-fetch.ts';
import { END_SESSION, LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';

export interface GraphqlAccountGatewayParts {
  /** The absolute address of the query endpoint. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Of this app, as it is reported to the server. */
  readonly version: string;
  /** A number from 0 up to 1, for the jitter of repetitions. */
  readonly random: () => number;
}

/** Reported to the server as `platform`. */
const PLATFORM = 'web';

/** A user's record has a few kB; popover content may have more. */
const BODY_LIMIT_BYTES = 2_000_000;

/** The client library is loaded with the first call, so that the login page does not wait for it. */
const createLoader = (url: string, request: typeof fetch): (() => Promise<GraphQLClient>) => {
  let client: GraphQLClient | undefined;
  return async () => {
    if (client === undefined) {
      const library = await import('graphql-request');
      client = new library.GraphQLClient(url, {
        fetch: createCappedFetch(request, BODY_LIMIT_BYTES),
        errorPolicy: 'all',
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error', // a password must not follow a redirect
        referrerPolicy: 'no-referrer',
      });
    }
    return client;
  };
};

/**
 * The account server over GraphQL: POST with JSON, variables, the raw token in `authorization`. A call takes 15 s at
 * most; queries that the server defers (429, 503) are repeated within that time, logins and mutations never.
 */
export const createGraphqlAccountGateway = (parts: GraphqlAccountGatewayParts): AccountGateway => {
  const { url, clock, random, version } = parts;
  const partial = new Subject<string>();
  const ask = createAsk({
    loadClient: createLoader(url, parts.fetch),
    clock,
    random,
    onPartial: (message) => {
      partial.next(message);
    },
  });

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
      if (!answer.ok) return answer;
      const content = answer.value.popOverContent;
      return typeof content === 'string'
        ? ok(content)
        : err({ kind: 'unreachable', message: 'The answer contains no popover content.' });
    },
    endSession: async (token) => {
      const answer = await ask(END_SESSION, {}, token);
      return answer.ok ? done : answer;
    },
    partial$: partial.asObservable(),
  };
};
