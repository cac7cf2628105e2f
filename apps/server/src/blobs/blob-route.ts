import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAuthenticateActive } from '../api/authenticate.ts';
import { callerAddress } from '../api/caller-address.ts';
import { hashOf } from '../hash.ts';
import { finish, readBody } from '../http/read-body.ts';
import { isServerError } from '../problem.ts';
import type { ReportEvent } from '../security-event.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { Blobs } from './blobs.ts';

export interface BlobRouteParts {
  readonly blobs: Blobs;
  readonly sessions: SessionStore;
  readonly report: ReportEvent;
  readonly trustedProxies: number;
}

/** Time limit of an upload: enough for a piece of 1 MiB over a slow mobile network. */
const UPLOAD_MS = 60_000;
const UPLOADS_AT_ONCE = 32;
/** The client sends one piece after the other. */
const UPLOADS_OF_ACCOUNT = 4;

const isGraphqlError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'GraphQLError';

/** Handles PUT and GET of /blobs/{SHA-256}; see `blobUrl` in schema.graphql. */
export const createBlobRoute = ({ blobs, sessions, report, trustedProxies }: BlobRouteParts) => {
  const authenticate = createAuthenticateActive({ sessions, report });
  /** The account of each upload in progress. */
  const uploads: string[] = [];

  const put = async (
    request: IncomingMessage,
    response: ServerResponse,
    accountId: string,
    sha256: string,
  ): Promise<void> => {
    const limits = { maxBytes: blobs.limits.pieceBytes, timeoutMs: UPLOAD_MS };
    const bytes = await readBody(request, response, limits, 'piece');
    if (bytes === undefined) return;
    if (hashOf(bytes) !== sha256) {
      finish(response, 400, 'The bytes have another SHA-256.');
    } else if ((await blobs.put(accountId, sha256, bytes)) === 'full') {
      finish(response, 507, 'The pieces of this account have reached their limit.');
    } else {
      finish(response, 204);
    }
  };

  const get = async (
    response: ServerResponse,
    accountId: string,
    sha256: string,
  ): Promise<void> => {
    const bytes = await blobs.get(accountId, sha256);
    if (bytes === undefined) {
      finish(response, 404, 'Not Found');
      return;
    }
    response.setHeader('Content-Type', 'application/octet-stream');
    response.writeHead(200).end(bytes);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, sha256: string) => {
    const address = callerAddress(request, trustedProxies);
    const { authorization } = request.headers;
    const { id } = await authenticate({ address, authorization });
    if (request.method === 'GET') {
      await get(response, id, sha256);
      return;
    }
    const own = uploads.filter((each) => each === id);
    if (uploads.length >= UPLOADS_AT_ONCE || own.length >= UPLOADS_OF_ACCOUNT) {
      response.setHeader('Retry-After', '1');
      finish(response, 429, 'Too many uploads at once.');
      return;
    }
    uploads.push(id);
    try {
      await put(request, response, id, sha256);
    } finally {
      uploads.splice(uploads.indexOf(id), 1);
    }
  };

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const sha256 = /^\/blobs\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (sha256 === undefined) {
      finish(response, 404, 'Not Found');
      return;
    }
    if (request.method === 'OPTIONS') {
      finish(response, 204);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'PUT') {
      response.setHeader('Allow', 'GET, PUT, OPTIONS');
      finish(response, 405, 'Method Not Allowed');
      return;
    }
    try {
      await answer(request, response, sha256);
    } catch (error) {
      if (isGraphqlError(error)) {
        finish(response, 401, error.message);
      } else if (isServerError(error)) {
        response.setHeader('Retry-After', '5');
        finish(response, 503, 'Service unavailable');
      } else {
        throw error;
      }
    }
  };
};
