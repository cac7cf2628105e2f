import type {
  SerialOptions,
  SerialOutputSignals,
  SerialPort,
  SerialPortInfo,
} from './web-serial-types.ts';
import { deviceLost, lineError, networkError, type SerialWire } from './serial-wire.fixture.ts';

const invalidState = (message: string): DOMException =>
  new DOMException(message, 'InvalidStateError');

/** Chromium's limit of the buffer size, from serial_port.cc. */
const MAX_BUFFER_SIZE = 16 * 1024 * 1024;

const enforcedPositive = (value: number | undefined): boolean =>
  value !== undefined && Number.isFinite(value) && Math.trunc(value) > 0 && value < 2 ** 32;

/** Throws for settings that WebIDL and the algorithm of `open` reject before they access the port. */
const checkOptions = (options: SerialOptions): void => {
  const { baudRate, dataBits = 8, stopBits = 1, parity = 'none' } = options;
  const { bufferSize = 255, flowControl = 'none' } = options;
  const fine =
    enforcedPositive(baudRate) &&
    [7, 8].includes(dataBits) &&
    [1, 2].includes(stopBits) &&
    ['none', 'even', 'odd'].includes(parity) &&
    ['none', 'hardware'].includes(flowControl) &&
    enforcedPositive(bufferSize) &&
    bufferSize <= MAX_BUFFER_SIZE;
  if (!fine) throw new TypeError("Failed to execute 'open' on 'SerialPort': bad options.");
};

/** The reason why a pending pull or write must end. */
interface Abandon {
  given: boolean;
}

export interface SerialPortDouble extends SerialPort {
  readonly state: () => 'closed' | 'opening' | 'opened' | 'closing' | 'forgotten';
}

