import { streamBulk } from './bulk/bulk-stream.ts';
import type { BulkResult } from './bulk/bulk-stream.ts';
import { connect } from './connector.ts';
import type { ConnectorParts } from './connector.ts';
import { createControlLines } from './device/control-lines.ts';
import { createDevice } from './device/device.ts';
import type { Traffic } from './record/recording.ts';
import { createReplayLine } from './record/replay-line.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import type { Transport, TransportEvents } from './transports/transport.ts';

/**
 * Delay in ms before a pty is closed. Closing discards bytes that its client has not read, and bytes sent just before
 * need this long to arrive.
 */
const lastWordsMs = 40;

export interface DeviceHostParts {
  readonly options: SimulatorOptions;
  readonly now: () => number;
  readonly onTraffic: (traffic: Traffic) => void;
  readonly idleHeartbeatMs?: number;
}

export const createDeviceHost = (parts: DeviceHostParts) => {
  const { options, now } = parts;
  const transports: Transport[] = [];
  const stops: (() => void)[] = [];
  let plugged = true;
  let streaming = false;

  let turn = Promise.resolve();
  /** Plugs and unplugs one after the other, because a transport does one at a time. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const acted = turn.then(act);
    turn = acted.catch(() => undefined);
    return acted;
  };
  const unplug = (): Promise<void> =>
    inTurn(async () => {
      if (!plugged) return;
      plugged = false;
      device.counters.unplugs += 1;
      await Promise.all(transports.map((transport) => transport.unplug()));
    });
  const plug = (renamed = false): Promise<void> =>
    inTurn(async () => {
      if (plugged) return;
      plugged = true;
      device.reboot(now());
      await Promise.all(transports.map((transport) => transport.plug(renamed)));
    });
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
  const stream = async (transport: Transport, bytes: number): Promise<BulkResult> => {
    streaming = true;
    try {
      return await streamBulk(transport, bytes, (count) => {
        device.counters.bulkBytes += count;
        device.counters.bytesOut += count;
      });
    } finally {
      streaming = false;
    }
  };

  return {
    device,
    plugged: (): boolean => plugged,
    /** Whether each transport has a client that opened the port. */
    clients: (): Readonly<Record<string, boolean>> =>
      Object.fromEntries(transports.map(({ name, connected }) => [name, connected()])),
    unplug,
    plug,
    /** Opens another connector with its transport. Rejects if `open` does. */
    attach: async <T extends Transport>(
      name: string,
      open: (events: TransportEvents) => T | Promise<T>,
    ): Promise<T> => {
      const { transport, stop } = await connect(
        {
          name,
          line: openLine(name),
          controlLines: createControlLines(
            device.counters,
            options.dtrResets ? () => device.reboot(now()) : undefined,
          ),
          now,
          baudRate: options.pacing === false ? 0 : (options.baudRate ?? 115_200),
          onTraffic: parts.onTraffic,
          ...(parts.idleHeartbeatMs === undefined
            ? {}
            : { idleHeartbeatMs: parts.idleHeartbeatMs }),
        },
        open,
      );
      stops.push(stop);
      transports.push(transport);
      return transport;
    },
    /**
     * Streams numbered lines to the client of this transport. Undefined if there is no such client or a stream is already
     * running.
     */
    bulk: (bytes: number, wanted?: string): Promise<BulkResult> | undefined => {
      const transport = transports.find(
        ({ name, connected }) => connected() && (wanted === undefined || wanted === name),
      );
      return transport && !streaming ? stream(transport, bytes) : undefined;
    },
    close: async (): Promise<void> => {
      await Promise.all(transports.splice(0).map((transport) => transport.close()));
      for (const stop of stops.splice(0)) stop();
    },
  };
};

export type DeviceHost = ReturnType<typeof createDeviceHost>;
