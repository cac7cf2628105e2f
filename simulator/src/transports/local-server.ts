import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another program listens on the port, or this user may not. */
export interface PortInUse extends Error {
  readonly kind: 'portInUse';
  readonly port: number;
}

export const portInUse = (port: number): PortInUse =>
  Object.assign(
    new Error(
      `Port ${port} is in use by another program, or this user may not use it: choose another one`,
    ),
    { kind: 'portInUse', port } as const,
  );

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // the address of a TCP server always has this type
    });
  });

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Starts HTTP servers on both loopback addresses, because `localhost` may be either. 0 = any free port. Rejects with
 * `PortInUse`.
 */
export const listenLocally = async (
  wanted: number,
  handle: RequestListener,
): Promise<{ readonly port: number; readonly servers: readonly Server[] }> => {
  const four = createServer(handle);
  const six = createServer(handle);
  const fail = (error: unknown): never => {
    four.close();
    if (codeOf(error) === 'EADDRINUSE' || codeOf(error) === 'EACCES') throw portInUse(wanted);
    throw error;
  };
  const port = await listen(four, wanted, '127.0.0.1').catch(fail);
  const both = await listen(six, port, '::1').then(
    () => true,
    (error: unknown) => {
      const absent = codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EAFNOSUPPORT';
      // With port 0, the assigned port may be in use on the other address. Then only IPv4 is used.
      return absent || wanted === 0 ? false : fail(error);
    },
  );
  return { port, servers: both ? [four, six] : [four] };
};

/**
 * Returns the target of a request; undefined if it is not a path on this server (`//`, `http://other/`, a malformed
 * escape).
 */
export const targetOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): URL | undefined => {
  const address = `http://localhost${url}`;
  if (!/^\/(?!\/)/.test(url) || !URL.canParse(address)) return undefined;
  return new URL(address);
};

const isLocalName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '127.0.0.1' ||
  hostname === '[::1]';

/**
 * True if a page of this origin may access the simulator: only pages of this machine. Requests without an origin do not
 * come from a page.
 */
export const isLocalOrigin = (origin: string | undefined): boolean => {
  if (origin === undefined) return true;
  return URL.canParse(origin) && isLocalName(new URL(origin).hostname);
};

/** True if the request names this machine. A foreign name that resolves to it (DNS rebinding) is refused. */
export const isLocalHost = (host: string | undefined): boolean =>
  host === undefined ||
  (URL.canParse(`http://${host}`) && isLocalName(new URL(`http://${host}`).hostname));
