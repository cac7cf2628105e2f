import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocalHost, isLocalOrigin } from '../transports/local-server.ts';

/** One HTTP request of the simulator. `body` is the JSON of the request, undefined if it is empty. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Returns the JSON of the response. Throws a `BadRequest` for an invalid request. */
  readonly run: (body: unknown) => unknown;
}

/** The request is invalid; the message says why and is sent to the client. */
export class BadRequest extends Error {}

const bodyLimit = 1 << 20;

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new BadRequest('the body is larger than 1 MiB');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BadRequest('the body is not JSON');
  }
};

const send = (response: ServerResponse, status: number, json: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(json));
};

/**
 * Answers a request for `path` by the table of routes. Requests from pages of other origins than this machine are
 * refused.
 */
export const answerControl = async (
  routes: readonly ControlRoute[],
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { origin, host } = request.headers;
  if (!isLocalOrigin(origin) || !isLocalHost(host))
    return send(response, 403, { error: 'only pages of this machine may control the simulator' });
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('vary', 'origin');
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const there = routes.filter((route) => route.path === path);
  const route = there.find(({ method }) => method === request.method);
  if (!route)
    return send(response, there.length > 0 ? 405 : 404, {
      error: `no ${request.method} ${request.url}`,
    });
  try {
    const body = request.method === 'GET' ? undefined : await readJson(request);
    send(response, 200, (await route.run(body)) ?? {});
  } catch (error) {
    const known = error instanceof BadRequest;
    send(response, known ? 400 : 500, { error: error instanceof Error ? error.message : 'failed' });
  }
};
