import { createServer } from 'node:net';
import { type Environment, readPort } from '@batbot/server';

/** The services of `npm start` that listen, with the setting that moves each. */
export const listeners = {
  web: { name: 'web app', variable: 'BATBOT_WEB_PORT', preset: 5173 },
  api: { name: 'account server', variable: 'BATBOT_API_PORT', preset: 4000 },
  simulator: { name: 'simulator', variable: 'BATBOT_SIM_PORT', preset: 7070 },
} as const;

export type ListenerName = keyof typeof listeners;
export type Ports = Readonly<Record<ListenerName, number>>;

/** A port that something else holds. */
export interface BusyPort {
  readonly listener: ListenerName;
  readonly port: number;
}

/** The ports as set, 0 standing for any free one. Throws the server's `badSetting`. */
export const readPorts = (env: Environment): Ports => {
  const read = (name: ListenerName) =>
    readPort(env, listeners[name].variable, listeners[name].preset);
  return { web: read('web'), api: read('api'), simulator: read('simulator') };
};

const claim = (port: number, host: string): Promise<number | 'busy'> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('busy');
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(port);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(bound));
    });
  });

/** `localhost` is either loopback address, as the system likes: both must be free. */
const claimBoth = async (port: number): Promise<number | 'busy'> => {
  const bound = await claim(port, '127.0.0.1');
  return bound === 'busy' ? bound : claim(bound, '::1');
};

/**
 * Looks before anything is built or started, so that busy ports are reported at once and together. A port
 * taken between this look and the start is still refused by the service itself.
 */
export const findPorts = async (
  wanted: Ports,
): Promise<{ readonly ports: Ports; readonly busy: readonly BusyPort[] }> => {
  const ports = { ...wanted };
  const busy: BusyPort[] = [];
  const given = new Set<number>();
  for (const listener of ['web', 'api', 'simulator'] as const) {
    const port = wanted[listener];
    const found = given.has(port) ? 'busy' : await claimBoth(port);
    if (found === 'busy') busy.push({ listener, port });
    else ports[listener] = found;
    if (port !== 0) given.add(port);
  }
  return { ports, busy };
};

/** What to say about a busy port: which one, for what, and how to choose another. */
export const describeBusyPort = ({ listener, port }: BusyPort, command: string): string => {
  const { name, variable } = listeners[listener];
  const other = port < 65_535 ? port + 1 : port - 1;
  return (
    `Port ${port}, for the ${name}, is already in use.\n` +
    `Choose another with ${variable}, for example: ${variable}=${other} ${command}`
  );
};
