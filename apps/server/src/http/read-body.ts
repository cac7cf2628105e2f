import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'tooSlow' }
  | { readonly kind: 'aborted' };

export interface BodyLimits {
  readonly maxBytes: number;
  /** Time limit from the headers to the last byte, in ms. */
  readonly timeoutMs: number;
}

/** Reads a request's body within the limits. Bytes beyond the limits are discarded. */
export const readBody = (request: IncomingMessage, limits: BodyLimits): Promise<Body> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: Body): void => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      request.resume();
      resolve(body);
    };
    const timer = setTimeout(() => {
      settle({ kind: 'tooSlow' });
    }, limits.timeoutMs);
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) {
      settle({ kind: 'tooLarge' });
      return;
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.maxBytes) settle({ kind: 'tooLarge' });
      else chunks.push(chunk);
    });
    request.once('end', () => {
      settle({ kind: 'whole', bytes: Buffer.concat(chunks) });
    });
    request.once('close', () => {
      settle({ kind: 'aborted' });
    });
    request.once('error', () => {
      settle({ kind: 'aborted' });
    });
  });
