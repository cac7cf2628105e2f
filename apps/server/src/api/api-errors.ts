import type { GraphQLError } from 'graphql';
import { createGraphQLError } from 'graphql-yoga';

/** The errors of the API. Clients recognize the first two by their text, as in the specification's error catalogue. */
export const wrongCredentials = (): GraphQLError =>
  createGraphQLError('username/password incorrect', { extensions: { code: 'WRONG_CREDENTIALS' } });

export const tokenExpired = (): GraphQLError =>
  createGraphQLError('Token Expired', { extensions: { code: 'UNAUTHENTICATED' } });

export const userDeactivated = (): GraphQLError =>
  createGraphQLError('User Deactivated', { extensions: { code: 'DEACTIVATED' } });

export const notPermitted = (): GraphQLError =>
  createGraphQLError('Not permitted', { extensions: { code: 'FORBIDDEN' } });

/** Not by `instanceof`: a process may load the package graphql twice. */
export const isNotPermitted = (error: unknown): boolean =>
  error instanceof Error && (error as Partial<GraphQLError>).extensions?.['code'] === 'FORBIDDEN';

const inSeconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

export const tooManyAttempts = (retryAfterMs: number): GraphQLError =>
  createGraphQLError('Too many attempts', {
    extensions: {
      code: 'TOO_MANY_ATTEMPTS',
      http: { status: 429, headers: { 'Retry-After': inSeconds(retryAfterMs) } },
    },
  });

export const unavailable = (retryAfterMs: number): GraphQLError =>
  createGraphQLError('Service unavailable', {
    extensions: {
      code: 'UNAVAILABLE',
      http: { status: 503, headers: { 'Retry-After': inSeconds(retryAfterMs) } },
    },
  });

/** A password in a URL would be stored in the logs of proxies. */
export const postOnly = (): GraphQLError =>
  createGraphQLError('loginBot is accepted by POST only', {
    extensions: { code: 'POST_ONLY', http: { status: 405, headers: { Allow: 'POST' } } },
  });

/**
 * Status 500: with status 200 a client would take the response for the server's decision, for example for a deactivated
 * user at login.
 */
export const unexpected = (): GraphQLError =>
  createGraphQLError('Unexpected error.', {
    extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
  });

export const tooLong = (argument: string, maxBytes: number): GraphQLError =>
  createGraphQLError(`The argument ${argument} may have ${maxBytes} bytes.`, {
    extensions: { code: 'TOO_LONG', http: { status: 400 } },
  });

/**
 * The cursor is invalid after an account was moved, its rights changed or the database was restored. The client loads its
 * local copy again.
 */
export const cursorLost = (): GraphQLError =>
  createGraphQLError('The changes since this cursor are not known any more.', {
    extensions: { code: 'CURSOR_LOST', http: { status: 400 } },
  });

export const badArgument = (argument: string, rule: string): GraphQLError =>
  createGraphQLError(`The argument ${argument} must be ${rule}.`, {
    extensions: { code: 'BAD_ARGUMENT', http: { status: 400 } },
  });
