import * as v from 'valibot';
import { OBJECT, readAs } from '@batbot/core';

/** What came back over HTTP, as far as it could be read. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** What an answer means. `throttled`: ask again later, perhaps. */
export type Verdict =
  | { readonly kind: 'value'; readonly value: unknown; readonly partial?: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'throttled'; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/** A longer text is no message for people. */
const MAX_MESSAGE = 500;

/** The text of the first error of a list. */
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
 * Errors beside a failing status count only where the answer is certainly the GraphQL server's: by its media type
 * (GraphQL over HTTP, section 6), or, for servers older than that, plain JSON and a status that blames the request.
 */
const isServersOwn = ({ status, headers }: HttpAnswer): boolean => {
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (type.includes('application/graphql-response+json')) return true;
  return type.includes('application/json') && status >= 400 && status < 500;
};

export const judge = (answer: HttpAnswer, root: string): Verdict => {
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
