import type { SerialInputSignals, SerialOutputSignals } from './web-serial-types.ts';

/** Names of what a test injects; the first five end one stream, the last one the port. */
export type LineErrorName =
  | 'BufferOverrunError'
  | 'BreakError'
  | 'FramingError'
  | 'ParityError'
  | 'UnknownError'
  | 'NetworkError';

/** A physical device's end of the cable, with faults; outlives SerialPort objects. */
export interface SerialWire {
  /** Bytes and errors toward the computer, in order. */
  readonly toHost: (Uint8Array | LineErrorName)[];
  readonly writes: Uint8Array[];
  /** What the page asked of the port's streams and of the port, in order. */
  readonly calls: ('readCancelled' | 'writeClosed' | 'writeAborted' | 'close')[];
  readonly writeErrors: LineErrorName[];
  /** The device takes nothing: hardware flow control that never allows. */
  stuck: boolean;
  attached: boolean;
  /** What the system reports: after a loss of the stream alone the device is still listed. */
  listed: boolean;
  /** Counts the times it was plugged in: an open port belongs to one of them. */
  attachment: number;
  /** Another program holds the port. */
  occupied: boolean;
  /** The next opens fail in the system. */
  failingOpens: number;
  failingSignals: boolean;
  /** Every change that the page made to the control lines, in order. */
  readonly driven: SerialOutputSignals[];
  inputs: SerialInputSignals;
  /** Resolves when `toHost`, `stuck` or `attached` changes. */
  readonly changed: () => Promise<void>;
  readonly announce: () => void;
}

export const createSerialWire = (): SerialWire => {
  let waiting: (() => void)[] = [];
  return {
    toHost: [],
    writes: [],
    calls: [],
    writeErrors: [],
    stuck: false,
    attached: true,
    listed: true,
    attachment: 1,
    occupied: false,
    failingOpens: 0,
    failingSignals: false,
    driven: [],
    inputs: {
      dataCarrierDetect: false,
      clearToSend: true,
      ringIndicator: false,
      dataSetReady: true,
    },
    changed: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    announce: () => {
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    },
  };
};

export const networkError = (message: string): DOMException =>
  new DOMException(message, 'NetworkError');

export const deviceLost = (): DOMException => networkError('The device has been lost.');

export const lineError = (name: LineErrorName): DOMException =>
  name === 'NetworkError' ? deviceLost() : new DOMException(`A ${name} occurred.`, name);
