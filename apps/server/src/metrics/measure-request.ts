import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Meters, Route } from './meters.ts';

const routeOf = (target = '/'): Route => {
  const first = /^\/(graphql|blobs|live|ready)(?=[/?]|$)/.exec(target)?.[1];
  return (first as Route | undefined) ?? 'other'; // the regular expression matches only these routes
};

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD']);

/** The status of a request whose caller disconnected before the answer. nginx logs the same number. */
const CALLER_LEFT = 499;

/** Measures a request until its response has ended. */
export const measureRequest = (
  { method = '', url }: IncomingMessage,
  response: ServerResponse,
  meters: Meters,
): void => {
  const start = performance.now();
  response.once('close', () => {
    meters.request({
      method: METHODS.has(method) ? method : 'other',
      route: routeOf(url),
      status: response.headersSent ? response.statusCode : CALLER_LEFT,
      seconds: (performance.now() - start) / 1_000,
    });
  });
};
