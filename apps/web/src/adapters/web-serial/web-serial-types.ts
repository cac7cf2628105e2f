/**
 * The part of the Web Serial API that this adapter uses. TypeScript's DOM library does not declare it. Source:
 * https://wicg.github.io/serial/
 */
export interface SerialOptions {
  readonly baudRate: number;
  readonly dataBits?: number;
  readonly stopBits?: number;
  readonly parity?: string;
  /** Size in bytes. Default: 255. */
  readonly bufferSize?: number;
  readonly flowControl?: string;
}

export interface SerialPortInfo {
  readonly usbVendorId?: number;
  readonly usbProductId?: number;
  /** The service of a paired Bluetooth device; absent for other ports, and before Chrome 117. */
  readonly bluetoothServiceClassId?: number | string;
}

export interface SerialOutputSignals {
  readonly dataTerminalReady?: boolean;
  readonly requestToSend?: boolean;
  readonly break?: boolean;
}

export interface SerialInputSignals {
  readonly dataCarrierDetect: boolean;
  readonly clearToSend: boolean;
  readonly ringIndicator: boolean;
  readonly dataSetReady: boolean;
}

/** Fires `connect` and `disconnect`, which bubble to `Serial`. */
export interface SerialPort extends EventTarget {
  /** Whether the device is plugged in, or a Bluetooth device is connected to the computer. Absent before Chrome 130. */
  readonly connected?: boolean;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  readonly open: (options: SerialOptions) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly forget: () => Promise<void>;
  readonly getInfo: () => SerialPortInfo;
  readonly getSignals: () => Promise<SerialInputSignals>;
  readonly setSignals: (signals: SerialOutputSignals) => Promise<void>;
}

/** The type of `navigator.serial`. */
export interface Serial extends EventTarget {
  readonly getPorts: () => Promise<SerialPort[]>;
  readonly requestPort: () => Promise<SerialPort>;
}
