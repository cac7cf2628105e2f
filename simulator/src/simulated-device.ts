import { resolve } from 'node:path';
import { controlTable } from './control/control-table.ts';
import { createDeviceHost } from './device-host.ts';
import type { DeviceHost } from './device-host.ts';
import type { Traffic } from './record/recording.ts';
import type { SimulatorOptions, SimulatorState } from './simulator-options.ts';
import { openPtyTransport } from './transports/pty-transport.ts';
import type { PtyTransport } from './transports/pty-transport.ts';
import { openSerialTransport } from './transports/serial-transport.ts';
import { openTcpTransport } from './transports/tcp-transport.ts';
import { createSocketTransport } from './transports/websocket-transport.ts';
import type { SocketTransport } from './transports/websocket-transport.ts';

/**
 * Limit of devices with a pseudo-terminal, because each needs its own process. Further devices have only a WebSocket.
 */
export const ptyLimit = 8;

/** Interval in ms between two checks of a device without a client, if there are many devices. */
const idleHeartbeatMs = 1000;

export interface DevicePlace {
  readonly options: SimulatorOptions;
  /** Number of the device, from 1. */
  readonly number: number;
  readonly now: () => number;
  readonly record: (traffic: Traffic) => void;
  /** Returns the port on which the server listens, once it does. */
  readonly wsPort: () => number | undefined;
}

const ptyPathOf = (pty: string | undefined, number: number, devices: number) => {
  if (pty === undefined || devices === 1) return pty;
  return number <= ptyLimit ? resolve(pty, `obd-${number}`) : undefined;
};

/** Opens one device on the requested transports. Only the first device gets TCP and the real serial port. */
export const openSimulatedDevice = async (place: DevicePlace) => {
  const { options, number, now } = place;
  const devices = options.devices ?? 1;
  const seed = (options.seed ?? 1) + number - 1;
  let sockets: SocketTransport | undefined;
  const host: DeviceHost = createDeviceHost({
    options: { ...options, seed },
    now,
    ...(devices === 1 ? {} : { idleHeartbeatMs }),
    onTraffic: (traffic) => {
      place.record(
        devices === 1 ? traffic : { ...traffic, transport: `${traffic.transport}/${number}` },
      );
      sockets?.notifyObservers(traffic);
    },
  });
  const { device, unplug, plug, bulk, close } = host;
  let pty: PtyTransport | undefined;
  let tcpPort: number | undefined;

  const wsUrl = (): string | undefined => {
    const port = place.wsPort();
    if (port === undefined) return undefined;
    return `ws://localhost:${port}/serial${number === 1 ? '' : `/${number}`}`;
  };
  const state = (): SimulatorState => {
    device.advance(now());
    return {
      device: number,
      devices,
      plugged: host.plugged(),
      ptyPath: pty?.linkPath(),
      slavePath: pty?.slavePath(),
      wsUrl: wsUrl(),
      tcpPort,
      clients: host.clients(),
      scenario: device.scenario(),
      speed: device.speed(),
      uptimeS: device.uptimeS(),
      overrides: device.overrides(),
      faults: device.faults.list(),
      commands: device.commands(),
      counters: { ...device.counters },
      pack: device.reading(),
      identity: device.system.identity(),
      parameters: device.system.values(),
      truth: device.plant().truth(),
    };
  };
  const { tcp, serial } = options;
  const ptyPath = ptyPathOf(options.pty, number, devices);
  try {
    if (options.ws !== undefined)
      sockets = await host.attach('ws', (events) => createSocketTransport(events));
    if (tcp !== undefined && number === 1)
      tcpPort = (await host.attach('tcp', (events) => openTcpTransport(tcp, events))).port;
    if (serial !== undefined && number === 1)
      await host.attach('serial', (events) =>
        openSerialTransport(serial, options.baudRate ?? 115_200, events),
      );
    if (ptyPath !== undefined)
      pty = await host.attach('pty', (events) => openPtyTransport(ptyPath, events));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    simulated: {
      get ptyPath() {
        return pty?.linkPath();
      },
      get slavePath() {
        return pty?.slavePath();
      },
      get wsUrl() {
        return wsUrl();
      },
      tcpPort,
      unplug,
      plug,
      bulk,
      state,
    },
    routes: controlTable({ device, now, state, unplug, plug, bulk }),
    sockets,
    close,
  };
};

/** A device with the parts that the server needs to route requests to it. */
export type ServedDevice = Awaited<ReturnType<typeof openSimulatedDevice>>;
