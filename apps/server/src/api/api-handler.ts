import type { IncomingMessage, ServerResponse } from 'node:http';
import { commonHeaders, hstsHeader } from '../http/common-headers.ts';
import { type BodyLimits, finish, readBody } from '../http/read-body.ts';
import type { Caller } from './caller.ts';
import { callerAddress } from './caller-address.ts';

export const defaultBodyLimits: BodyLimits = { maxBytes: 500_000, timeoutMs: 10_000 };

export interface ApiHandlerOptions {
  readonly respond: (request: Request, caller: Caller) => Promise<Response>;
  /** Handles requests below /blobs/; undefined if this server stores no pieces. */
  readonly blobs:
    | ((request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>)
    | undefined;
  /** Resolves to true while the server can answer calls. */
  readonly isReady: () => Promise<boolean>;
  /** Origins whose pages may read responses. */
  readonly webOrigins: readonly string[];
  /**
   * Whether GraphiQL is available; its page needs a less strict content security policy. Only for developing the API.
   */
  readonly explorable: boolean;
  /** Number of reverse proxies whose X-Forwarded-For is trusted. 0: the peer is the caller. */
  readonly trustedProxies: number;
  /** Whether browsers are required to use HTTPS (HSTS); true behind a TLS proxy. */
  readonly hsts: boolean;
  readonly limits: BodyLimits;
}

const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const writeHead = (
  request: IncomingMessage,
  response: ServerResponse,
  { webOrigins, explorable, hsts }: ApiHandlerOptions,
): void => {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  if (hsts) response.setHeader(...hstsHeader);
  if (!explorable) response.setHeader('Content-Security-Policy', apiPolicy);
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !webOrigins.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'POST, PUT');
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
  response.setHeader('Access-Control-Max-Age', '600');
};

/**
 * Whether the content type is JSON. A plain HTML form cannot send it, so a foreign page needs permission through CORS
 * [SV-06].
 */
const isJson = (contentType = ''): boolean =>
  /^application\/(json|graphql\+json)\s*(;|$)/i.test(contentType);

const answerGraphql = async (
  request: IncomingMessage,
  response: ServerResponse,
  options: ApiHandlerOptions,
): Promise<void> => {
  const method = request.method ?? 'GET';
  if (method !== 'GET' && method !== 'POST') {
    response.setHeader('Allow', 'GET, POST, OPTIONS');
    finish(response, 405, 'Method Not Allowed');
    return;
  }
  if (method === 'POST' && !isJson(request.headers['content-type'])) {
    finish(response, 415, 'Send application/json.');
    return;
  }
  const body = await readBody(request, response, options.limits, 'request');
  if (body === undefined) return;
  const headers = new Headers();
  const { accept, 'content-type': contentType } = request.headers;
  // The API has no subscriptions to stream, and the headers of an event stream would replace `no-store`.
  if (accept !== undefined && !/text\/event-stream/i.test(accept)) headers.set('accept', accept);
  if (contentType !== undefined) headers.set('content-type', contentType);
  const target = new URL(request.url ?? '/', 'http://account-server');
  const answer = await options.respond(
    new Request(target, {
      method,
      headers,
      body: method === 'POST' ? body.toString('utf8') : null,
    }),
    {
      address: callerAddress(request, options.trustedProxies),
      method,
      authorization: request.headers.authorization,
    },
  );
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
};

/**
 * The HTTP layer of the account server with its limits, CORS and headers. /graphql is the API. /live answers 200 while
 * the process runs; /ready (also /health) answers 200 only while it can answer calls: not without the database, and not
 * while it shuts down.
 */
export const createApiHandler =
  (options: ApiHandlerOptions) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    writeHead(request, response, options);
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/live') {
      finish(response, 200, 'ok');
    } else if (path === '/ready' || path === '/health') {
      const isReady = await options.isReady();
      if (!isReady) response.setHeader('Retry-After', '5');
      finish(response, isReady ? 200 : 503, isReady ? 'ok' : 'not ready');
    } else if (options.blobs && path?.startsWith('/blobs/')) {
      await options.blobs(request, response, path);
    } else if (path !== '/graphql') {
      finish(response, 404, 'Not Found');
    } else if (request.method === 'OPTIONS') {
      finish(response, 204);
    } else {
      await answerGraphql(request, response, options);
    }
  };
