import {
  deploymentFromEnv,
  type Environment,
  startAccountServer,
  type WebHostOptions,
} from '@batbot/server';
import { hasPty, startSimulator } from '@batbot/simulator';
import { announce } from './announcement.ts';
import { describeBusyPort, findPorts, type ListenerName, type Ports, readPorts } from './ports.ts';
import { demoFirmwareKey } from '../demo-world/demo-images.ts';
import { demoSize, makeWorld, type WorldSize } from '../demo-world/demo-world.ts';
import { plainFailure } from '../process/plain-failure.ts';
import type { Add } from './start-parts.ts';

interface Service {
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  readonly env: Environment;
  /** The command that the user entered, for messages. */
  readonly command: string;
  readonly startWeb: (
    options: WebHostOptions,
    signal: AbortSignal,
  ) => Promise<Service & { readonly url: string }>;
  /** The size of the data below the demo accounts. Default: `demoSize`. */
  readonly worldSize?: WorldSize;
}

const resolvePorts = async (env: Environment, command: string): Promise<Ports> => {
  const { ports, busy } = await findPorts(readPorts(env));
  if (busy.length === 0) return ports;
  throw plainFailure(busy.map((one) => describeBusyPort(one, command)).join('\n'));
};

/**
 * Handles a service's error about a busy port. A port can be taken after the check of `findPorts`; it is reported in
 * the same way.
 */
const refuseBusyPort =
  (listener: ListenerName, port: number, command: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'kind' in error && error.kind === 'portInUse')) throw error;
    throw plainFailure(describeBusyPort({ listener, port }, command));
  };

/** Handles the simulator's other expected failure: it cannot create the link to its pty. */
const explainPty = (error: unknown): never => {
  if (!(error instanceof Error) || 'kind' in error) throw error;
  throw plainFailure(
    `The simulator: ${error.message}. BATBOT_PTY chooses where its serial port is linked.`,
  );
};

/**
 * Starts account server, simulator and web app. Returns the text to print. Rejects with the reason if one cannot start.
 */
export const startServices = async (
  { env, command, startWeb, worldSize = demoSize }: StartOptions,
  add: Add,
  signal: AbortSignal,
): Promise<string> => {
  const ports = await resolvePorts(env, command);
  signal.throwIfAborted();
  const simulatedDeviceUrl =
    env['BATBOT_SIMULATED_DEVICE_URL'] ?? `ws://localhost:${ports.simulator}/serial`;
  const hasDemo = env['BATBOT_DEMO_ACCOUNTS'] !== 'false' && !env['BATBOT_GRAPHQL_URL'];
  const deployment = deploymentFromEnv(
    {
      // Anyone can sign with the key of the demo images, so it is trusted only with the demo data.
      ...(hasDemo && { BATBOT_FIRMWARE_KEYS: demoFirmwareKey }),
      ...env,
      BATBOT_WEB_PORT: String(ports.web),
      BATBOT_API_PORT: String(ports.api),
      BATBOT_SIMULATED_DEVICE_URL: simulatedDeviceUrl,
    },
    (line) => console.error(`account server: ${line}`),
    { mayHaveDemo: true },
  );
  const demoWorld = () => makeWorld(worldSize, new Date());
  const pty = hasPty(process.platform) ? { pty: env['BATBOT_PTY'] || '.run/obd' } : {};
  const starting = <T extends Service>(listener: ListenerName, service: Promise<T>): Promise<T> => {
    // A stop also closes a service that is still starting.
    add(() =>
      service.then(
        ({ close }) => close(),
        () => undefined,
      ),
    );
    return service.catch(refuseBusyPort(listener, ports[listener], command));
  };
  const [web, api, simulator] = await Promise.all([
    starting('web', startWeb(deployment.web, signal)),
    starting('api', startAccountServer({ ...deployment.api, demoWorld })),
    starting('simulator', startSimulator({ ...pty, ws: ports.simulator }).catch(explainPty)),
  ]);
  signal.throwIfAborted(); // a stop has closed them
  return announce({
    webUrl: web.url,
    apiUrl: api.url,
    simulatedDeviceUrl,
    ptyPath: simulator.ptyPath,
    demoAccounts: api.demoAccounts,
  });
};
