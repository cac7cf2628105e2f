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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The text of the first error; undefined when there is no error. */
const firstErrorOf = (errors: unknown): string | undefined => {
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const [first] = errors as readonly unknown[];
  const message = isObject(first) && 'message' in first ? first.message : undefined;
  return typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : 'Unknown error';
};

const fieldOf = (data: unknown, field: string): unknown =>
  isObject(data) ? new Map<string, unknown>(Object.entries(data)).get(field) : undefined;

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
  const error = firstErrorOf(answer.errors);
  if (status < 200 || status > 299) {
    return error !== undefined && isServersOwn(answer)
      ? { kind: 'refused', message: error }
      : { kind: 'unreadable', message: statusText };
  }
  const value = fieldOf(answer.data, root);
  if (value !== undefined && value !== null) {
    return { kind: 'value', value, ...(error === undefined ? {} : { partial: error }) };
  }
  return error === undefined
    ? { kind: 'unreadable', message: 'The answer holds neither data nor an error.' }
    : { kind: 'refused', message: error };
};