/** Creates a SerialPort object with the algorithms of the W3C specification, section 4, on a wire in memory. */
export const createSerialPortDouble = (
  wire: SerialWire,
  info: SerialPortInfo,
  forgotten: () => void,
  survivesReplug: boolean,
): SerialPortDouble => {
  let state: ReturnType<SerialPortDouble['state']> = 'closed';
  let options: SerialOptions = { baudRate: 0 };
  let readable: ReadableStream<Uint8Array> | null = null;
  let writable: WritableStream<Uint8Array> | null = null;
  let readFatal = false;
  let writeFatal = false;
  let streamsGone: (() => void) | undefined;
  const bornAt = wire.attachment;
  let openedAt = 0;

  /** Whether the open port is unusable. A replug does not change this. */
  const isLost = (): boolean => !wire.attached || wire.attachment !== openedAt;
  /** Whether the SerialPort object is unusable. A replug restores it in Firefox, not in Chromium. */
  const isDead = (): boolean =>
    !wire.attached || !wire.listed || (wire.attachment !== bornAt && !survivesReplug);
  const settleClosing = (): void => {
    if (readable === null && writable === null) streamsGone?.();
  };
  const readableEnded = (fatal: boolean): void => {
    if (fatal) readFatal = true;
    readable = null;
    settleClosing();
  };
  const writableEnded = (fatal: boolean): void => {
    if (fatal) writeFatal = true;
    writable = null;
    settleClosing();
  };

  const createReadable = (): ReadableStream<Uint8Array> => {
    const abandon: Abandon = { given: false };
    const limit = options.bufferSize ?? 255;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (wire.toHost.length === 0 && !abandon.given && !isLost()) await wire.changed();
          if (abandon.given) return;
          const next = wire.toHost.shift();
          if (next === undefined || typeof next === 'string') {
            const error = next === undefined ? deviceLost() : lineError(next);
            controller.error(error);
            readableEnded(error.name === 'NetworkError');
            return;
          }
          if (next.length > limit) wire.toHost.unshift(next.subarray(limit));
          controller.enqueue(next.slice(0, limit));
        },
        cancel: () => {
          wire.calls.push('readCancelled');
          abandon.given = true;
          wire.toHost.length = 0;
          wire.announce();
          readableEnded(false);
        },
      },
      { highWaterMark: 0 },
    );
  };

  const createWritable = (): WritableStream<Uint8Array> =>
    new WritableStream<Uint8Array>({
      write: async (chunk, controller) => {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('Not a BufferSource.');
        const bytes = chunk.slice();
        while (wire.stuck && !controller.signal.aborted && !isLost()) {
          await Promise.race([
            wire.changed(),
            new Promise((resolve) => {
              controller.signal.addEventListener('abort', resolve, { once: true });
            }),
          ]);
        }
        if (controller.signal.aborted) throw controller.signal.reason;
        const name = isLost() ? 'NetworkError' : wire.writeErrors.shift();
        if (name === undefined) {
          wire.writes.push(bytes);
          return;
        }
        writableEnded(name === 'NetworkError');
        throw lineError(name);
      },
      close: () => {
        wire.calls.push('writeClosed');
        writableEnded(isLost());
      },
      abort: () => {
        wire.calls.push('writeAborted');
        const lost = isLost();
        writableEnded(lost);
        if (lost) throw deviceLost();
      },
    });

  const open = async (given: SerialOptions): Promise<void> => {
    if (state === 'forgotten') throw invalidState('The port has been forgotten.');
    if (state === 'opening') throw invalidState('A call to open() is already in progress.');
    if (state !== 'closed') throw invalidState('The port is already open.');
    checkOptions(given);
    state = 'opening';
    await Promise.resolve();
    if (isDead() || wire.occupied || wire.failingOpens > 0) {
      if (wire.failingOpens > 0) wire.failingOpens -= 1;
      state = 'closed';
      throw networkError("Failed to execute 'open' on 'SerialPort': Failed to open serial port.");
    }
    options = given;
    openedAt = wire.attachment;
    wire.toHost.length = 0;
    wire.occupied = true;
    state = 'opened';
  };

  const closeStreams = async (): Promise<void> => {
    const gone =
      readable === null && writable === null
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            streamsGone = resolve;
          });
    await Promise.all([readable?.cancel(), writable?.abort(), gone]);
  };

  const close = async (): Promise<void> => {
    if (state !== 'opened') throw invalidState('The port is already closed.');
    wire.calls.push('close');
    state = 'closing';
    try {
      await closeStreams();
    } catch (error) {
      state = 'opened';
      throw error;
    } finally {
      streamsGone = undefined;
    }
    await Promise.resolve();
    if (wire.attachment === openedAt) wire.occupied = false;
    readFatal = false;
    writeFatal = false;
    state = 'closed';
  };

  const requireSignals = (): void => {
    if (state !== 'opened') throw invalidState('The port is closed.');
    if (wire.failingSignals || isLost()) throw networkError('Failed to reach the control signals.');
  };

  const port = new EventTarget();
  return Object.defineProperties(port, {
    readable: {
      get: () => {
        if (readable === null && state === 'opened' && !readFatal) readable = createReadable();
        return readable;
      },
    },
    writable: {
      get: () => {
        if (writable === null && state === 'opened' && !writeFatal) writable = createWritable();
        return writable;
      },
    },
    connected: { get: () => wire.attached && wire.listed },
    open: { value: open },
    close: { value: close },
    forget: {
      value: async () => {
        if (state === 'opened') await close();
        state = 'forgotten';
        forgotten();
      },
    },
    getInfo: { value: () => ({ ...info }) },
    getSignals: {
      value: async () => {
        await Promise.resolve();
        requireSignals();
        return { ...wire.inputs };
      },
    },
    setSignals: {
      value: async (signals: SerialOutputSignals) => {
        await Promise.resolve();
        if (Object.keys(signals).length === 0) throw new TypeError('No signal given.');
        requireSignals();
        wire.driven.push({ ...signals });
      },
    },
    state: { value: () => state },
  }) as SerialPortDouble; // EventTarget and the properties defined above make up the type
};
