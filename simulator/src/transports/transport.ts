import type { DeviceLines, LineChange } from '../device/control-lines.ts';

/** A way for clients to reach the device's connector, at most one client at a time. */
export interface Transport {
  /** `pty`, `ws`, `tcp`, `serial`: shown in the list of commands. */
  readonly name: string;
  /** To the client; dropped while there is none. */
  readonly send: (bytes: Uint8Array) => void;
  /** Sends all bytes to the client, however long it takes to read them; false: there is no client (any more). One at a time. */
  readonly deliver: (bytes: Uint8Array) => Promise<boolean>;
  /** Takes the device away from its client. */
  readonly unplug: () => Promise<void>;
  /** `renamed`: under another path, where the transport has paths. */
  readonly plug: (renamed?: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly connected: () => boolean;
}

/** What a transport reports to the device. */
export interface TransportEvents {
  readonly onData: (bytes: Uint8Array) => void;
  /** `baudRate` where the client states one. */
  readonly onClient: (connected: boolean, baudRate?: number) => void;
  /** The client sets its control lines, or requests the state without a change; returns the lines of the device. Absent: the device has none. */
  readonly onLines?: (change: LineChange) => DeviceLines;
}
