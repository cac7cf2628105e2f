import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range of ports to try. It is below the ports that Linux assigns automatically (32768 and up): such a port could
 * be assigned to another connection between the check and its use.
 */
const FIRST = 20_000;
const LAST = 32_000;
/** The workers of Playwright, which counts them, have ranges of their own: one may hold a port that it does not use yet. */
const SIZE = 3_000;

const given = new Set<number>();

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(true));
    });
  });

export const freePort = async (): Promise<number> => {
  const worker = process.env['TEST_PARALLEL_INDEX'];
  const first = worker === undefined ? FIRST : FIRST + ((Number(worker) * SIZE) % (LAST - FIRST));
  for (;;) {
    const port = randomInt(first, worker === undefined ? LAST : first + SIZE);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
};
