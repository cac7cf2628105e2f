import type { BulkResult } from './bulk/bulk-stream.ts';
import type { Overrides, PlantTruth } from './bms/plant.ts';
import type { Reading } from './bms/reading.ts';
import type { Counters, ReceivedCommand } from './device/counters.ts';
import type { DeviceOptions } from './device/device.ts';
import type { ActiveFault } from './faults/fault-engine.ts';
import type { Traffic } from './record/recording.ts';
import type { ReplayMode } from './record/replay-line.ts';
import type { ScenarioName } from './scenarios/scenarios.ts';

export interface SimulatorOptions extends DeviceOptions {
  /** How many devices run, each with its own pack and the next seed. Default 1. */
  readonly devices?: number;
  /** Where the link to the pseudo-terminal goes; none without. Several devices: the folder of `obd-1`, `obd-2`, … Linux and macOS only. */
  readonly pty?: string;
  /** TCP port of WebSocket, control and page; 0 = any free one; none without. */
  readonly ws?: number;
  /** TCP port of raw bytes; 0 = any free one; none without. */
  readonly tcp?: number;
  /** Path of a real serial port to answer on; none without. */
  readonly serial?: string;
  /** Pace of pty, TCP and serial port, bits per second; a WebSocket client states its own. Default 115200. */
  readonly baudRate?: number;
  /** false: replies leave as fast as they can be carried. */
  readonly pacing?: boolean;
  /** DTR that rises resets the device, so each opening does. */
  readonly dtrResets?: boolean;
  /** File that all traffic is written to. */
  readonly record?: string;
  /** Say what this recording says, instead of simulating. */
  readonly replay?: {
    readonly recording: readonly Traffic[];
    readonly mode: ReplayMode;
    readonly speed: number;
  };
}

/** What `GET /control/state` answers. */
export interface SimulatorState {
  /** 1-based. */
  readonly device: number;
  readonly devices: number;
  readonly plugged: boolean;
  readonly ptyPath: string | undefined;
  readonly slavePath: string | undefined;
  readonly wsUrl: string | undefined;
  readonly tcpPort: number | undefined;
  /** By transport: whether a client has the port open. */
  readonly clients: Readonly<Record<string, boolean>>;
  readonly scenario: ScenarioName;
  readonly speed: number;
  readonly uptimeS: number;
  /** What is held against the scenario. */
  readonly overrides: Pick<Overrides, 'current' | 'ambient'>;
  readonly faults: readonly ActiveFault[];
  /** The newest last, at most 1000. */
  readonly commands: readonly ReceivedCommand[];
  readonly counters: Readonly<Counters>;
  /** As the device would report it now, in wire units. */
  readonly pack: Reading;
  /** As it really is. */
  readonly truth: PlantTruth;
}

/** One device of a running simulator. */
export interface SimulatedDevice {
  /** Absolute path of the link; the port to give to clients. */
  readonly ptyPath: string | undefined;
  /** What the link leads to now; undefined while unplugged. A new one after each plugging. */
  readonly slavePath: string | undefined;
  /** `ws://localhost:PORT/serial`, `…/serial/7` for the seventh. */
  readonly wsUrl: string | undefined;
  readonly tcpPort: number | undefined;
  /** Takes the device away: clients lose their port, the link goes. */
  readonly unplug: () => Promise<void>;
  /** Brings it back, freshly booted; `renamed`: with a link of another name. */
  readonly plug: (renamed?: boolean) => Promise<void>;
  /**
   * Streams so many bytes of numbered lines to the client of this transport (the connected one where absent), unpaced,
   * waiting for it. Undefined when there is no such client, or a stream is under way.
   */
  readonly bulk: (bytes: number, transport?: string) => Promise<BulkResult> | undefined;
  readonly state: () => SimulatorState;
}

/** A running simulator; by itself, its first device. */
export interface Simulator extends SimulatedDevice {
  /** All of them, the first too. */
  readonly devices: readonly SimulatedDevice[];
  /** Ends everything, removes the links. May be called twice. */
  readonly close: () => Promise<void>;
}
