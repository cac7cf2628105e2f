import { readFile } from 'node:fs/promises';
import { createSchema, createYoga } from 'graphql-yoga';
import { isServerError } from '../problem.ts';
import { unavailable, unexpected } from './api-errors.ts';
import type { Caller } from './caller.ts';
import { useQueryLimits } from './query-limits.ts';
import { type ApiServices, createResolvers } from './resolvers.ts';

const DATABASE_RETRY_MS = 5_000;

export interface GraphqlApi {
  /** Answers a GraphQL-over-HTTP request to /graphql; never rejects. */
  readonly respond: (request: Request, caller: Caller) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export interface GraphqlApiOptions {
  readonly services: ApiServices;
  /** Introspection, suggestions and GraphiQL: for developing the API itself, never in production. */
  readonly explorable: boolean;
  /** What went wrong inside, one line each; holds no argument of a request. */
  readonly warn: (line: string) => void;
}

/** Message and place; not the details some drivers add, which quote values. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const place = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // JSON keeps control characters of a message from forging lines of the log
  return `${error.name} ${JSON.stringify(error.message.slice(0, 200))} ${place.slice(0, 4).join('').trim()}`;
};

const isGraphqlError = (error: unknown): error is Error & { readonly originalError?: unknown } =>
  error instanceof Error && error.name === 'GraphQLError';

/** Errors of the query and of the API pass; all others are a bug or the database's. */
const createMask =
  (warn: (line: string) => void) =>
  (error: unknown): Error => {
    const cause = isGraphqlError(error) ? error.originalError : error;
    if (isGraphqlError(error) && (cause === undefined || isGraphqlError(cause))) return error;
    warn(`unexpected error: ${describe(cause)}`);
    return isServerError(cause) && cause.kind === 'databaseUnavailable'
      ? unavailable(DATABASE_RETRY_MS)
      : unexpected();
  };

/** The GraphQL endpoint of schema.graphql, without what HTTP around it needs (limits, CORS, headers). */
export const createGraphqlApi = async ({
  services,
  explorable,
  warn,
}: GraphqlApiOptions): Promise<GraphqlApi> => {
  const typeDefs = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const yoga = createYoga<Caller>({
    schema: createSchema<Caller>({ typeDefs, resolvers: createResolvers(services) }),
    graphqlEndpoint: '/graphql',
    graphiql: explorable,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: { errorMessage: 'Unexpected error.', isDev: false, maskError: createMask(warn) },
    plugins: [useQueryLimits({ explorable })],
  });
  return {
    respond: async (request, caller) => yoga.fetch(request, caller),
    close: async () => {
      await yoga.dispose();
    },
  };
};
