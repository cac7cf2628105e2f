import type { ControlLines } from './device/control-lines.ts';
import type { DeviceLine } from './device/device-line.ts';
import type { Traffic } from './record/recording.ts';
import { createLinePump } from './transports/line-pump.ts';
import type { Transport, TransportEvents } from './transports/transport.ts';

/** Interval in ms at which an idle line is checked. An unsolicited line is at most this late. */
const heartbeatMs = 50;

export interface ConnectorParts {
  readonly name: string;
  readonly line: DeviceLine;
  readonly controlLines: ControlLines;
  readonly now: () => number;
  /** Bits per second until a client sends its own rate; 0 = unpaced, whatever rate clients send. */
  readonly baudRate: number;
  /** Interval in ms between checks while there is no client. */
  readonly idleHeartbeatMs?: number;
  readonly onTraffic: (traffic: Traffic) => void;
}

/** Connects a line of the device with a transport that `open` creates. */
export const connect = async <T extends Transport>(
  parts: ConnectorParts,
  open: (events: TransportEvents) => T | Promise<T>,
): Promise<{ readonly transport: T; readonly stop: () => void }> => {
  const { line, now, name } = parts;
  let send: Transport['send'] = () => undefined;
  const report = (direction: Traffic['direction'], bytes: Uint8Array): void =>
    parts.onTraffic({
      direction,
      ms: now(),
      transport: name,
      text: Buffer.from(bytes).toString('latin1'),
    });
  let listening = false;
  let stopped = false;
  const pump = createLinePump(line, now, (bytes) => {
    if (listening) report('out', bytes);
    send(bytes);
  });
  const pace = (rate: number): void => line.setBaudRate(parts.baudRate === 0 ? 0 : rate);
  pace(parts.baudRate);
  const idleMs = parts.idleHeartbeatMs ?? heartbeatMs;
  let heartbeat = setInterval(pump.wake, idleMs);
  const beat = (ms: number): void => {
    if (idleMs === heartbeatMs || stopped) return;
    clearInterval(heartbeat);
    heartbeat = setInterval(pump.wake, ms);
  };
  const stop = (): void => {
    stopped = true;
    clearInterval(heartbeat);
    pump.stop();
  };
  try {
    const transport = await open({
      onData: (bytes) => {
        report('in', bytes);
        line.receive(bytes, now());
        pump.wake();
      },
      onClient: (connected, rate) => {
        listening = connected;
        beat(connected ? heartbeatMs : idleMs);
        if (rate !== undefined) pace(rate);
        if (connected) parts.controlLines.opened();
        else line.hangUp();
      },
      onLines: parts.controlLines.change,
    });
    send = transport.send;
    return { transport, stop };
  } catch (error) {
    stop();
    throw error;
  }
};
