import type { Reading } from './bms/reading.ts';
import type { PlantTruth } from './bms/plant.ts';
import { answerControl } from './control/control-routes.ts';
import type { ControlRoute } from './control/control-routes.ts';
import type { Counters, ReceivedCommand } from './device/counters.ts';
import { createDevice } from './device/device.ts';
import type { DeviceOptions } from './device/device.ts';
import { createLinePump } from './transports/line-pump.ts';
import { listenLocally } from './transports/local-server.ts';
import { openPtyTransport } from './transports/pty-transport.ts';
import type { PtyTransport } from './transports/pty-transport.ts';
import type { Transport, TransportEvents } from './transports/transport.ts';
import { serveWebSocket } from './transports/websocket-transport.ts';

export interface SimulatorOptions extends DeviceOptions {
  /** Where the link to the pseudo-terminal goes; none without. Linux and macOS only. */
  readonly pty?: string;
  /** TCP port of WebSocket and control; 0 = any free one; none without. */
  readonly ws?: number;
  /** Pace of the pty, bits per second; the WebSocket client states its own. Default 115200. */
  readonly baudRate?: number;
  /** false: replies leave as fast as they can be carried. */
  readonly pacing?: boolean;
}

/** What `GET /control/state` answers. */
export interface SimulatorState {
  readonly plugged: boolean;
  readonly ptyPath: string | undefined;
  readonly slavePath: string | undefined;
  readonly wsUrl: string | undefined;
  readonly clients: Readonly<Record<string, boolean>>;
  readonly uptimeS: number;
  /** The newest last, at most 1000. */
  readonly commands: readonly ReceivedCommand[];
  readonly counters: Readonly<Counters>;
  /** As the device would report it now, in wire units. */
  readonly pack: Reading;
  /** As it really is. */
  readonly truth: PlantTruth;
}

/** A running simulator. */
export interface Simulator {
  /** Absolute path of the link; the port to give to clients. */
  readonly ptyPath: string | undefined;
  /** What the link leads to now; undefined while unplugged. A new one after each plugging. */
  readonly slavePath: string | undefined;
  /** `ws://localhost:PORT/serial` */
  readonly wsUrl: string | undefined;
  /** Takes the device away: clients lose their port, the link goes. */
  readonly unplug: () => Promise<void>;
  /** Brings it back, freshly booted. */
  readonly plug: () => Promise<void>;
  readonly state: () => SimulatorState;
  /** Ends everything, removes the link. May be called twice. */
  readonly close: () => Promise<void>;
}

/** ms between two looks at the battery while nobody asks: protections are announced this late at most. */
const heartbeatMs = 100;

/** Starts one device on all the transports asked for. Rejects with `PortInUse`, or an Error when the link cannot be placed. */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const device = createDevice(options);
  const startedAt = performance.now();
  const now = (): number => performance.now() - startedAt;
  const transports: Transport[] = [];
  const stops: (() => void)[] = [];
  let plugged = true;

  /** A connector of the device on a transport that `open` makes. */
  const attach = async <T extends Transport>(
    name: string,
    baudRate: number,
    open: (events: TransportEvents) => T | Promise<T>,
  ): Promise<T> => {
    const line = device.openLine(name);
    let send: Transport['send'] = () => undefined;
    const pump = createLinePump(line, now, (bytes) => send(bytes));
    const pace = (rate: number): void => line.setBaudRate(options.pacing === false ? 0 : rate);
    pace(baudRate);
    const wake = setInterval(pump.wake, heartbeatMs);
    stops.push(() => {
      clearInterval(wake);
      pump.stop();
    });
    const transport = await open({
      onData: (bytes) => {
        line.receive(bytes, now());
        pump.wake();
      },
      onClient: (connected, rate) => {
        if (rate !== undefined) pace(rate);
        if (!connected) line.hangUp();
      },
    });
    send = transport.send;
    transports.push(transport);
    return transport;
  };

  let pty: PtyTransport | undefined;
  let wsUrl: string | undefined;
  const closeAll = async (): Promise<void> => {
    for (const stop of stops.splice(0)) stop();
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
  };
  const state = (): SimulatorState => {
    device.advance(now());
    return {
      plugged,
      ptyPath: pty?.linkPath,
      slavePath: pty?.slavePath(),
      wsUrl,
      clients: Object.fromEntries(transports.map(({ name, connected }) => [name, connected()])),
      uptimeS: device.uptimeS(),
      commands: device.commands(),
      counters: { ...device.counters },
      pack: device.reading(),
      truth: device.plant().truth(),
    };
  };
  const unplug = async (): Promise<void> => {
    if (!plugged) return;
    plugged = false;
    device.counters.unplugs += 1;
    await Promise.all(transports.map((transport) => transport.unplug()));
  };
  const plug = async (): Promise<void> => {
    if (plugged) return;
    plugged = true;
    device.reboot(now());
    await Promise.all(transports.map((transport) => transport.plug()));
  };
  const routes: readonly ControlRoute[] = [
    { method: 'GET', path: '/control/state', run: state },
    { method: 'POST', path: '/control/unplug', run: () => unplug().then(state) },
    { method: 'POST', path: '/control/plug', run: () => plug().then(state) },
  ];

  try {
    if (options.ws !== undefined) {
      const { port, servers } = await listenLocally(options.ws, (request, response) => {
        void answerControl(routes, request, response);
      });
      stops.push(() => {
        for (const server of servers) {
          server.close();
          server.closeAllConnections();
        }
      });
      wsUrl = `ws://localhost:${port}/serial`;
      await attach('ws', 115_200, (events) => serveWebSocket(servers, events));
    }
    if (options.pty !== undefined) {
      const path = options.pty;
      const baudRate = options.baudRate ?? 115_200;
      pty = await attach('pty', baudRate, (events) => openPtyTransport(path, events));
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  const heartbeat = setInterval(() => device.advance(now()), heartbeatMs);
  stops.push(() => clearInterval(heartbeat));

  return {
    get ptyPath() {
      return pty?.linkPath;
    },
    get slavePath() {
      return pty?.slavePath();
    },
    wsUrl,
    unplug,
    plug,
    state,
    close: closeAll,
  };
};
