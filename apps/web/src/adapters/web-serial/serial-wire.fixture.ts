import type { SerialInputSignals, SerialOutputSignals } from './web-serial-types.ts';

/** Errors that a test can inject. The first five end one stream, the last one ends the port. */
export type LineErrorName =
  | 'BufferOverrunError'
  | 'BreakError'
  | 'FramingError'
  | 'ParityError'
  | 'UnknownError'
  | 'NetworkError';

/** The device's end of the cable, with faults. It exists longer than SerialPort objects. */
export interface SerialWire {
  /** Bytes and errors toward the computer, in order. */
  readonly toHost: (Uint8Array | LineErrorName)[];
  readonly writes: Uint8Array[];
  /** The page's calls on the port and its streams, in order. */
  readonly calls: ('readCancelled' | 'writeClosed' | 'writeAborted' | 'close')[];
  readonly writeErrors: LineErrorName[];
  /** Whether the device accepts no bytes, as with hardware flow control that never allows sending. */
  stuck: boolean;
  attached: boolean;
  /** Whether the system lists the device. After a loss of the stream alone it is still listed. */
  listed: boolean;
  /** Number of the current attachment. An open port belongs to one attachment. */
  attachment: number;
  /** Whether another program has opened the port. */
  occupied: boolean;
  /** The number of the next opens that fail in the system. */
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
    changed: () => new Promise((resolve) => waiting.push(resolve)),
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
