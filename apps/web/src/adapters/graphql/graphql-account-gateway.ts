import { Subject } from 'rxjs';
import {
  err,
  withTimeout,
  type AccountGateway,
  type Clock,
  type GatewayError,
  type Result,
} from '@batbot/core';
import type { AccountCalls } from './account-calls.ts';

export interface GraphqlAccountGatewayParts {
  /** Absolute URL of the GraphQL endpoint. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Version of this app, as reported to the server. */
  readonly version: string;
  /** Returns a number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
}

/** Timeout of a call, including its retries and the loading of its code. */
const TIME_LIMIT_MS = 15_000; // NW-06

const unreachable = (message: string): Result<never, GatewayError> =>
  err({ kind: 'unreachable', message });

/**
 * The account server over GraphQL, with a timeout of 15 s per call. The code of the calls and the client library are
 * loaded with the first call, so that they do not delay the login page.
 */
export const createGraphqlAccountGateway = (parts: GraphqlAccountGatewayParts): AccountGateway => {
  const partial = new Subject<string>();
  let loading: Promise<(signal: AbortSignal) => AccountCalls> | undefined;

  const load = async () => {
    const { createAccountCalls } = await import('./account-calls.ts');
    return createAccountCalls({
      ...parts,
      onPartial: (message) => partial.next(message),
    });
  };
  const loaded = () => {
    loading ??= load().catch((thrown: unknown) => {
      loading = undefined; // the next call loads it again
      throw thrown;
    });
    return loading;
  };

  const call = async <T>(
    begin: (calls: AccountCalls) => Promise<Result<T, GatewayError>>,
  ): Promise<Result<T, GatewayError>> => {
    const controller = new AbortController();
    const answer = loaded()
      .then((callsUntil) => begin(callsUntil(controller.signal)))
      .catch(() => unreachable('The code of the call could not be loaded.'));
    const late = unreachable('No answer within 15 s.');
    const result = await withTimeout(answer, parts.clock, TIME_LIMIT_MS, late);
    controller.abort();
    return result;
  };

  return {
    login: (credentials) => call((calls) => calls.login(credentials)),
    storePushToken: (token, pushToken) => call((calls) => calls.storePushToken(token, pushToken)),
    getUserData: (token, userId) => call((calls) => calls.getUserData(token, userId)),
    getPopOverContent: (token, userId) => call((calls) => calls.getPopOverContent(token, userId)),
    endSession: (token) => call((calls) => calls.endSession(token)),
    partial$: partial.asObservable(),
  };
};
