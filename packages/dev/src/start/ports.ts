import { createServer } from 'node:net';
import { type Environment, readPort } from '@batbot/server';

/** The services of `npm start` that listen on a port, with the environment variable for each port. */
export const listeners = {
  web: { name: 'web app', variable: 'BATBOT_WEB_PORT', preset: 5173 },
  api: { name: 'account server', variable: 'BATBOT_API_PORT', preset: 4000 },
  simulator: { name: 'simulator', variable: 'BATBOT_SIM_PORT', preset: 7070 },
} as const;

export type ListenerName = keyof typeof listeners;
export type Ports = Readonly<Record<ListenerName, number>>;

export interface BusyPort {
  readonly listener: ListenerName;
  readonly port: number;
}

/** Reads the configured ports; 0 means any free port. Throws the server's `badSetting`. */
export const readPorts = (env: Environment): Ports => {
  const read = (name: ListenerName) =>
    readPort(env, listeners[name].variable) ?? listeners[name].preset;
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

/** Finds a port on both loopback addresses, because `localhost` resolves to one of them, depending on the system. */
const claimBoth = async (port: number): Promise<number | 'busy'> => {
  const bound = await claim(port, '127.0.0.1');
  return bound === 'busy' ? bound : claim(bound, '::1');
};

/**
 * Checks the ports before anything is built or started, so that all busy ports are reported at once. If a port is taken
 * after this check, the service itself refuses to start.
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

/** Formats the message about a busy port: which port, for which service, and how to choose another. */
export const describeBusyPort = ({ listener, port }: BusyPort, command: string): string => {
  const { name, variable } = listeners[listener];
  const other = port < 65_535 ? port + 1 : port - 1;
  return (
    `Port ${port}, for the ${name}, is already in use.\n` +
    `Choose another with ${variable}, for example: ${variable}=${other} ${command}`
  );
};
