import { readFile } from 'node:fs/promises';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { isServerError } from '../problem.ts';
import { unavailable } from './api-errors.ts';
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

const withoutIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};

/** Message and place; not the details some drivers add, which quote values. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const place = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  // JSON keeps control characters of a message from forging lines of the log
  return `${error.name} ${JSON.stringify(error.message.slice(0, 200))} ${place.slice(0, 4).join('').trim()}`;
};

const createMask =
  (warn: (line: string) => void) =>
  (error: unknown): Error => {
    const original = error instanceof GraphQLError ? error.originalError : error;
    if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) {
      return error;
    }
    warn(`unexpected error: ${describe(original)}`);
    return isServerError(original) && original.kind === 'databaseUnavailable'
      ? unavailable(DATABASE_RETRY_MS)
      : new GraphQLError('Unexpected error.', { extensions: { code: 'INTERNAL_SERVER_ERROR' } });
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
    plugins: [
      useQueryLimits({ suggestions: explorable }),
      ...(explorable ? [] : [withoutIntrospection]),
    ],
  });
  return {
    respond: async (request, caller) => yoga.fetch(request, caller),
    close: async () => {
      await yoga.dispose();
    },
  };
};
