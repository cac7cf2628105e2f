import { readFile } from 'node:fs/promises';
import { createSchema, createYoga } from 'graphql-yoga';
import { describeError, isDiskFull, isServerError } from '../problem.ts';
import { unavailable, unexpected } from './api-errors.ts';
import type { Caller } from './caller.ts';
import { useOperationTimes } from './measure-operations.ts';
import { useQueryLimits } from './query-limits.ts';
import { type ApiServices, createResolvers } from './resolvers.ts';
import { createWorkspaceResolvers } from '../workspace/workspace-resolvers.ts';

const DATABASE_RETRY_MS = 5_000;

export interface GraphqlApiOptions {
  readonly services: ApiServices;
  /** Enables introspection, suggestions and GraphiQL: for developing the API itself, never in production. */
  readonly explorable: boolean;
  /** Called with one line for each internal error; the line contains no argument of the request. */
  readonly warn: (line: string) => void;
  /** Called for each field of an operation with the operation's time in seconds. */
  readonly onOperation?: ((field: string, seconds: number) => void) | undefined;
}

const isGraphqlError = (error: unknown): error is Error & { readonly originalError?: unknown } =>
  error instanceof Error && error.name === 'GraphQLError';

/** Masks errors. Errors of the query and of the API pass; all others come from a bug or from the database. */
const createMask =
  (warn: (line: string) => void) =>
  (error: unknown): Error => {
    const cause = isGraphqlError(error) ? error.originalError : error;
    if (isGraphqlError(error) && (cause === undefined || isGraphqlError(cause))) return error;
    warn(`unexpected error: ${describeError(cause)}`);
    return (isServerError(cause) && cause.kind === 'databaseUnavailable') || isDiskFull(cause)
      ? unavailable(DATABASE_RETRY_MS)
      : unexpected();
  };

/** Creates the GraphQL endpoint of schema.graphql, without the HTTP layer (limits, CORS, headers). */
export const createGraphqlApi = async ({
  services,
  explorable,
  warn,
  onOperation,
}: GraphqlApiOptions) => {
  const typeDefs = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const resolvers = [createResolvers(services), createWorkspaceResolvers(services, warn)];
  const yoga = createYoga<Caller>({
    schema: createSchema<Caller>({ typeDefs, resolvers }),
    graphqlEndpoint: '/graphql',
    graphiql: explorable,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: { errorMessage: 'Unexpected error.', isDev: false, maskError: createMask(warn) },
    plugins: [
      useQueryLimits({ explorable }),
      ...(onOperation === undefined ? [] : [useOperationTimes(onOperation)]),
    ],
  });
  return {
    /** Answers a GraphQL-over-HTTP request to /graphql. Never rejects. */
    respond: async (request: Request, caller: Caller): Promise<Response> =>
      yoga.fetch(request, caller),
    close: async (): Promise<void> => {
      await yoga.dispose();
    },
  };
};
