import { answerControl } from './control/control-routes.ts';
import { sendPage } from './control/page-files.ts';
import { openRecorder } from './record/recording.ts';
import type { Traffic } from './record/recording.ts';
import { openSimulatedDevice } from './simulated-device.ts';
import type { ServedDevice } from './simulated-device.ts';
import type { Simulator, SimulatorOptions } from './simulator-options.ts';
import { acceptSockets } from './transports/accept-sockets.ts';
import { listenLocally, targetOf } from './transports/local-server.ts';

/** Splits a path into device and route: `/control/7/state` is the seventh device's `/control/state`. */
const addressee = (pathname: string): { readonly device: number; readonly path: string } => {
  const [, number, rest] = /^\/control\/([1-9]\d*)(\/.*)$/.exec(pathname) ?? [];
  return { device: Number(number ?? 1), path: rest === undefined ? pathname : `/control${rest}` };
};

/**
 * Starts the devices on all requested transports. Rejects with `PortInUse`, or with an Error if a port or file is not
 * available.
 */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const startedAt = performance.now();
  const now = (): number => performance.now() - startedAt;
  const served: ServedDevice[] = [];
  const stops: (() => void)[] = [];
  let wsPort: number | undefined;
  let record: (traffic: Traffic) => void = () => undefined;

  const close = async (): Promise<void> => {
    await Promise.all(served.splice(0).map((each) => each.close()));
    for (const stop of stops.splice(0)) stop();
  };
  const listen = async (wanted: number): Promise<void> => {
    const { port, servers } = await listenLocally(wanted, (request, response) => {
      const pathname = targetOf(request)?.pathname;
      if (pathname === undefined) {
        response.writeHead(400).end();
        return;
      }
      if (request.method === 'GET' && sendPage(pathname, response)) return;
      const { device, path } = addressee(pathname);
      void answerControl(served[device - 1]?.routes ?? [], path, request, response);
    });
    wsPort = port;
    const sockets = acceptSockets(servers, (device) => served[device - 1]?.sockets);
    stops.push(sockets.close, () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    });
  };

  try {
    if (options.record !== undefined) {
      const recorder = openRecorder(options.record);
      record = recorder.write;
      stops.push(() => {
        record = () => undefined;
        recorder.close();
      });
    }
    if (options.ws !== undefined) await listen(options.ws);
    for (let number = 1; number <= (options.devices ?? 1); number += 1)
      served.push(
        await openSimulatedDevice({
          options,
          number,
          now,
          record: (traffic) => record(traffic),
          wsPort: () => wsPort,
        }),
      );
  } catch (error) {
    await close();
    throw error;
  }
  const devices = served.map(({ simulated }) => simulated);
  const [first] = devices;
  if (!first) throw new Error('a simulator has at least one device');
  const { tcpPort, unplug, plug, bulk, state } = first;
  return {
    get ptyPath() {
      return first.ptyPath;
    },
    get slavePath() {
      return first.slavePath;
    },
    wsUrl: first.wsUrl,
    tcpPort,
    unplug,
    plug,
    bulk,
    state,
    devices,
    close,
  };
};
