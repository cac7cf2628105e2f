import type { DeviceLines, LineChange } from '../device/control-lines.ts';

/** A transport by which clients reach the device's connector, at most one client at a time. */
export interface Transport {
  /** `pty`, `ws`, `tcp` or `serial`, as shown in the list of commands. */
  readonly name: string;
  /** Sends bytes to the client. Without a client they are dropped. */
  readonly send: (bytes: Uint8Array) => void;
  /**
   * Sends all bytes to the client, however slowly it reads. Resolves to false if there is no client or it disconnects.
   * One call at a time.
   */
  readonly deliver: (bytes: Uint8Array) => Promise<boolean>;
  readonly unplug: () => Promise<void>;
  /** Plugs the device in again. `renamed`: under another path, if the transport has paths. */
  readonly plug: (renamed?: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly connected: () => boolean;
}

export interface TransportEvents {
  readonly onData: (bytes: Uint8Array) => void;
  /** `baudRate` is the rate that the client sent, if it did. */
  readonly onClient: (connected: boolean, baudRate?: number) => void;
  /**
   * Changes the control lines of the client, or only reads the state. Returns the control lines of the device. Absent
   * if the device has none.
   */
  readonly onLines?: (change: LineChange) => DeviceLines;
}
