import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode, serverError } from '../problem.ts';

/** Both loopback addresses. `localhost` resolves to one of them, depending on the system. */
const loopback = ['127.0.0.1', '::1'] as const;
/** Limits of a server; times in ms. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /**
   * Longer than the 60 s that are common for proxies, because a proxy must not reuse a connection that the server is
   * closing.
   */
  keepAliveTimeout: 75_000,
  /** Limit without a byte in either direction, so that a client that does not read its response holds no connection. */
  inactivityTimeout: 120_000,
  /** Interval at which the time limits are checked. */
  connectionsCheckingInterval: 2_000,
  maxConnections: 5_000,
};
/** How long pending requests may take when the server closes. */
const CLOSE_GRACE_MS = 2_000;

const bind = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      // the server listens on TCP, so the address is an object and not the name of a pipe
      resolve((server.address() as AddressInfo).port);
    });
  });

const closeOne = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    const hurry = setTimeout(() => {
      server.closeAllConnections();
    }, CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(hurry);
      resolve();
    });
    server.closeIdleConnections();
  });

const bindAll = async (
  create: () => Server,
  port: number,
  hosts: readonly string[],
): Promise<{ readonly port: number; readonly servers: readonly Server[] }> => {
  const servers: Server[] = [];
  let bound = port;
  try {
    for (const host of hosts) {
      const server = create();
      try {
        bound = await bind(server, bound, host);
        servers.push(server);
      } catch (error) {
        const absent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error) ?? '');
        if (!absent || servers.length === 0) throw error; // a machine without IPv6 has no ::1
      }
    }
    return { port: bound, servers };
  } catch (error) {
    await Promise.all(servers.map(closeOne));
    throw error;
  }
};

/**
 * Serves HTTP at `port` (0: any free one), on `host` or by default on both loopback addresses. Rejects with
 * `portInUse`.
 */
export const listen = async (
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  {
    port,
    host,
    limits = LIMITS,
  }: {
    readonly port: number;
    readonly host?: string | undefined;
    readonly limits?: typeof LIMITS;
  },
) => {
  const { maxConnections, inactivityTimeout, ...times } = limits;
  const listener: RequestListener = handler;
  const create = (): Server => {
    const server = createServer(times, listener);
    server.maxConnections = maxConnections;
    server.timeout = inactivityTimeout;
    return server;
  };
  // A port that is free on one address may be taken on the other. Then the next attempt requests another port.
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { port: bound, servers } = await bindAll(create, port, host ? [host] : loopback);
      let closing: Promise<unknown> | undefined;
      return {
        port: bound,
        /** Stops accepting connections, waits for pending requests and frees the port. Idempotent. */
        close: async (): Promise<void> => {
          await (closing ??= Promise.all(servers.map(closeOne)));
        },
      };
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error;
      if (port !== 0 || attempt === 5) {
        throw serverError({ kind: 'portInUse', port }, `Port ${port} is already in use.`, error);
      }
    }
  }
};

export type Listening = Awaited<ReturnType<typeof listen>>;
