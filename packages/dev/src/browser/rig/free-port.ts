import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A free TCP port of this machine. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // not a pipe: it listens on a port
  await new Promise((resolve) => server.close(resolve));
  return port;
};
