import * as v from 'valibot';
import { OBJECT, readAs } from '@batbot/core';

/** An HTTP response, as far as it could be parsed. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** The meaning of a response. `throttled`: a retry later may succeed. */
export type AnswerMeaning =
  | { readonly kind: 'value'; readonly value: unknown; readonly partial?: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'throttled'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Maximum length of an error message; longer texts are cut. */
const MAX_MESSAGE = 500;

/** Schema of the first error in a list of errors. */
const FIRST_ERROR = v.looseTuple([
  v.fallback(
    v.pipe(
      v.object({ message: v.string() }),
      v.transform(({ message }) => message.slice(0, MAX_MESSAGE)),
    ),
    'Unknown error',
  ),
]);

/**
 * Returns whether the errors of a response with a failure status are a decision of the GraphQL server. The media type
 * proves it (GraphQL over HTTP, section 6). For older servers, plain JSON counts too. A status of 5xx is a fault of the
 * server or of a proxy [SE-21].
 */
const isServersOwn = ({ status, headers }: HttpAnswer): boolean => {
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  return status >= 400 && status < 500 && /application\/(graphql-response\+)?json/.test(type);
};

export const meaningOf = (answer: HttpAnswer, root: string): AnswerMeaning => {
  const { status } = answer;
  const statusText = `Status ${String(status)}.`;
  if (status === 429 || status === 503) return { kind: 'throttled', message: statusText };
  const error = readAs(FIRST_ERROR, answer.errors)?.[0];
  if (status < 200 || status > 299) {
    return error !== undefined && isServersOwn(answer)
      ? { kind: 'refused', message: error }
      : { kind: 'unreadable', message: statusText };
  }
  const value = readAs(OBJECT, answer.data)?.[root];
  if (value !== undefined && value !== null) {
    return { kind: 'value', value, ...(error === undefined ? {} : { partial: error }) };
  }
  return error === undefined
    ? { kind: 'unreadable', message: 'The answer holds neither data nor an error.' }
    : { kind: 'refused', message: error };
};
