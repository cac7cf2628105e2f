import type { BulkResult } from './bulk/bulk-stream.ts';
import type { Overrides, PlantTruth } from './bms/plant.ts';
import type { Reading } from './bms/reading.ts';
import type { Counters, ReceivedCommand } from './device/counters.ts';
import type { DeviceOptions } from './device/device.ts';
import type { Identity } from './device/native-dialect.ts';
import type { ActiveFault } from './faults/fault-engine.ts';
import type { Traffic } from './record/recording.ts';
import type { RawValues } from './parameters/parameter-table.ts';
import type { ReplayMode } from './record/replay-line.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

export interface SimulatorOptions extends DeviceOptions {
  /** Number of devices, each with its own pack and the next seed. Default: 1. */
  readonly devices?: number;
  /**
   * Path of the link to the pseudo-terminal. Default: none. With several devices it is the folder of `obd-1`, `obd-2`,
   * … Linux and macOS only.
   */
  readonly pty?: string;
  /** TCP port of WebSocket, control and page; 0 = any free one. Default: none. */
  readonly ws?: number;
  /** TCP port of raw bytes; 0 = any free one. Default: none. */
  readonly tcp?: number;
  /** Path of a real serial port on which the device answers. Default: none. */
  readonly serial?: string;
  /** Bit rate of pty, TCP and serial port. A WebSocket client sends its own. Default: 115200. */
  readonly baudRate?: number;
  /** False to send replies as fast as possible. */
  readonly pacing?: boolean;
  /** True if a rising DTR resets the device. Opening the port raises DTR, so it resets the device too. */
  readonly dtrResets?: boolean;
  /** The file to which all traffic is written. */
  readonly record?: string;
  /** A recording to replay instead of simulating. */
  readonly replay?: {
    readonly recording: readonly Traffic[];
    readonly mode: ReplayMode;
    readonly speed: number;
  };
}

/** The response of `GET /control/state`. */
export interface SimulatorState {
  /** Number of the device, from 1. */
  readonly device: number;
  readonly devices: number;
  readonly plugged: boolean;
  readonly ptyPath: string | undefined;
  readonly slavePath: string | undefined;
  readonly wsUrl: string | undefined;
  readonly tcpPort: number | undefined;
  /** Whether each transport has a client that opened the port. */
  readonly clients: Readonly<Record<string, boolean>>;
  readonly scenario: ScenarioName;
  readonly speed: number;
  readonly uptimeS: number;
  /** The values of the scenario that are overridden. */
  readonly overrides: Pick<Overrides, 'current' | 'ambient'>;
  readonly faults: readonly ActiveFault[];
  /** The latest commands, the newest last, at most 1000. */
  readonly commands: readonly ReceivedCommand[];
  readonly counters: Readonly<Counters>;
  /** The values that the device reports now, in wire units. */
  readonly pack: Reading;
  /** The identity as in the reply to ATI; its firmware is `BOOT` in the boot loader. */
  readonly identity: Identity;
  /** The parameters in use, as on the line. */
  readonly parameters: RawValues;
  /** The true values of the simulated pack. `pack` has the values that the device reports. */
  readonly truth: PlantTruth;
}

export interface SimulatedDevice {
  /** Absolute path of the link, which is the port for clients. */
  readonly ptyPath: string | undefined;
  /** The current target of the link; undefined while unplugged. It changes each time the device is plugged in. */
  readonly slavePath: string | undefined;
  /** `ws://localhost:PORT/serial`, `…/serial/7` for the seventh. */
  readonly wsUrl: string | undefined;
  readonly tcpPort: number | undefined;
  /** Unplugs the device: clients lose their port, and the link is removed. */
  readonly unplug: () => Promise<void>;
  /** Plugs the device in again and boots it. `renamed`: with another name of the link. */
  readonly plug: (renamed?: boolean) => Promise<void>;
  /**
   * Streams this many bytes of numbered lines to the client of a transport (default: the connected one). The stream is
   * unpaced and waits for the client. Undefined if there is no such client or a stream is already running.
   */
  readonly bulk: (bytes: number, transport?: string) => Promise<BulkResult> | undefined;
  readonly state: () => SimulatorState;
}

/** A running simulator. Its own members are those of its first device. */
export interface Simulator extends SimulatedDevice {
  /** All devices, including the first one. */
  readonly devices: readonly SimulatedDevice[];
  /** Ends all devices and removes the links. It may be called twice. */
  readonly close: () => Promise<void>;
}
