import { err, ok, pause, readAs, type Clock, type GatewayError, type Result } from '@batbot/core';
import { ClientError, type GraphQLClient } from 'graphql-request';
import { meaningOf, type HttpAnswer } from './answer.ts';
import type { Operation } from './operations.ts';
import { retryAfterMs } from './retry-after.ts';

export interface AskParts {
  readonly client: GraphQLClient;
  readonly clock: Clock;
  /** Returns a number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
  readonly onPartial: (message: string) => void;
  /** Aborted at the timeout of the call. Later results are ignored. */
  readonly signal: AbortSignal;
}

/**
 * Sends one operation, with a `token` except at login. Resolves with the root field of the response that has the
 * operation's name. Never rejects.
 */
export type Ask = <Fields, Variables extends object>(
  operation: Operation<Fields, Variables>,
  variables: Variables,
  token?: string,
) => Promise<Result<Fields, GatewayError>>;

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
/** A longer delay would exceed the timeout of a call. */
const LONGEST_WAIT_MS = 15_000;
const JITTER_MS = 500;

const unreachable = (message: string): Result<never, GatewayError> =>
  err({ kind: 'unreachable', message });

/**
 * Returns the response in an exception of graphql-request. Its message is not used, because it contains the variables.
 */
const carriedAnswer = (thrown: unknown): HttpAnswer | undefined => {
  if (!(thrown instanceof ClientError)) return undefined;
  const { status, headers, data, errors } = thrown.response;
  return headers instanceof Headers ? { status, headers, data, errors } : undefined;
};

export const createAsk = ({ client, clock, random, onPartial, signal }: AskParts): Ask => {
  const send = async (
    query: string,
    variables: object,
    token: string | undefined,
  ): Promise<HttpAnswer | undefined> => {
    try {
      return await client.rawRequest({
        query,
        variables,
        signal,
        ...(token === undefined ? {} : { requestHeaders: { authorization: token } }),
      });
    } catch (thrown) {
      return carriedAnswer(thrown);
    }
  };

  return async (operation, variables, token) => {
    const until = clock.monotonicNow() + LONGEST_WAIT_MS;
    for (let attempts = 1; ; attempts += 1) {
      if (signal.aborted) return unreachable('The call timed out.');
      const answer = await send(operation.document, variables, token);
      if (answer === undefined) return unreachable('The answer could not be read.');
      const meaning = meaningOf(answer, operation.name);
      switch (meaning.kind) {
        case 'value': {
          if (meaning.partial !== undefined) onPartial(meaning.partial);
          const fields = readAs(operation.fields, meaning.value);
          return fields === undefined
            ? unreachable('The answer has an unexpected form.')
            : ok(fields);
        }
        case 'refused':
          return err(meaning);
        case 'unreadable':
          return unreachable(meaning.message);
        case 'throttled': {
          const asked = retryAfterMs(answer.headers.get('retry-after'), clock.wallNow());
          const waitMs =
            (asked ?? FIRST_PAUSE_MS * 2 ** (attempts - 1)) + Math.floor(random() * JITTER_MS);
          const isLast = !operation.isRepeatable || attempts === MAX_ATTEMPTS;
          if (isLast || clock.monotonicNow() + waitMs >= until) return unreachable(meaning.message);
          await pause(clock, waitMs);
        }
      }
    }
  };
};
