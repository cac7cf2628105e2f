import type { GraphQLError } from 'graphql';
import { createGraphQLError } from 'graphql-yoga';

type Http = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

const apiError = (code: string, message: string, http?: Http): GraphQLError =>
  createGraphQLError(message, { extensions: { code, ...(http && { http }) } });

/** The errors of the API. Clients recognize the first two by their text, as in the specification's error catalogue. */
export const wrongCredentials = (): GraphQLError =>
  apiError('WRONG_CREDENTIALS', 'username/password incorrect');
export const tokenExpired = (): GraphQLError => apiError('UNAUTHENTICATED', 'Token Expired');
export const userDeactivated = (): GraphQLError => apiError('DEACTIVATED', 'User Deactivated');
export const notPermitted = (): GraphQLError => apiError('FORBIDDEN', 'Not permitted');

/** Not by `instanceof`: a process may load the package graphql twice. */
export const isNotPermitted = (error: unknown): boolean =>
  error instanceof Error && (error as Partial<GraphQLError>).extensions?.['code'] === 'FORBIDDEN';

const retryAfter = (ms: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) });

export const tooManyAttempts = (retryAfterMs: number): GraphQLError =>
  apiError('TOO_MANY_ATTEMPTS', 'Too many attempts', {
    status: 429,
    headers: retryAfter(retryAfterMs),
  });
export const unavailable = (retryAfterMs: number): GraphQLError =>
  apiError('UNAVAILABLE', 'Service unavailable', {
    status: 503,
    headers: retryAfter(retryAfterMs),
  });

/** A password in a URL would be stored in the logs of proxies. */
export const postOnly = (): GraphQLError =>
  apiError('POST_ONLY', 'loginBot is accepted by POST only', {
    status: 405,
    headers: { Allow: 'POST' },
  });

/**
 * Status 500: with status 200 a client would take the response for the server's decision, for example for a deactivated
 * user at login.
 */
export const unexpected = (): GraphQLError =>
  apiError('INTERNAL_SERVER_ERROR', 'Unexpected error.', { status: 500 });

export const tooLong = (argument: string, maxBytes: number): GraphQLError =>
  apiError('TOO_LONG', `The argument ${argument} may have ${maxBytes} bytes.`, { status: 400 });

/**
 * The cursor is invalid after an account was moved, its rights changed or the database was restored. The client loads its
 * local copy again.
 */
export const cursorLost = (): GraphQLError =>
  apiError('CURSOR_LOST', 'The changes since this cursor are not known any more.', { status: 400 });

export const badArgument = (argument: string, rule: string): GraphQLError =>
  apiError('BAD_ARGUMENT', `The argument ${argument} must be ${rule}.`, { status: 400 });
