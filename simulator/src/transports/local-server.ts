import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another program listens there. */
export interface PortInUse extends Error {
  readonly kind: 'portInUse';
  readonly port: number;
}

export const portInUse = (port: number): PortInUse =>
  Object.assign(new Error(`port ${port} is in use`), { kind: 'portInUse', port } as const);

export const isPortInUse = (error: unknown): error is PortInUse =>
  error instanceof Error && 'kind' in error && error.kind === 'portInUse';

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // a TCP server has no other kind of address
    });
  });

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** HTTP on both loopback addresses, because `localhost` is either. 0 = any free port. Rejects with `PortInUse`. */
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
      // Asked for any port, the one we got may be taken on the other address: IPv4 alone then.
      return absent || wanted === 0 ? false : fail(error);
    },
  );
  return { port, servers: both ? [four, six] : [four] };
};

/** The target of a request; undefined when it is not a path on this server (`//`, `http://other/`, a broken escape). */
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

/** Whether a page of this origin may talk to the simulator: pages of this machine only; no origin = no page. */
export const isLocalOrigin = (origin: string | undefined): boolean => {
  if (origin === undefined) return true;
  return URL.canParse(origin) && isLocalName(new URL(origin).hostname);
};

/** Whether the request names this machine: a name that leads here by a forged DNS answer does not. */
export const isLocalHost = (host: string | undefined): boolean =>
  host === undefined ||
  (URL.canParse(`http://${host}`) && isLocalName(new URL(`http://${host}`).hostname));
