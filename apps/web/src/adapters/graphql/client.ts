import { GraphQLClient } from 'graphql-request';
import { createCappedFetch } from './capped-fetch.ts';

/** How every request is sent: nothing is cached, and a token is never sent to a redirect target. */
export const REQUEST = {
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
} as const;

/** Creates a client of the account server. `limitBytes` is the limit of a response body. */
export const createClient = (
  url: string,
  request: typeof fetch,
  limitBytes: number,
): GraphQLClient =>
  new GraphQLClient(url, {
    ...REQUEST,
    fetch: createCappedFetch(request, limitBytes),
    errorPolicy: 'all',
  });
