import {
  createPortFrame,
  done,
  err,
  type Clock,
  type CloseError,
  type OpenPort,
  type ReadOutcome,
  type Result,
  type WriteError,
} from '@batbot/core';
import type { SerialPort } from 'serialport';
import { createPortSignals } from './node-serial-signals.ts';

/** Interval in ms between two checks whether the device is still present. */
const PRESENCE_INTERVAL = 250;

const LOST = 'The device has been lost.';

/**
 * Wraps an open port of `serialport` for the core. Reads pull from the stream in paused mode: memory holds at most its
 * high-water mark, and a slow reader slows the device down. `ended` is called when the port has closed.
 *
 * `isPresent` is called repeatedly because serialport's binding interprets the end-of-file of a hung-up tty as "no
 * bytes yet" and keeps reading in a busy loop.
 */
export const createNodeSerialPort = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  isPresent: () => Promise<boolean>,
  ended: () => void,
): OpenPort => {
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;

  const nextBytes = (): ReadOutcome | undefined => {
    const end = frame.end();
    if (end?.kind === 'closed') return end;
    const chunk: unknown = port.read();
    // Copies the bytes, because the stream's chunks share one buffer.
    if (Buffer.isBuffer(chunk)) return { kind: 'bytes', bytes: new Uint8Array(chunk) };
    return end;
  };

  const settle = (): void => {
    if (settleRead === undefined) return;
    const outcome = nextBytes();
    if (outcome === undefined) return;
    const resolve = settleRead;
    settleRead = undefined;
    resolve(outcome);
  };

  const writeNow = (bytes: Uint8Array): Promise<Result<void, WriteError>> =>
    new Promise((resolve) => {
      const settleWrite = (error: WriteError | undefined): void => {
        port.off('close', onClose);
        resolve(error === undefined ? done : err(error));
      };
      const fail = (message: string): void => {
        settleWrite(frame.endError() ?? { kind: 'failed', message });
      };
      const onClose = (): void => fail('The port is closed.');
      port.once('close', onClose);
      port.write(bytes, (error) => {
        if (error === null || error === undefined) settleWrite(undefined);
        else fail(error.message);
      });
    });

  /**
   * Closes the port. If a loss has already begun to close it, waits for that close, because only then can the port be
   * opened again.
   */
  const closeNow = (): Promise<Result<void, CloseError>> => {
    if (!port.isOpen && !port.closing) return Promise.resolve(done);
    return new Promise((resolve) => {
      const fail = (message: string): void => {
        ended();
        resolve(frame.end()?.kind === 'lost' ? done : err({ kind: 'failed', message }));
      };
      port.once('close', () => resolve(done));
      if (port.isOpen) {
        port.close((error) => {
          if (error !== null && error !== undefined) fail(error.message);
        });
      }
    });
  };

  /** Discards the bytes in the driver's buffer, so that they are not sent before the next write. */
  const abortWrite = (): void => {
    if (port.isOpen) port.flush(() => undefined);
  };

  const frame = createPortFrame({ writeNow, abortWrite, closeNow, onEnd: settle });
  port.on('readable', settle);
  // Every failure ends in a `close` event with its reason. Without a listener, an `error` event would end the process.
  port.on('error', () => undefined);
  port.once('close', (error: Error | null) => {
    frame.finish({ kind: 'lost', message: error?.message ?? LOST });
    cancelCheck();
    ended();
  });

  const checkPresence = async (): Promise<void> => {
    const present = await isPresent();
    if (!port.isOpen) return;
    if (present) {
      cancelCheck = clock.after(PRESENCE_INTERVAL, () => void checkPresence());
      return;
    }
    frame.finish({ kind: 'lost', message: LOST });
    port.close(() => undefined); // the `close` handler does the rest
  };
  let cancelCheck = clock.after(PRESENCE_INTERVAL, () => void checkPresence());

  return {
    read: () => {
      const outcome = nextBytes();
      if (outcome !== undefined) return Promise.resolve(outcome);
      return new Promise((resolve) => {
        settleRead = resolve;
      });
    },
    write: frame.write,
    abort: frame.abort,
    close: frame.close,
    ...createPortSignals(port, clock, frame.endError),
  };
};
