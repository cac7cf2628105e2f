import type { IncomingMessage, ServerResponse } from 'node:http';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Time limit from the headers to the last byte, in ms. */
  readonly timeoutMs: number;
}

export const finish = (response: ServerResponse, status: number, text = ''): void => {
  if (text !== '') response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.writeHead(status).end(text);
};

/**
 * Reads a request's body within the limits. Bytes beyond the limits are discarded, and the request is answered: then the
 * result is undefined, as it is for a caller that has left. `noun` names the body in the answer.
 */
export const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, timeoutMs }: BodyLimits,
  noun: string,
): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (bytes?: Buffer): void => {
      clearTimeout(timer);
      request.removeAllListeners('data');
      request.resume();
      resolve(bytes);
    };
    const refuse = (status: number, text: string): void => {
      settle();
      finish(response, status, text);
    };
    const timer = setTimeout(() => {
      response.setHeader('Connection', 'close');
      refuse(408, `The ${noun} took too long to arrive.`);
    }, timeoutMs);
    const refuseSize = (): void => refuse(413, `A ${noun} may have ${maxBytes} bytes.`);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuseSize();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuseSize();
      else chunks.push(chunk);
    });
    request.once('end', () => settle(Buffer.concat(chunks)));
    request.once('close', () => settle());
    request.once('error', () => settle());
  });
