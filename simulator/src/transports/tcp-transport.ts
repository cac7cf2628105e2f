import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { portInUse } from './local-server.ts';
import type { Transport, TransportEvents } from './transport.ts';

/** Maximum number of bytes buffered for a client that does not read. */
const bufferLimit = 1 << 22;

/**
 * Carries raw bytes over TCP on this machine, for one client at a time. 0 = any free port. Rejects with `PortInUse`.
 */
export const openTcpTransport = async (
  wanted: number,
  events: TransportEvents,
): Promise<Transport & { readonly port: number }> => {
  let client: Socket | undefined;
  let plugged = true;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (client || !plugged) {
      socket.destroy();
      return;
    }
    client = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => events.onData(bytes));
    socket.on('close', () => {
      if (client !== socket) return;
      client = undefined;
      events.onClient(false);
    });
    events.onClient(true);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portInUse(wanted) : error),
    );
    server.listen({ port: wanted, host: '127.0.0.1' }, resolve);
  });
  return {
    name: 'tcp',
    port: (server.address() as AddressInfo).port, // the address of a TCP server always has this type
    send: (bytes) => {
      if (client && client.writableLength < bufferLimit) client.write(bytes);
    },
    deliver: (bytes) =>
      new Promise((resolve) => {
        const socket = client;
        if (!socket) return resolve(false);
        const gone = (): void => resolve(false);
        socket.once('close', gone);
        socket.write(bytes, (error) => {
          socket.off('close', gone);
          resolve(!error);
        });
      }),
    unplug: async () => {
      plugged = false;
      client?.destroy();
    },
    plug: async () => {
      plugged = true;
    },
    close: async () => {
      client?.destroy();
      server.close();
    },
    connected: () => client !== undefined,
  };
};
