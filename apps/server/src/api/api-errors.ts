import { GraphQLError } from 'graphql';

/** The errors of the API. Clients know the first two by their text: the specification's error catalogue. */
export const wrongCredentials = (): GraphQLError =>
  new GraphQLError('username/password incorrect', { extensions: { code: 'WRONG_CREDENTIALS' } });

export const tokenExpired = (): GraphQLError =>
  new GraphQLError('Token Expired', { extensions: { code: 'UNAUTHENTICATED' } });

export const userDeactivated = (): GraphQLError =>
  new GraphQLError('User Deactivated', { extensions: { code: 'DEACTIVATED' } });

export const notPermitted = (): GraphQLError =>
  new GraphQLError('Not permitted', { extensions: { code: 'FORBIDDEN' } });

const inSeconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

export const tooManyAttempts = (retryAfterMs: number): GraphQLError =>
  new GraphQLError('Too many attempts', {
    extensions: {
      code: 'TOO_MANY_ATTEMPTS',
      http: { status: 429, headers: { 'Retry-After': inSeconds(retryAfterMs) } },
    },
  });

export const unavailable = (retryAfterMs: number): GraphQLError =>
  new GraphQLError('Service unavailable', {
    extensions: {
      code: 'UNAVAILABLE',
      http: { status: 503, headers: { 'Retry-After': inSeconds(retryAfterMs) } },
    },
  });

/** A password in an address ends in proxies' logs. */
export const postOnly = (): GraphQLError =>
  new GraphQLError('loginBot is accepted by POST only', {
    extensions: { code: 'POST_ONLY', http: { status: 405, headers: { Allow: 'POST' } } },
  });
