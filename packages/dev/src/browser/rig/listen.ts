import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on localhost, on this port or a free one. Returns its origin, without a trailing slash. */
export const listen = async (server: Server, port = 0) => {
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const address = server.address() as AddressInfo; // the server listens on TCP, so the address is an object
  return {
    url: `http://localhost:${address.port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
