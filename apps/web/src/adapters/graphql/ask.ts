import { err, ok, type Clock, type GatewayError, type Result } from '@batbot/core';
import type { GraphQLClient } from 'graphql-request';
import { judge, type HttpAnswer } from './answer.ts';
import type { Operation } from './operations.ts';
import { retryAfterMs } from './retry-after.ts';

export interface AskParts {
  /** Loads the client; called for each request, so it remembers. */
  readonly loadClient: () => Promise<GraphQLClient>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly onPartial: (message: string) => void;
}

/** What an answer may be taken for before anybody has looked: the schema's fields, each perhaps missing, of any type. */
type Claimed<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** Sends one operation; `token` is left out at login. Gives what the field of its name holds. Never rejects. */
export type Ask = <Field extends string, Variables extends object>(
  operation: Operation<Field, Variables>,
  variables: Variables,
  token?: string,
) => Promise<Result<Claimed<Field>, GatewayError>>;

/** For one call with all its repetitions. */
const TIME_LIMIT_MS = 15_000;
const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1_000;
const JITTER_MS = 500;

const unreachable = (message: string): Result<never, GatewayError> =>
  err({ kind: 'unreachable', message });

/** The answer that an exception of graphql-request carries; its own message repeats the variables, so it is not used. */
const carriedAnswer = (thrown: unknown): HttpAnswer | undefined => {
  if (typeof thrown !== 'object' || thrown === null || !('response' in thrown)) return undefined;
  const { response } = thrown as { readonly response: Partial<HttpAnswer> };
  const { status, headers } = response;
  return typeof status === 'number' && headers instanceof Headers
    ? { ...response, status, headers }
    : undefined;
};

export const createAsk = ({ loadClient, clock, random, onPartial }: AskParts): Ask => {
  const send = async (
    operation: Operation<string, object>,
    variables: object,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<HttpAnswer | undefined> => {
    try {
      const client = await loadClient();
      if (signal.aborted) return undefined;
      return await client.rawRequest({
        query: operation.document,
        variables,
        signal,
        ...(token === undefined ? {} : { requestHeaders: { authorization: token } }),
      });
    } catch (thrown) {
      return carriedAnswer(thrown);
    }
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  const attempt = async <Field extends string>(
    operation: Operation<Field, object>,
    variables: object,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<Result<Claimed<Field>, GatewayError>> => {
    const until = clock.monotonicNow() + TIME_LIMIT_MS;
    for (let attempts = 1; ; attempts += 1) {
      const answer = await send(operation, variables, token, signal);
      if (answer === undefined) return unreachable('No answer that could be read.');
      const verdict = judge(answer, operation.name);
      switch (verdict.kind) {
        case 'value':
          if (verdict.partial !== undefined) onPartial(verdict.partial);
          return typeof verdict.value === 'object' && !Array.isArray(verdict.value)
            ? ok(verdict.value as Claimed<Field>) // an object, and Claimed says no more than that
            : unreachable('The answer has another shape.');
        case 'refused':
          return err(verdict);
        case 'unreadable':
          return unreachable(verdict.message);
        case 'throttled': {
          const asked = retryAfterMs(answer.headers.get('retry-after'), clock.wallNow());
          const waitMs =
            (asked ?? FIRST_PAUSE_MS * 2 ** (attempts - 1)) + Math.floor(random() * JITTER_MS);
          const isLast = !operation.isRepeatable || attempts === MAX_ATTEMPTS;
          if (isLast || clock.monotonicNow() + waitMs >= until) return unreachable(verdict.message);
          await pause(waitMs);
          if (signal.aborted) return unreachable(verdict.message);
        }
      }
    }
  };

  return (operation, variables, token) =>
    new Promise((resolve) => {
      const controller = new AbortController();
      const cancel = clock.after(TIME_LIMIT_MS, () => {
        controller.abort();
        resolve(unreachable('No answer within 15 s.'));
      });
      void attempt(operation, variables, token, controller.signal).then((result) => {
        cancel();
        resolve(result);
      });
    });
};
