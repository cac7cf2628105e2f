import { connect } from './connector.ts';
import type { ConnectorParts } from './connector.ts';
import { answerControl } from './control/control-routes.ts';
import { controlTable } from './control/control-table.ts';
import { sendPage } from './control/page-files.ts';
import { createDevice } from './device/device.ts';
import { openRecorder } from './record/recording.ts';
import type { Traffic } from './record/recording.ts';
import { createReplayLine } from './record/replay-line.ts';
import type { Simulator, SimulatorOptions, SimulatorState } from './simulator-options.ts';
import { listenLocally } from './transports/local-server.ts';
import { openPtyTransport } from './transports/pty-transport.ts';
import { openSerialTransport } from './transports/serial-transport.ts';
import { openTcpTransport } from './transports/tcp-transport.ts';
import type { Transport, TransportEvents } from './transports/transport.ts';
import { serveWebSocket } from './transports/websocket-transport.ts';

/** A pty that closes takes along what its client has not read: bytes said just before need this long to arrive. */
const lastWordsMs = 40;

/** Starts one device on all the transports asked for. Rejects with `PortInUse`, or an Error when a port or file cannot be had. */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const startedAt = performance.now();
  const now = (): number => performance.now() - startedAt;
  const transports: Transport[] = [];
  const stops: (() => void)[] = [];
  let plugged = true;
  let slavePath = (): string | undefined => undefined;
  let ptyPath = (): string | undefined => undefined;
  let wsUrl: string | undefined;
  let tcpPort: number | undefined;
  let tellObservers: (traffic: Traffic) => void = () => undefined;
  let record: (traffic: Traffic) => void = () => undefined;

  const unplug = async (): Promise<void> => {
    if (!plugged) return;
    plugged = false;
    device.counters.unplugs += 1;
    await Promise.all(transports.map((transport) => transport.unplug()));
  };
  const plug = async (renamed = false): Promise<void> => {
    if (plugged) return;
    plugged = true;
    device.reboot(now());
    await Promise.all(transports.map((transport) => transport.plug(renamed)));
  };
  const device = createDevice(options, ({ againMs, renamed }) => {
    const later = (ms: number, act: () => Promise<void>): void => {
      const timer = setTimeout(() => void act(), ms);
      stops.push(() => clearTimeout(timer));
    };
    later(lastWordsMs, unplug);
    if (againMs !== undefined) later(lastWordsMs + againMs, () => plug(renamed));
  });
  const openLine = (name: string): ConnectorParts['line'] =>
    options.replay
      ? createReplayLine(options.replay.recording, options.replay)
      : device.openLine(name);
  const attach = async <T extends Transport>(
    name: string,
    open: (events: TransportEvents) => T | Promise<T>,
  ): Promise<T> => {
    const { transport, stop } = await connect(
      {
        name,
        line: openLine(name),
        now,
        baudRate: options.pacing === false ? 0 : (options.baudRate ?? 115_200),
        onTraffic: (traffic) => {
          record(traffic);
          tellObservers(traffic);
        },
      },
      open,
    );
    stops.push(stop);
    transports.push(transport);
    return transport;
  };
  const close = async (): Promise<void> => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    for (const stop of stops.splice(0)) stop();
  };
  const state = (): SimulatorState => {
    device.advance(now());
    return {
      plugged,
      ptyPath: ptyPath(),
      slavePath: slavePath(),
      wsUrl,
      tcpPort,
      clients: Object.fromEntries(transports.map(({ name, connected }) => [name, connected()])),
      scenario: device.scenario(),
      speed: device.speed(),
      uptimeS: device.uptimeS(),
      faults: device.faults.list(),
      commands: device.commands(),
      counters: { ...device.counters },
      pack: device.reading(),
      truth: device.plant().truth(),
    };
  };
  const listen = async (wanted: number): Promise<void> => {
    const routes = controlTable({ device, now, state, unplug, plug });
    const { port, servers } = await listenLocally(wanted, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'GET' && sendPage(pathname, response)) return;
      void answerControl(routes, request, response);
    });
    stops.push(() => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    });
    wsUrl = `ws://localhost:${port}/serial`;
    ({ tellObservers } = await attach('ws', (events) => serveWebSocket(servers, events)));
  };

  try {
    const { ws, pty, tcp, serial } = options;
    const baudRate = options.baudRate ?? 115_200;
    if (options.record !== undefined) {
      const recorder = openRecorder(options.record);
      record = recorder.write;
      stops.push(() => {
        record = () => undefined;
        recorder.close();
      });
    }
    if (ws !== undefined) await listen(ws);
    if (tcp !== undefined)
      tcpPort = (await attach('tcp', (events) => openTcpTransport(tcp, events))).port;
    if (serial !== undefined)
      await attach('serial', (events) => openSerialTransport(serial, baudRate, events));
    if (pty !== undefined)
      ({ slavePath, linkPath: ptyPath } = await attach('pty', (events) =>
        openPtyTransport(pty, events),
      ));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get ptyPath() {
      return ptyPath();
    },
    get slavePath() {
      return slavePath();
    },
    wsUrl,
    tcpPort,
    unplug,
    plug,
    state,
    close,
  };
};
