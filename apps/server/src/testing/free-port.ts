import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range of ports to try. It is below the ports that Linux assigns automatically (32768 and up): such a port could
 * be assigned to another connection between the check and its use.
 */
const FIRST = 20_000;
const LAST = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(true));
    });
  });

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
};
